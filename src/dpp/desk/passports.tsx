import {
  Badge,
  Button,
  Checkbox,
  Group,
  Modal,
  NativeSelect,
  NumberInput,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  Allowed,
  DataTable,
  download,
  Drop,
  fetchBytes,
  inLanguage,
  kontor,
  Loaded,
  Page,
  Pages,
  Refused,
  search,
  Section,
  To,
  useAct,
  useAddress,
  useAsk,
  useOpen,
} from '../../../desk/src/index.js';
import { said, type Template } from './payload.js';
import { Runs } from './runs.js';
import { itemOf, type Passport, Status, STATUSES } from './status.js';

const t = inLanguage(
  {
    title: 'Passports',
    find: 'SKU, GTIN or serial number',
    status: 'Status',
    all: 'All',
    select: (sku: string) => `Select ${sku}`,
    name: 'Product',
    template: 'Template',
    score: 'Score',
    updated: 'Version',
    labels: 'Print labels',
    width: 'Width of a code in mm',
    print: 'Save label sheet as PDF',
    create: 'New passport',
    sku: 'SKU',
    make: 'Create draft',
    quality: 'Most frequently missing values',
    below: 'Passports below this score',
    missing: 'Missing values',
    import: 'Import',
    drop: 'CSV or JSON Lines, up to 10,000 passports',
    dryRun: 'Dry run',
    apply: 'Import',
    outcome: (created: number, updated: number, unchanged: number, failed: number) =>
      `${created} created, ${updated} changed, ${unchanged} unchanged, ${failed} rejected`,
    wasDryRun: 'This was a dry run. Nothing was stored.',
    row: 'Row',
    reason: 'Reason',
    runs: 'Serial number runs',
  },
  {
    title: 'Produktpässe',
    find: 'SKU, GTIN oder Seriennummer',
    status: 'Status',
    all: 'Alle',
    select: (sku: string) => `${sku} auswählen`,
    name: 'Produkt',
    template: 'Vorlage',
    score: 'Punkte',
    updated: 'Fassung',
    labels: 'Etiketten drucken',
    width: 'Breite eines Codes in mm',
    print: 'Etikettenbogen als PDF speichern',
    create: 'Neuer Produktpass',
    sku: 'SKU',
    make: 'Entwurf anlegen',
    quality: 'Am häufigsten fehlende Angaben',
    below: 'Pässe unter dieser Punktzahl',
    missing: 'Fehlende Angaben',
    import: 'Import',
    drop: 'CSV oder JSON Lines, bis zu 10.000 Pässe',
    dryRun: 'Probelauf',
    apply: 'Importieren',
    outcome: (created: number, updated: number, unchanged: number, failed: number) =>
      `${created} angelegt, ${updated} geändert, ${unchanged} unverändert, ${failed} abgelehnt`,
    wasDryRun: 'Das war ein Probelauf. Es wurde nichts gespeichert.',
    row: 'Zeile',
    reason: 'Grund',
    runs: 'Seriennummernserien',
  },
);

const PAGE = 20;

export default function Passports() {
  return (
    <Page title={t.title} actions={<Create />}>
      <List />
      <Section title={t.quality}>
        <Quality />
      </Section>
      <Section title={t.runs}>
        <Runs />
      </Section>
      <Allowed to={['_Dpp::save']}>
        <Section title={t.import}>
          <Import />
        </Section>
      </Allowed>
    </Page>
  );
}

