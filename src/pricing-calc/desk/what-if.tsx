import {
  Alert,
  Badge,
  Button,
  Checkbox,
  Drawer,
  Group,
  Menu,
  NumberInput,
  Paper,
  SimpleGrid,
  Stack,
  Text,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import {
  changeRecord,
  changesOf,
  createRecord,
  DataTable,
  DayInput,
  deleteRecord,
  FieldCell,
  formatMoney,
  inLanguage,
  isElsewhere,
  kontor,
  labelOf,
  ManyPicker,
  Page,
  readRecord,
  RecordForm,
  type RecordType,
  Refused,
  Section,
  Small,
  type Tagged,
  today,
  type Unnamed,
  useAct,
  useDraft,
  useMe,
  useNames,
  useReferenceNames,
  useRows,
  type Values,
} from '../../../desk/src/index.js';
import type { Priced } from './answer.js';
import { CODES } from './words.js';

const t = inLanguage(
  {
    title: 'What if',
    about: 'Nothing is stored until you save. Your entries stay in this tab.',
    buyers: 'Customers',
    anonymous: 'Include a buyer who is not signed in',
    products: 'Products (SKU)',
    qty: 'Quantity',
    day: 'Day',
    records: 'Records that determine these prices',
    record: 'Record',
    source: 'Source',
    buyer: 'Buyer',
    notSignedIn: 'Not signed in',
    change: 'Change',
    leaveOut: 'Leave out',
    add: 'Add a record',
    changes: 'Your changes',
    noChanges: 'Change or leave out a record above, or add a record.',
    ops: { add: 'added', change: 'changed', remove: 'left out' },
    takeBack: 'Undo',
    edit: 'Edit',
    prices: 'Prices before and after',
    before: 'Before',
    after: 'After',
    difference: 'Difference',
    apply: 'Apply',
    save: 'Save these changes',
    discard: 'Discard all',
    saved: (count: number) => (count === 1 ? 'The change has been saved.' : `${count} changes have been saved.`),
    ask: 'Choose buyers and products first.',
    noPrice: 'no price',
  },
  {
    title: 'Was wäre wenn',
    about: 'Nichts wird gespeichert, bis Sie speichern. Ihre Eingaben bleiben in diesem Tab.',
    buyers: 'Kunden',
    anonymous: 'Einen nicht angemeldeten Käufer einbeziehen',
    products: 'Produkte (SKU)',
    qty: 'Menge',
    day: 'Tag',
    records: 'Datensätze, die diese Preise bestimmen',
    record: 'Datensatz',
    source: 'Quelle',
    buyer: 'Käufer',
    notSignedIn: 'Nicht angemeldet',
    change: 'Ändern',
    leaveOut: 'Weglassen',
    add: 'Datensatz hinzufügen',
    changes: 'Ihre Änderungen',
    noChanges: 'Ändern Sie oben einen Datensatz, lassen Sie einen weg oder fügen Sie einen hinzu.',
    ops: { add: 'hinzugefügt', change: 'geändert', remove: 'weggelassen' },
    takeBack: 'Zurücknehmen',
    edit: 'Bearbeiten',
    prices: 'Preise vorher und nachher',
    before: 'Vorher',
    after: 'Nachher',
    difference: 'Unterschied',
    apply: 'Übernehmen',
    save: 'Diese Änderungen speichern',
    discard: 'Alles verwerfen',
    saved: (count: number) => (count === 1 ? 'Die Änderung ist gespeichert.' : `${count} Änderungen sind gespeichert.`),
    ask: 'Wählen Sie zuerst Käufer und Produkte.',
    noPrice: 'kein Preis',
  },
);

interface Change {
  readonly resource: string;
  readonly op: 'add' | 'change' | 'remove';
  /** Of a record that exists: its state when the change was made. */
  readonly from?: Tagged;
  readonly values: Values;
}

interface Trial {
  readonly customers: readonly string[];
  readonly anonymous: boolean;
  readonly skus: readonly string[];
  readonly qty: string;
  readonly day: string;
  readonly changes: readonly Change[];
}

type Side = Priced & { readonly error?: { readonly message: string } };

interface Simulated {
  readonly sku: string;
  readonly before: Side;
  readonly after: Side;
}

const sentOf = ({ resource, op, from, values }: Change) => ({
  resource,
  op,
  ...(from ? { id: from.row.id } : {}),
  ...(op === 'remove' ? {} : { record: values }),
});

const EMPTY: Trial = { customers: [], anonymous: false, skus: [], qty: '1', day: today(), changes: [] };

/** A new record is most often for the buyer and the product in question. */
const startOf = (type: RecordType | undefined, { customers, skus }: Trial, rows: readonly Simulated[]): Values => ({
  ...(customers.length === 1 && type?.field('customer_id') ? { customer_id: Number(customers[0]) } : {}),
  ...(skus.length === 1 && rows[0] && type?.field('product_id') ? { product_id: rows[0].before.product_id } : {}),
});

/** The simulation for each buyer. */
const useSimulations = ({ customers, anonymous, skus, qty, day, changes }: Trial) => {
  const buyers: readonly (string | null)[] = [...customers, ...(anonymous ? [null] : [])];
  return useQueries({
    queries: buyers.map((customer) => {
      const body = {
        skus,
        qty: qty === '' ? '1' : qty,
        date: day,
        explain: 1,
        ...(customer === null ? {} : { customer_id: Number(customer) }),
        changes: changes.map(sentOf),
      };
      return {
        queryKey: ['simulate', body],
        enabled: skus.length > 0,
        retry: false,
        queryFn: async ({ signal }: { signal: AbortSignal }) => {
          const { items } = (await kontor.ask('POST', '/V1/pricing/simulate', { body, signal })) as {
            readonly items: readonly Simulated[];
          };
          return items.map((item) => ({ ...item, customer }));
        },
      };
    }),
    combine: (results) => ({
      rows: results.flatMap(({ data }) => data ?? []),
      error: results.map(({ error }) => error).find((error) => error !== null),
    }),
  });
};

export default function WhatIf() {
  const [draft, setDraft] = useDraft<Trial>('what-if');
  const trial = draft ?? EMPTY;
  const set = (changed: Partial<Trial>): void => setDraft({ ...trial, ...changed });
  const [editing, setEditing] = useState<{ readonly index: number; readonly change: Change }>();
  const { act, error: failure } = useAct();
  const { records } = useMe();
  const { rows, error } = useSimulations(trial);
  const buyers = useRows(records.named('customer'), trial.customers);
  const buyerName = (customer: string | null): string => {
    const row = buyers.get(customer ?? '');
    return customer === null ? t.notSignedIn : row ? (records.named('customer')?.nameOf(row) ?? customer) : customer;
  };
  const stored = ({ resource, from }: Change): readonly Unnamed[] =>
    from ? [{ type: records.named(resource), id: from.row.id, values: from.row }] : [];
  const nameOf = useNames(trial.changes.flatMap(stored));
  const put = ({ index, change }: { readonly index: number; readonly change: Change }): void =>
    set({ changes: index < trial.changes.length ? trial.changes.with(index, change) : [...trial.changes, change] });

  /** One after the other; what is saved leaves the list, so that a refusal keeps the rest. */
  const save = async (): Promise<void> => {
    let open = trial.changes;
    try {
      for (const { resource, op, from, values } of trial.changes) {
        const type = records.named(resource);
        if (!type) continue;
        if (!from) await createRecord(type, values);
        else if (op === 'remove') await deleteRecord(type, from);
        else await changeRecord(type, from, values);
        open = open.slice(1);
      }
    } finally {
      set({ changes: open });
    }
  };

  return (
    <Page title={t.title} about={t.about}>
      <Paper withBorder p="md">
        <Stack gap="sm">
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <ManyPicker
              label={t.buyers}
              type={records.named('customer')}
              value={trial.customers}
              most={10}
              onChange={(customers) => set({ customers })}
            />
            <ManyPicker
              label={t.products}
              type={records.named('product')}
              by="sku"
              value={trial.skus}
              most={10}
              onChange={(skus) => set({ skus })}
            />
            <NumberInput
              label={t.qty}
              value={trial.qty}
              min={0.0001}
              allowNegative={false}
              onChange={(qty) => set({ qty: String(qty) })}
            />
            <DayInput
              label={t.day}
              value={trial.day}
              clearable={false}
              onChange={(day) => set({ day: day ?? today() })}
            />
          </SimpleGrid>
          <Checkbox
            label={t.anonymous}
            checked={trial.anonymous}
            onChange={(event) => set({ anonymous: event.currentTarget.checked })}
          />
        </Stack>
      </Paper>
      {rows.length === 0 && !error && <Alert color="gray">{t.ask}</Alert>}
      {rows.length > 0 && (
        <Behind
          rows={rows}
          onChange={(type, from, op) => {
            const change: Change = { resource: type.name, op, from, values: {} };
            if (op === 'remove') put({ index: trial.changes.length, change });
            else setEditing({ index: trial.changes.length, change });
          }}
        />
      )}
      <Section
        title={t.changes}
        actions={
          <AddRecord
            onAdd={(resource) =>
              setEditing({
                index: trial.changes.length,
                change: { resource, op: 'add', values: startOf(records.named(resource), trial, rows) },
              })
            }
          />
        }
      >
        <DataTable
          label={t.changes}
          rows={trial.changes.map((change, index) => ({ change, index }))}
          keyOf={({ index }) => index}
          empty={t.noChanges}
          columns={[
            {
              title: t.record,
              isHeader: true,
              cell: ({ change }) =>
                stored(change).map((one) => titleOf(one, nameOf))[0] ??
                records.named(change.resource)?.title.one ??
                change.resource,
            },
            {
              title: '',
              cell: ({ change: { op, resource, values } }) => (
                <>
                  {t.ops[op]} {op !== 'remove' && <Entered type={records.named(resource)} values={values} />}
                </>
              ),
            },
            {
              title: '',
              cell: ({ change, index }) => (
                <Group gap="xs">
                  {change.op !== 'remove' && (
                    <Small label={t.edit} of={change.resource} onClick={() => setEditing({ index, change })} />
                  )}
                  <Small
                    label={t.takeBack}
                    of={change.resource}
                    onClick={() => set({ changes: trial.changes.toSpliced(index, 1) })}
                  />
                </Group>
              ),
            },
          ]}
        />
        <Refused error={error} />
        <Refused error={failure} />
      </Section>
      {rows.length > 0 && (
        <Section title={t.prices}>
          <DataTable
            label={t.prices}
            rows={rows}
            keyOf={({ customer, sku }) => `${customer} ${sku}`}
            isChosen={({ before, after }) => before.final_price !== after.final_price}
            columns={[
              { title: t.buyer, isHeader: true, cell: ({ customer }) => buyerName(customer) },
              { title: 'SKU', cell: ({ sku }) => sku },
              { title: t.before, isNumber: true, cell: ({ before }) => <Money side={before} /> },
              { title: t.after, isNumber: true, cell: ({ after }) => <Money side={after} /> },
              {
                title: t.difference,
                isNumber: true,
                cell: ({ before, after }) => <Difference before={before} after={after} />,
              },
            ]}
          />
        </Section>
      )}
      <Group>
        <Button
          disabled={trial.changes.length === 0}
          onClick={() => act(save, () => notifications.show({ message: t.saved(trial.changes.length) }))}
        >
          {t.save}
        </Button>
        <Button variant="default" disabled={draft === undefined} onClick={() => setDraft(undefined)}>
          {t.discard}
        </Button>
      </Group>
      <Drawer
        opened={editing !== undefined}
        onClose={() => setEditing(undefined)}
        position="right"
        size="lg"
        title={editing && (records.named(editing.change.resource)?.title.one ?? '')}
      >
        {editing && (
          <Edit
            change={editing.change}
            error={error}
            onDone={(change) => {
              put({ index: editing.index, change });
              setEditing(undefined);
            }}
          />
        )}
      </Drawer>
    </Page>
  );
}

/** "Customer price 7: 17850, 84406B" */
const titleOf = (one: Unnamed, nameOf: (one: Unnamed) => string): string =>
  [`${one.type?.title.one ?? ''} ${one.id}`, nameOf(one)].filter(Boolean).join(': ');

const Money = ({ side }: { readonly side: Side }) =>
  side.error ? (
    <Text size="sm" c="dimmed" title={side.error.message}>
      {t.noPrice}
    </Text>
  ) : (
    <>
      {formatMoney(side.final_price, side.currency)}{' '}
      <Badge color="gray" miw="max-content">
        {CODES[side.price_code] ?? side.price_code}
      </Badge>
    </>
  );

/** Values that someone entered, in the words of the form. */
const Entered = ({ type, values }: { readonly type: RecordType | undefined; readonly values: Values }) => {
  const { records } = useMe();
  const fields = Object.keys(values).flatMap((name) => type?.field(name) ?? []);
  const row = { id: 0, ...values };
  const nameOf = useReferenceNames(type, fields, [row]);
  return (
    <Text span c="dimmed" size="sm">
      {fields.map((field, index) => (
        <span key={field.name}>
          {index > 0 && ', '}
          {labelOf(field.name)}{' '}
          <FieldCell
            field={field}
            type={type}
            records={records}
            value={values[field.name]}
            nameOf={(one, id) => nameOf(one, id, row)}
          />
        </span>
      ))}
    </Text>
  );
};

const Difference = ({ before, after }: { readonly before: Side; readonly after: Side }) => {
  if (before.error || after.error) return null;
  const difference = (Number(after.final_price) - Number(before.final_price)).toFixed(4);
  return (
    <>
      {Number(difference) > 0 ? '+' : ''}
      {formatMoney(difference, after.currency)}
    </>
  );
};

/** The stored records among the candidates of all prices, each once. */
const Behind = ({
  rows,
  onChange,
}: {
  readonly rows: readonly Simulated[];
  readonly onChange: (type: RecordType, from: Tagged, op: 'change' | 'remove') => void;
}) => {
  const { records } = useMe();
  const { act, error } = useAct();
  const found = new Map(
    rows
      .flatMap(({ before }) => before.candidates ?? [])
      .flatMap((candidate) => {
        const type = records.named(candidate.record_type ?? '');
        return type && candidate.record_id !== null && candidate.record_id > 0
          ? [
              [
                `${type.name} ${candidate.record_id}`,
                { type, id: candidate.record_id, code: candidate.price_code },
              ] as const,
            ]
          : [];
      }),
  );
  const nameOf = useNames([...found.values()]);
  const titled = (one: Unnamed): string => titleOf(one, nameOf);
  const choose = ({ type, id }: { readonly type: RecordType; readonly id: number }, op: 'change' | 'remove'): void =>
    act(
      () => readRecord(type, id),
      (from) => onChange(type, from, op),
    );
  return (
    <Section title={t.records}>
      <Refused error={error} />
      <DataTable
        label={t.records}
        rows={[...found.values()]}
        keyOf={({ type, id }) => `${type.name} ${id}`}
        columns={[
          { title: t.record, isHeader: true, cell: titled },
          { title: t.source, cell: ({ code }) => CODES[code] ?? code },
          {
            title: '',
            cell: (one) => (
              <Group gap="xs">
                <Small label={t.change} of={titled(one)} onClick={() => choose(one, 'change')} />
                <Small label={t.leaveOut} of={titled(one)} onClick={() => choose(one, 'remove')} />
              </Group>
            ),
          },
        ]}
      />
    </Section>
  );
};

/** Records of prices are what a simulation takes. */
const AddRecord = ({ onAdd }: { readonly onAdd: (resource: string) => void }) => {
  const { records } = useMe();
  const types = records.all.filter(({ override, spec }) => override?.group === 'prices' && spec.rights.read.held);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default">
          {t.add}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {types.map(({ name, title }) => (
          <Menu.Item key={name} onClick={() => onAdd(name)}>
            {title.one}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};

const Edit = ({
  change,
  error,
  onDone,
}: {
  readonly change: Change;
  readonly error: Error | undefined;
  readonly onDone: (change: Change) => void;
}) => {
  const type = useMe().records.named(change.resource);
  const row = change.from?.row ?? {};
  const [values, setValues] = useState<Values>({ ...row, ...change.values });
  if (!type) return null;
  return (
    <Stack>
      {isElsewhere(error, type) && <Refused error={error} />}
      <RecordForm type={type} values={values} onChange={setValues} error={error} />
      <Group>
        <Button onClick={() => onDone({ ...change, values: changesOf(row, values) })}>{t.apply}</Button>
      </Group>
    </Stack>
  );
};
