import { Accordion, Group, NativeSelect, Stack, Tabs, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  addDays,
  type AuditItem,
  type AuditRecord,
  Changes,
  DataTable,
  DayInput,
  type Filter,
  formatInstant,
  inLanguage,
  kontor,
  Loaded,
  type Me,
  Page,
  Pages,
  search,
  To,
  useAddress,
  useCallerName,
  useCallers,
  type Unnamed,
  useMe,
  useNames,
  Who,
} from '../../../desk/src/index.js';

const t = inLanguage(
  {
    title: 'Who changed what',
    changes: 'Changes',
    events: 'Security events',
    resource: 'Records',
    any: 'All',
    id: 'Record ID',
    caller: 'By',
    from: 'From',
    to: 'To',
    nothing: 'No changes found.',
    records: (count: number) => `${count} records`,
    event: 'Event',
    operation: 'Operation',
    count: 'Count',
    last: 'Last',
    address: 'Address',
  },
  {
    title: 'Wer was geändert hat',
    changes: 'Änderungen',
    events: 'Sicherheitsereignisse',
    resource: 'Datensätze',
    any: 'Alle',
    id: 'ID des Datensatzes',
    caller: 'Von',
    from: 'Von',
    to: 'Bis',
    nothing: 'Keine Änderungen gefunden.',
    records: (count: number) => `${count} Datensätze`,
    event: 'Ereignis',
    operation: 'Vorgang',
    count: 'Anzahl',
    last: 'Zuletzt',
    address: 'Adresse',
  },
);

const PAGE = 20;

