import { Button, Modal, NumberInput, Progress, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  Allowed,
  DataTable,
  download,
  formatDecimal,
  inLanguage,
  kontor,
  Loaded,
  Refused,
  search,
  Small,
  useAct,
  useOpen,
} from '../../../desk/src/index.js';
import type { Passport } from './status.js';

const t = inLanguage(
  {
    runs: 'Serial number runs',
    nothing: 'No runs yet. To start a run, open a passport of the product and choose “Code and labels”.',
    sku: 'SKU',
    batch: 'Batch',
    status: 'Status',
    progress: 'Published',
    reason: 'Reason',
    statuses: {
      reserving: 'reserving numbers',
      reserved: 'numbers reserved',
      publishing: 'publishing',
      published: 'published',
      withdrawing: 'withdrawing',
      withdrawn: 'withdrawn',
    } as Readonly<Record<string, string>>,
    labels: (last: string) => `Save labels 1–${last}`,
    refused: (count: string) => `${count} left out`,
    start: 'Start a run',
    about: 'For each item, creates and publishes a passport with this content and a serial number of its own.',
    pattern: 'Serial number pattern',
    patternAbout: 'Write the first number in braces, as in RP-{0001}.',
    count: 'Count',
    publish: 'Create and publish',
  },
  {
    runs: 'Seriennummernserien',
    nothing:
      'Noch keine Serie. Um eine zu starten, öffnen Sie einen Produktpass des Produkts und wählen Sie „Code und Etiketten“.',
    sku: 'SKU',
    batch: 'Charge',
    status: 'Status',
    progress: 'Veröffentlicht',
    reason: 'Grund',
    statuses: {
      reserving: 'Nummern werden reserviert',
      reserved: 'Nummern reserviert',
      publishing: 'wird veröffentlicht',
      published: 'veröffentlicht',
      withdrawing: 'wird zurückgezogen',
      withdrawn: 'zurückgezogen',
    } as Readonly<Record<string, string>>,
    labels: (last: string) => `Etiketten 1–${last} speichern`,
    refused: (count: string) => `${count} ausgelassen`,
    start: 'Serie starten',
    about:
      'Legt Einzelstücke mit dem Inhalt dieses Produktpasses an und veröffentlicht sie, jedes mit einer eigenen Seriennummer.',
    pattern: 'Seriennummernmuster',
    patternAbout: 'In den geschweiften Klammern steht die erste Nummer, etwa RP-{0001}.',
    count: 'Anzahl',
    publish: 'Anlegen und veröffentlichen',
  },
);

interface Run {
  readonly uuid: string;
  readonly sku: string;
  readonly batch: string | null;
  readonly status: string;
  readonly item_count: number;
  readonly reserved: number;
  readonly published: number;
  readonly refused: number;
  readonly message: string | null;
}

const RUNS = '/V1/dpp/manage/runs';
const PAGE = 20;
const POLL_MS = 2000;
/** Labels of one file. */
const LABELS_MAX = 500;

const isRunning = ({ status }: Run): boolean => status.endsWith('ing');

/** The newest runs; the progress of those that are at work follows by itself. */
export const Runs = () => {
  const query = useQuery({
    queryKey: ['runs'],
    queryFn: () =>
      search<Run>(`${RUNS}/search`, { sort: [{ field: 'created_at', direction: 'DESC' }], pageSize: PAGE }),
    refetchInterval: ({ state }) => (state.data?.items.some(isRunning) ? POLL_MS : false),
  });
  const { act, error } = useAct();
  const labels = ({ uuid, item_count: count, sku }: Run) => (
    <Small
      label={t.labels(formatDecimal(Math.min(LABELS_MAX, count)))}
      of={sku}
      onClick={() => act(() => download(`${RUNS}/${uuid}/labels.pdf`, 'labels.pdf'))}
    />
  );
  return (
    <>
      <Loaded query={query}>
        {({ items }) => (
          <DataTable
            label={t.runs}
            rows={items}
            keyOf={(row) => row.uuid}
            empty={t.nothing}
            columns={[
              { title: t.sku, isHeader: true, cell: (row) => row.sku },
              { title: t.batch, cell: (row) => row.batch },
              { title: t.status, cell: ({ status }) => t.statuses[status] ?? status },
              {
                title: t.progress,
                cell: (row) => (
                  <>
                    <Progress
                      value={(row.published / Math.max(1, row.item_count)) * 100}
                      aria-label={t.progress}
                      w={160}
                    />
                    {formatDecimal(row.published)} / {formatDecimal(row.item_count)}
                  </>
                ),
              },
              {
                title: t.reason,
                cell: ({ message, refused }) => (
                  <>
                    {refused > 0 && `${t.refused(formatDecimal(refused))} `}
                    <span lang="en">{message}</span>
                  </>
                ),
              },
              {
                title: '',
                cell: (row) => !isRunning(row) && row.reserved > 0 && labels(row),
              },
            ]}
          />
        )}
      </Loaded>
      <Refused error={error} />
    </>
  );
};

/** What the items of a run have in common with the passport that it starts from. */
const SHARED = [
  'sku',
  'store_id',
  'template_code',
  'template_version',
  'product_name',
  'image_url',
  'gtin',
  'mpn',
  'country_of_origin',
  'hs_code',
  'placed_on_market_on',
  'espr_category',
  'use',
  'rechargeable',
  'has_bms',
  'external_storage',
  'rated_energy_wh',
  'manufacturer',
  'facilities',
  'backup_provider',
  'components',
  'documents',
  'model_passport',
  'batch_passport',
  'not_applicable',
  'dpp_payload',
];

/** Starts a run of items that are like a passport. */
export const StartRun = ({ passport }: { readonly passport: Passport }) => {
  const [isOpen, setIsOpen] = useState(false);
  const [batch, setBatch] = useState(String(passport['batch'] ?? ''));
  const [pattern, setPattern] = useState('');
  const [count, setCount] = useState<number | string>(10);
  const { act, error, isBusy } = useAct();
  const open = useOpen();
  const start = async (): Promise<void> => {
    const shared = Object.fromEntries(SHARED.map((name) => [name, passport[name]]));
    const body = { passport: { ...shared, batch: batch || null }, pattern, count: Number(count) };
    await kontor.ask('POST', RUNS, { body });
    open('/passports');
  };
  return (
    <Allowed to={['_Dpp::publish']}>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {t.start}
      </Button>
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title={t.start}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            act(start);
          }}
        >
          <Stack>
            <Text size="sm">{t.about}</Text>
            <TextInput label={t.batch} value={batch} onChange={(event) => setBatch(event.currentTarget.value)} />
            <TextInput
              label={t.pattern}
              description={t.patternAbout}
              required
              data-autofocus
              value={pattern}
              onChange={(event) => setPattern(event.currentTarget.value)}
            />
            <NumberInput label={t.count} value={count} onChange={setCount} min={1} max={100_000} />
            <Refused error={error} />
            <Button type="submit" loading={isBusy}>
              {t.publish}
            </Button>
          </Stack>
        </form>
      </Modal>
    </Allowed>
  );
};
