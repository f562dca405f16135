import { Badge, Button, Group, Image, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import {
  addDays,
  Allowed,
  DataTable,
  download,
  Drop,
  fetchBytes,
  formatBytes,
  formatDecimal,
  formatInstant,
  inLanguage,
  kontor,
  Loaded,
  Page,
  Picker,
  Plot,
  Refused,
  type Row,
  search,
  Section,
  Small,
  StoredRecord,
  today,
  useAct,
  useAsk,
  useMe,
  usePath,
  useRows,
  upload,
} from '../../../desk/src/index.js';
import { REASONS, RULES, type Visibility } from './visibility.js';

const t = inLanguage(
  {
    unknown: 'You do not have the right to see documents.',
    file: 'File',
    noFile: 'No file has been uploaded yet.',
    replace: 'Upload a file, or replace the current one',
    preview: 'Preview',
    save: 'Save file',
    who: 'Who can see this document and why',
    everyone: 'Everyone, because the document is public.',
    assigned: (customers: number, groups: number) => `Assigned customers: ${customers}; customer groups: ${groups}.`,
    choose: 'Check a customer',
    sees: 'The customer can see the document:',
    seesNot: 'The customer cannot see the document:',
    rule: 'Rule',
    holds: 'Met',
    yes: 'yes',
    no: 'no',
    downloads: 'Downloads',
    plot: 'Downloads per day in the last 90 days',
    day: 'Day',
    count: 'Downloads',
    at: 'Time',
    by: 'By',
    way: 'Through',
    bytes: 'Bytes',
    anonymous: 'not signed in',
    links: 'Orders and invoices',
    link: 'Order, invoice, shipment or credit memo',
    add: 'Assign',
    remove: 'Remove',
    kinds: { order: 'Order', invoice: 'Invoice', shipment: 'Shipment', creditmemo: 'Credit memo' } as Readonly<
      Record<string, string>
    >,
  },
  {
    unknown: 'Sie haben nicht das Recht, Dokumente zu sehen.',
    file: 'Datei',
    noFile: 'Noch keine Datei hochgeladen.',
    replace: 'Datei hochladen oder die vorhandene ersetzen',
    preview: 'Vorschau',
    save: 'Datei speichern',
    who: 'Wer dieses Dokument sehen kann und warum',
    everyone: 'Alle, denn das Dokument ist öffentlich.',
    assigned: (customers: number, groups: number) => `Zugeordnete Kunden: ${customers}; Kundengruppen: ${groups}.`,
    choose: 'Einen Kunden prüfen',
    sees: 'Der Kunde sieht es:',
    seesNot: 'Der Kunde sieht es nicht:',
    rule: 'Regel',
    holds: 'Trifft zu',
    yes: 'ja',
    no: 'nein',
    downloads: 'Abrufe',
    plot: 'Abrufe pro Tag in den letzten 90 Tagen',
    day: 'Tag',
    count: 'Abrufe',
    at: 'Zeit',
    by: 'Von',
    way: 'Über',
    bytes: 'Bytes',
    anonymous: 'nicht angemeldet',
    links: 'Bestellungen und Rechnungen',
    link: 'Bestellung, Rechnung, Lieferung oder Gutschrift',
    add: 'Zuordnen',
    remove: 'Entfernen',
    kinds: { order: 'Bestellung', invoice: 'Rechnung', shipment: 'Lieferung', creditmemo: 'Gutschrift' } as Readonly<
      Record<string, string>
    >,
  },
);

interface StoredFile {
  readonly name: string;
  readonly size: number;
  readonly mime_type: string;
  readonly scan: string;
}

export default function Document() {
  const { id = '' } = usePath();
  const type = useMe().records.named('document');
  if (!type) return <Page title={t.unknown}>{null}</Page>;
  return (
    <StoredRecord key={id} type={type} id={id}>
      {(row) => (
        <>
          <FilePart row={row} />
          <WhoSees row={row} />
          <Links id={row.id} />
          <Downloads id={row.id} />
        </>
      )}
    </StoredRecord>
  );
}

const FilePart = ({ row }: { readonly row: Row }) => {
  const file = row['file'] as StoredFile | null;
  const [share, setShare] = useState(0);
  const { act, error, isBusy } = useAct();
  return (
    <Section title={t.file}>
      <Stack gap="sm">
        {file ? (
          <Group>
            <Text>
              {file.name} · {formatBytes(file.size)}
            </Text>
            <Button
              size="xs"
              variant="default"
              onClick={() => void download(`/V1/customerdocuments/${row.id}/file/content`, file.name)}
            >
              {t.save}
            </Button>
          </Group>
        ) : (
          <Text c="dimmed">{t.noFile}</Text>
        )}
        {file && <Preview id={row.id} file={file} />}
        {row['is_external'] === 0 && (
          <Allowed to={['_CustomerDocuments::save']}>
            <Drop
              label={t.replace}
              onFiles={([chosen]) =>
                chosen && act(() => upload(`/V1/customerdocuments/${row.id}/file`, chosen, setShare))
              }
            />
          </Allowed>
        )}
        {isBusy && <Progress value={share * 100} aria-label={t.file} />}
        <Refused error={error} />
      </Stack>
    </Section>
  );
};

const SHOWN = /^(?:application\/pdf|image\/(?:png|jpeg|gif|webp))$/;

/** PDF and images, as bytes that the page fetched: a link would not carry the header of the session. */
const Preview = ({ id, file }: { readonly id: number; readonly file: StoredFile }) => {
  const [isOpen, setIsOpen] = useState(false);
  const [url, setUrl] = useState<string>();
  const query = useQuery({
    queryKey: ['preview', id, file],
    enabled: isOpen,
    queryFn: async () => (await fetchBytes(`/V1/customerdocuments/${id}/file/content`)).blob(),
  });
  useEffect(() => {
    if (!query.data) return undefined;
    const made = URL.createObjectURL(new Blob([query.data], { type: file.mime_type }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [query.data, file.mime_type]);
  if (!SHOWN.test(file.mime_type)) return null;
  return (
    <div>
      <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {t.preview}
      </Button>
      <Refused error={query.error} />
      {isOpen &&
        url !== undefined &&
        (file.mime_type === 'application/pdf' ? (
          <iframe title={file.name} src={url} width="100%" height={500} />
        ) : (
          <Image src={url} alt={file.name} maw={600} mt="sm" />
        ))}
    </div>
  );
};

const WhoSees = ({ row }: { readonly row: Row }) => {
  const { records } = useMe();
  const [customer, setCustomer] = useState<string | null>(null);
  const path = `/V1/customerdocuments/${row.id}/visibility?customer_id=${customer}`;
  const query = useAsk<Visibility>(customer === null ? undefined : path);
  const [customers, groups] = [
    row['customer_ids'] as readonly number[],
    row['customer_group_ids'] as readonly number[],
  ];
  return (
    <Section title={t.who}>
      <Stack gap="sm">
        <Text>{row['is_public'] === 1 ? t.everyone : t.assigned(customers.length, groups.length)}</Text>
        <Picker label={t.choose} type={records.named('customer')} value={customer} onChange={setCustomer} />
        {customer !== null && (
          <Loaded query={query}>
            {({ visible, reason, rules }) => (
              <>
                <Text role="status">
                  <strong>{visible ? t.sees : t.seesNot}</strong>{' '}
                  {REASONS[visible ? 'grants' : 'denies'][reason] ?? reason}
                </Text>
                <DataTable
                  label={t.who}
                  rows={rules}
                  keyOf={({ rule }) => rule}
                  columns={[
                    { title: t.rule, isHeader: true, cell: ({ rule }) => RULES[rule] ?? rule },
                    {
                      title: t.holds,
                      cell: ({ holds }) => <Badge color={holds ? 'green' : 'gray'}>{holds ? t.yes : t.no}</Badge>,
                    },
                  ]}
                />
              </>
            )}
          </Loaded>
        )}
      </Stack>
    </Section>
  );
};

interface Link {
  readonly id: number;
  readonly link_entity_type: string;
  readonly link_entity_id: number;
}

const Links = ({ id }: { readonly id: number }) => {
  const { records } = useMe();
  const [chosen, setChosen] = useState<string | null>(null);
  const { act, error } = useAct();
  const sales = useRows(records.named('salesEntity'), chosen === null ? [] : [chosen]);
  const where = [[{ field: 'customer_document_id', condition: 'eq', value: id }]];
  const query = useQuery({
    queryKey: ['links', id],
    queryFn: () => search<Link>('/V1/customerdocuments/links', { where, pageSize: 100 }),
  });
  const add = async (): Promise<void> => {
    const row = sales.get(chosen ?? '');
    const [type, entity] = [row?.['entity_type'], row?.['entity_id']];
    const documentLink = { customer_document_id: id, link_entity_type: type, link_entity_id: entity };
    await kontor.ask('POST', '/V1/customerdocuments/links', { body: { documentLink } });
    setChosen(null);
  };
  return (
    <Section title={t.links}>
      <Stack gap="sm">
        <Loaded query={query}>
          {({ items }) => (
            <DataTable
              label={t.links}
              rows={items}
              keyOf={(link) => link.id}
              columns={[
                {
                  title: t.link,
                  isHeader: true,
                  cell: (link) => `${t.kinds[link.link_entity_type]} ${link.link_entity_id}`,
                },
                {
                  title: '',
                  cell: (link) => (
                    <Small
                      label={t.remove}
                      of={String(link.link_entity_id)}
                      onClick={() => act(() => kontor.ask('DELETE', `/V1/customerdocuments/links/${link.id}`))}
                    />
                  ),
                },
              ]}
            />
          )}
        </Loaded>
        <Allowed to={['_CustomerDocuments::save']}>
          <Group align="flex-end">
            <Picker label={t.link} type={records.named('salesEntity')} value={chosen} onChange={setChosen} />
            <Button variant="default" disabled={chosen === null} onClick={() => act(add)}>
              {t.add}
            </Button>
          </Group>
        </Allowed>
        <Refused error={error} />
      </Stack>
    </Section>
  );
};

interface Entry {
  readonly id: number;
  readonly customer_id: number | null;
  readonly address: string | null;
  readonly via: string;
  readonly bytes: number;
  readonly count: number;
  readonly at: string;
}

const DAYS = 90;

const Downloads = ({ id }: { readonly id: number }) => {
  const { records } = useMe();
  const query = useQuery({
    queryKey: ['downloads', id],
    queryFn: () =>
      search<Entry>('/V1/customerdocuments/downloads/search', {
        where: [
          [{ field: 'document_id', condition: 'eq', value: id }],
          [{ field: 'at', condition: 'gteq', value: addDays(today(), -DAYS) }],
        ],
        sort: [{ field: 'at', direction: 'DESC' }],
        pageSize: 300,
      }),
  });
  const items = query.data?.items;
  const type = records.named('customer');
  const customers = useRows(
    type,
    (items ?? []).flatMap((entry) => entry.customer_id ?? []),
  );
  const { x, y } = useMemo(() => {
    const days = Array.from({ length: DAYS + 1 }, (_, index) => addDays(today(), index - DAYS));
    const byDay = Map.groupBy(items ?? [], ({ at }) => at.slice(0, 10));
    return {
      x: days.map((day) => Date.parse(`${day}T00:00:00Z`) / 1000),
      y: days.map((day) => (byDay.get(day) ?? []).reduce((sum, { count }) => sum + count, 0)),
    };
  }, [items]);
  const nameOf = ({ customer_id: customer, address }: Entry): string => {
    const row = customers.get(String(customer));
    return row && type ? type.nameOf(row) : customer === null ? `${t.anonymous} ${address ?? ''}` : `#${customer}`;
  };
  return (
    <Section title={t.downloads}>
      <Loaded query={query}>
        {(found) => (
          <>
            {found.items.length > 0 && <Plot label={t.plot} x={x} y={y} isTime isCount xUnit={t.day} yUnit={t.count} />}
            <DataTable
              label={t.downloads}
              rows={found.items}
              keyOf={(entry) => entry.id}
              columns={[
                { title: t.at, cell: ({ at }) => formatInstant(at) },
                { title: t.by, isHeader: true, cell: nameOf },
                { title: t.way, cell: ({ via }) => via },
                { title: t.count, isNumber: true, cell: ({ count }) => formatDecimal(count) },
                { title: t.bytes, isNumber: true, cell: ({ bytes }) => formatBytes(bytes) },
              ]}
            />
          </>
        )}
      </Loaded>
    </Section>
  );
};