export default function Audit() {
  const [{ tab = 'changes' }, setAddress] = useAddress();
  return (
    <Page title={t.title}>
      <Tabs
        value={tab}
        onChange={(next) => setAddress({ tab: next ?? undefined, page: undefined })}
        keepMounted={false}
      >
        <Tabs.List>
          <Tabs.Tab value="changes">{t.changes}</Tabs.Tab>
          <Tabs.Tab value="events">{t.events}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="changes" pt="md">
          <ChangeList />
        </Tabs.Panel>
        <Tabs.Panel value="events" pt="md">
          <EventList />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

const filterOf = (field: string, condition: string, value: string | undefined): readonly (readonly Filter[])[] =>
  value ? [[{ field, condition, value }]] : [];

const ChangeList = () => {
  const [address, setAddress] = useAddress();
  const { records } = useMe();
  const callers = useCallers();
  const { resource, id, caller, from, to, page = '1' } = address;
  const isOne = Boolean(resource && id);
  const query = useQuery({
    queryKey: ['audit', resource, id, caller, from, to, page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const criteria = {
        where: [
          ...(isOne ? [] : filterOf('resource', 'eq', resource)),
          ...filterOf('caller', 'eq', caller),
          ...filterOf('at', 'gteq', from),
          ...filterOf('at', 'lt', to && addDays(to, 1)),
        ],
        pageSize: PAGE,
        page: Number(page),
        signal,
      };
      return search<AuditItem>(isOne ? `/V1/audit/${resource}/${id}` : '/V1/audit/search', criteria);
    },
  });
  const set = (name: string) => (value: string | null) => setAddress({ [name]: value || undefined, page: undefined });
  return (
    <Stack>
      <Group align="flex-end">
        <NativeSelect
          label={t.resource}
          value={resource ?? ''}
          onChange={(event) => set('resource')(event.currentTarget.value)}
          data={[
            { value: '', label: t.any },
            ...records.all.map(({ name, title }) => ({ value: name, label: title.many })),
          ]}
        />
        <TextInput label={t.id} w={120} value={id ?? ''} onChange={(event) => set('id')(event.currentTarget.value)} />
        <NativeSelect
          label={t.caller}
          value={caller ?? ''}
          onChange={(event) => set('caller')(event.currentTarget.value)}
          data={[{ value: '', label: t.any }, ...callers.map(([value, label]) => ({ value, label }))]}
        />
        <DayInput label={t.from} value={from ?? null} onChange={set('from')} />
        <DayInput label={t.to} value={to ?? null} onChange={set('to')} />
      </Group>
      <Loaded query={query}>
        {({ items, total_count: count }) =>
          items.length === 0 ? (
            <p>{t.nothing}</p>
          ) : (
            <>
              <Entries items={items} />
              <Pages
                count={count}
                size={PAGE}
                page={Number(page)}
                onChange={(next) => setAddress({ page: String(next) })}
              />
            </>
          )
        }
      </Loaded>
    </Stack>
  );
};

/** What entries are about besides declared records, for pages in another language than English. */
const SUBJECTS = inLanguage<Readonly<Record<string, string>>>(
  {},
  {
    customerAccount: 'Kundenkonto',
    documentDownload: 'Abruf eines Dokuments',
    documentFile: 'Datei eines Dokuments',
    documentLink: 'Zuordnung eines Dokuments',
    job: 'Auftrag',
    passport: 'Produktpass',
    passportAccess: 'Zugriff auf einen Produktpass',
    passportEvent: 'Ereignis eines Produktpasses',
    passportGrant: 'Berechtigung für Produktpässe',
    passportLink: 'Verweis eines Produktpasses',
    passportRegistryEntry: 'Registereintrag',
    passportRun: 'Seriennummernserie',
    passportTemplate: 'Vorlage',
    passportVersion: 'Fassung eines Produktpasses',
    priceSettings: 'Preiseinstellungen',
    productCategory: 'Kategorie eines Produkts',
    productWebsitePrice: 'Produktpreis einer Website',
  },
);

/** Titles of an entry's records; for subjects that are not declared records, the name in words. */
const titleOf = (records: Me['records'], { resource }: AuditItem): { readonly one: string; readonly many: string } =>
  records.named(resource)?.title ?? { one: inWords(resource), many: inWords(resource) };

/** Formats `passportVersion` as "Passport version". */
const inWords = (resource: string): string => {
  const words = SUBJECTS[resource] ?? resource.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Known values of a record: those that the change set, or those before a deletion. */
const valuesOf = ({ changes }: AuditRecord): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(changes).map(([name, [before, after]]) => [name, after ?? before]));

/** Entries with more records have no names, which would take too many requests. */
const NAMED_MOST = 50;

const Entries = ({ items }: { readonly items: readonly AuditItem[] }) => {
  const { records } = useMe();
  const unnamed = ({ resource }: AuditItem, record: AuditRecord): Unnamed => ({
    type: records.named(resource),
    id: record.id,
    values: valuesOf(record),
  });
  const named = items.filter((item) => item.records.length <= NAMED_MOST);
  const nameOf = useNames(named.flatMap((item) => item.records.map((record) => unnamed(item, record))));
  const label = (item: AuditItem, record: AuditRecord): string => {
    const name = nameOf(unnamed(item, record));
    return `${titleOf(records, item).one} ${record.id}${name === '' ? '' : `: ${name}`}`;
  };
  return (
    <Accordion variant="separated" multiple>
      {items.map((item, index) => {
        const type = records.named(item.resource);
        const [first] = item.records;
        return (
          <Accordion.Item key={`${item.id} ${index}`} value={`${item.id} ${index}`}>
            <Accordion.Control>
              <Who item={item} />{' '}
              {first && item.records.length === 1
                ? label(item, first)
                : `${titleOf(records, item).many}: ${t.records(item.records.length)}`}
            </Accordion.Control>
            <Accordion.Panel>
              <Stack>
                {item.records.map((record) => (
                  <div key={record.id}>
                    {type && <To address={type.addressOf(record.id)}>{label(item, record)}</To>}
                    <Changes type={type} action={item.action} changes={record.changes} />
                  </div>
                ))}
              </Stack>
            </Accordion.Panel>
          </Accordion.Item>
        );
      })}
    </Accordion>
  );
};

interface SecurityEvent {
  readonly id: number;
  readonly event: string;
  readonly caller: string;
  readonly address: string | null;
  readonly operation: string;
  readonly count: number;
  readonly last_at: string;
}

const EventList = () => {
  const nameOf = useCallerName();
  const query = useQuery({
    queryKey: ['audit-events'],
    queryFn: async () =>
      (await kontor.ask('GET', '/V1/audit/events/search?searchCriteria[pageSize]=100')) as {
        readonly items: readonly SecurityEvent[];
      },
  });
  return (
    <Loaded query={query}>
      {({ items }) => (
        <DataTable
          label={t.events}
          rows={items}
          keyOf={({ id }) => id}
          columns={[
            { title: t.event, isHeader: true, cell: ({ event }) => event.replace(/_/g, ' ') },
            { title: t.caller, cell: ({ caller }) => nameOf(caller) },
            { title: t.address, cell: ({ address }) => address },
            { title: t.operation, cell: ({ operation }) => operation },
            { title: t.count, isNumber: true, cell: ({ count }) => count },
            { title: t.last, cell: ({ last_at: at }) => formatInstant(at) },
          ]}
        />
      )}
    </Loaded>
  );
};