const List = () => {
  const [address, setAddress] = useAddress();
  const [text, setText] = useState(address['find'] ?? '');
  const [typed] = useDebouncedValue(text.trim(), 250);
  const [selected, setSelected] = useState<readonly number[]>([]);
  const { status = '', page = '1' } = address;
  const query = useQuery({
    queryKey: ['passports', typed, status, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      search<Passport>('/V1/dpp/manage/passports/search', {
        where: [
          ...(typed === ''
            ? []
            : [['sku', 'gtin', 'serial'].map((field) => ({ field, condition: 'like', value: `%${typed}%` }))]),
          ...(status === '' ? [] : [[{ field: 'status', condition: 'eq', value: status }]]),
        ],
        sort: [{ field: 'updated_at', direction: 'DESC' }],
        page: Number(page),
        pageSize: PAGE,
        signal,
      }),
  });
  return (
    <Stack gap="sm">
      <Group align="flex-end">
        <TextInput label={t.find} value={text} onChange={(event) => setText(event.currentTarget.value)} />
        <NativeSelect
          label={t.status}
          value={status}
          onChange={(event) => setAddress({ status: event.currentTarget.value, page: undefined })}
          data={[{ value: '', label: t.all }, ...Object.entries(STATUSES).map(([value, label]) => ({ value, label }))]}
        />
      </Group>
      {selected.length > 0 && <Labels ids={selected} />}
      <Loaded query={query}>
        {({ items, total_count: count }) => (
          <>
            <DataTable
              label={t.title}
              rows={items}
              keyOf={(row) => row.passport_id}
              columns={[
                {
                  title: '',
                  cell: ({ passport_id: id, sku, serial }) => (
                    <Checkbox
                      size="xs"
                      aria-label={t.select([sku, serial].filter(Boolean).join(' '))}
                      checked={selected.includes(id)}
                      onChange={({ currentTarget: { checked } }) =>
                        setSelected(checked ? [...selected, id] : selected.filter((one) => one !== id))
                      }
                    />
                  ),
                },
                {
                  title: t.sku,
                  isHeader: true,
                  cell: (row) => (
                    <>
                      <To address={`/passports/${row.passport_id}`}>{row.sku}</To>
                      <Text size="xs" c="dimmed">
                        {itemOf(row)}
                      </Text>
                    </>
                  ),
                },
                { title: t.name, cell: (row) => said(row.product_name ?? undefined) ?? '' },
                { title: t.template, cell: (row) => `${row.template_code} ${row.template_version}` },
                { title: t.status, cell: (row) => <Status status={row.status} /> },
                { title: t.score, isNumber: true, cell: (row) => row.completeness_score },
                { title: t.updated, isNumber: true, cell: (row) => row.version },
              ]}
            />
            <Pages
              count={count}
              size={PAGE}
              page={Number(page)}
              onChange={(next) => setAddress({ page: String(next) })}
            />
          </>
        )}
      </Loaded>
    </Stack>
  );
};

/** Label sheets of chosen passports. */
export const Labels = ({ ids }: { readonly ids: readonly number[] }) => {
  const [width, setWidth] = useState<number | string>(20);
  const { act, error, isBusy } = useAct();
  const path = `/V1/dpp/manage/passports/labels.pdf?ids=${ids.join(',')}&size_mm=${width}`;
  return (
    <Group align="flex-end">
      <NumberInput label={t.width} value={width} onChange={setWidth} min={10} max={100} w={200} />
      <Button variant="default" loading={isBusy} onClick={() => act(() => download(path, 'labels.pdf'))}>
        {t.print}
      </Button>
      <Refused error={error} />
    </Group>
  );
};

const useTemplates = () =>
  useAsk<{ readonly items: readonly Template[] }>(
    '/V1/dpp/manage/templates/search?searchCriteria=&fields=items[id,code,version,labels]',
  );

/** The newest version of each template. */
const TemplateSelect = ({ value, onChange }: { readonly value: string; readonly onChange: (code: string) => void }) => {
  const { data } = useTemplates();
  const codes = new Map((data?.items ?? []).map(({ code, labels }) => [code, said(labels) ?? code]));
  return (
    <NativeSelect
      label={t.template}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[...codes].map(([code, label]) => ({ value: code, label }))}
    />
  );
};

const Create = () => {
  const [isOpen, setIsOpen] = useState(false);
  const [sku, setSku] = useState('');
  const [code, setCode] = useState('generic');
  const { act, error, isBusy } = useAct();
  const open = useOpen();
  const create = async (): Promise<void> => {
    const body = { passport: { sku, template_code: code } };
    const { passport_id: id } = (await kontor.ask('POST', '/V1/dpp/manage/passports', { body })) as Passport;
    open(`/passports/${id}`);
  };
  return (
    <Allowed to={['_Dpp::save']}>
      <Button onClick={() => setIsOpen(true)}>{t.create}</Button>
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title={t.create}>
        <Stack>
          <TextInput
            label={t.sku}
            required
            data-autofocus
            value={sku}
            onChange={(event) => setSku(event.currentTarget.value)}
          />
          <TemplateSelect value={code} onChange={setCode} />
          <Refused error={error} />
          <Button loading={isBusy} onClick={() => act(create)}>
            {t.make}
          </Button>
        </Stack>
      </Modal>
    </Allowed>
  );
};

interface Lacking {
  readonly passport_id: number;
  readonly sku: string;
  readonly completeness_score: number;
  readonly missing: readonly { readonly path: string; readonly message: string; readonly cite: string | null }[];
}

const Quality = () => {
  const [threshold, setThreshold] = useState<number | string>(100);
  const query = useAsk<{ readonly items: readonly Lacking[] }>(`/V1/dpp/manage/quality?threshold=${threshold || 0}`);
  return (
    <Stack gap="sm">
      <NumberInput label={t.below} value={threshold} onChange={setThreshold} min={0} max={100} w={240} />
      <Loaded query={query}>
        {({ items }) => (
          <DataTable
            label={t.quality}
            rows={items}
            keyOf={(row) => row.passport_id}
            columns={[
              {
                title: t.sku,
                isHeader: true,
                cell: (row) => <To address={`/passports/${row.passport_id}`}>{row.sku}</To>,
              },
              { title: t.score, isNumber: true, cell: (row) => row.completeness_score },
              {
                title: t.missing,
                cell: ({ missing }) => (
                  <Group gap={4}>
                    {missing.slice(0, 6).map(({ path, message }) => (
                      <Badge key={path} color="gray" title={message}>
                        {path.replace('dpp_payload.', '').replace(/_/g, ' ')}
                      </Badge>
                    ))}
                    {missing.length > 6 && `+${missing.length - 6}`}
                  </Group>
                ),
              },
            ]}
          />
        )}
      </Loaded>
    </Stack>
  );
};

interface Imported {
  readonly dry_run: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly items: readonly {
    readonly index: number;
    readonly status: string;
    readonly error: { readonly message: string } | null;
  }[];
}

const Import = () => {
  const [file, setFile] = useState<File>();
  const [result, setResult] = useState<Imported>();
  const { act, error, isBusy } = useAct();
  const send = async (dryRun: 0 | 1): Promise<void> => {
    const type = file?.name.endsWith('.csv') ? 'text/csv' : 'application/x-ndjson';
    const init = { method: 'POST', headers: { 'Content-Type': type }, body: file ?? null };
    const response = await fetchBytes(`/V1/dpp/manage/import?dry_run=${dryRun}`, init);
    setResult((await response.json()) as Imported);
  };
  return (
    <Stack gap="sm">
      <Drop label={file ? file.name : t.drop} accept=".csv,.jsonl,.ndjson" onFiles={([one]) => setFile(one)} />
      <Group>
        <Button variant="default" disabled={!file} loading={isBusy} onClick={() => act(() => send(1))}>
          {t.dryRun}
        </Button>
        <Button disabled={!file} loading={isBusy} onClick={() => act(() => send(0))}>
          {t.apply}
        </Button>
      </Group>
      <Refused error={error} />
      {result && (
        <>
          <Text role="status">
            {t.outcome(result.created, result.updated, result.unchanged, result.failed)}.{' '}
            {result.dry_run === 1 && t.wasDryRun}
          </Text>
          {result.failed > 0 && (
            <DataTable
              label={t.import}
              rows={result.items.filter((item) => item.error !== null)}
              keyOf={(item) => item.index}
              columns={[
                { title: t.row, isNumber: true, cell: (item) => item.index + 1 },
                { title: t.reason, cell: (item) => <span lang="en">{item.error?.message}</span> },
              ]}
            />
          )}
        </>
      )}
    </Stack>
  );
};
