import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  Allowed,
  DataTable,
  DayInput,
  type Filter,
  formatDecimal,
  inLanguage,
  kontor,
  Loaded,
  Picker,
  Refused,
  type Row,
  search,
  Section,
  Small,
  StoredRecord,
  To,
  useAct,
  useDraft,
  useMe,
  usePath,
  useRows,
} from '../../../desk/src/index.js';

const t = inLanguage(
  {
    conditions: 'Conditions',
    all: 'The matrix applies to a product for which all of these hold:',
    one: 'The matrix applies to a product for which one of these holds:',
    none: 'Without a condition the matrix applies to no product.',
    sku: (value: string) => `The SKU is ${value}`,
    category: (value: string) => `The product is in the category ${value}`,
    attribute: (code: string, value: string) => `${code} is ${value}`,
    condition: 'Condition',
    code: 'Attribute: sku, category_ids, or an attribute of products',
    value: 'Value',
    category_: 'Category',
    add: 'Add',
    remove: 'Remove',
    customers: 'Customers',
    nobody: 'Without a customer the matrix applies to no buyer.',
    customer: 'Customer',
    from: 'From',
    to: 'To',
    try: 'Check',
    save: 'Save the whole matrix',
    discard: 'Discard',
    outcome: (added: number, changed: number, removed: number) =>
      `${added} rows added, ${changed} changed, ${removed} removed`,
    products: 'Products that match now',
    matching: (count: string) => `${count} active products match`,
    unknown: 'Conditions on other attributes can not be counted here. Try them in "Why this price".',
  },
  {
    conditions: 'Bedingungen',
    all: 'Die Matrix gilt für ein Produkt, auf das alle zutreffen:',
    one: 'Die Matrix gilt für ein Produkt, auf das eine zutrifft:',
    none: 'Ohne Bedingung gilt die Matrix für kein Produkt.',
    sku: (value: string) => `Die SKU ist ${value}`,
    category: (value: string) => `Das Produkt ist in der Kategorie ${value}`,
    attribute: (code: string, value: string) => `${code} ist ${value}`,
    condition: 'Bedingung',
    code: 'Attribut: sku, category_ids oder ein Attribut von Produkten',
    value: 'Wert',
    category_: 'Kategorie',
    add: 'Hinzufügen',
    remove: 'Entfernen',
    customers: 'Kunden',
    nobody: 'Ohne Kunden gilt die Matrix für keinen Käufer.',
    customer: 'Kunde',
    from: 'Von',
    to: 'Bis',
    try: 'Prüfen',
    save: 'Ganze Matrix speichern',
    discard: 'Verwerfen',
    outcome: (added: number, changed: number, removed: number) =>
      `${added} Zeilen hinzugefügt, ${changed} geändert, ${removed} entfernt`,
    products: 'Produkte, die jetzt passen',
    matching: (count: string) => `${count} aktive Produkte passen`,
    unknown:
      'Bedingungen zu anderen Attributen lassen sich hier nicht zählen. Probieren Sie sie unter „Warum dieser Preis“.',
  },
);

interface Condition {
  readonly id?: number;
  readonly attribute_code: string;
  readonly attribute_value: string;
}

interface Assigned {
  readonly id?: number;
  readonly customer_id: number;
  readonly from_date: string | null;
  readonly to_date: string | null;
}

interface Parts {
  readonly conditions: readonly Condition[];
  readonly customers: readonly Assigned[];
}

const MATRIX = '/V1/pricing/productcustomermatrix';

export default function Matrix() {
  const { id = '' } = usePath();
  const type = useMe().records.named('productCustomerMatrix');
  if (!type) return null;
  return (
    <StoredRecord key={id} type={type} id={id}>
      {(row) => <Whole row={row} />}
    </StoredRecord>
  );
}

const Whole = ({ row }: { readonly row: Row }) => {
  const query = useQuery({
    queryKey: ['matrix', row.id],
    queryFn: async (): Promise<Parts> => {
      const where = [[{ field: 'matrix_id', condition: 'eq', value: row.id }]];
      const [conditions, customers] = await Promise.all([
        search<Condition>(`${MATRIX}attribute/search`, { where, pageSize: 300 }),
        search<Assigned>(`${MATRIX}customer/search`, { where, pageSize: 300 }),
      ]);
      return { conditions: conditions.items, customers: customers.items };
    },
  });
  return <Loaded query={query}>{(stored) => <PartsForm row={row} stored={stored} />}</Loaded>;
};

interface Outcome {
  readonly added: Parts;
  readonly changed: Parts;
  readonly removed: Parts;
}

const count = ({ conditions, customers }: Parts): number => conditions.length + customers.length;

/** Conditions and customers as one form: saved together, in one transaction. */
const PartsForm = ({ row, stored }: { readonly row: Row; readonly stored: Parts }) => {
  const { records } = useMe();
  const [draft, setDraft] = useDraft<Parts>(`matrix/${row.id}`);
  const parts = draft ?? stored;
  const [outcome, setOutcome] = useState<Outcome>();
  const { act, error } = useAct();
  const set = (changed: Partial<Parts>): void => {
    setOutcome(undefined);
    setDraft({ ...parts, ...changed });
  };
  const send = async (dryRun: 0 | 1): Promise<void> => {
    const body = {
      productCustomerMatrixComplete: {
        conditions: parts.conditions.map(({ attribute_code, attribute_value }) => ({
          attribute_code,
          attribute_value,
        })),
        customers: parts.customers.map(({ customer_id, from_date, to_date }) => ({ customer_id, from_date, to_date })),
      },
    };
    setOutcome((await kontor.ask('PUT', `${MATRIX}/${row.id}/complete?dryRun=${dryRun}`, { body })) as Outcome);
    if (dryRun === 0) setDraft(undefined);
  };
  const customerType = records.named('customer');
  const customers = useRows(
    customerType,
    parts.customers.map(({ customer_id: id }) => id),
  );
  const say = useSaid(parts.conditions);
  return (
    <Stack>
      <Section title={t.conditions}>
        <Text>{row['attributes_relation'] === 'OR' ? t.one : t.all}</Text>
        <DataTable
          label={t.conditions}
          rows={parts.conditions}
          keyOf={(_, index) => index}
          empty={t.none}
          columns={[
            { title: t.condition, isHeader: true, cell: say },
            {
              title: '',
              cell: (condition) => (
                <Small
                  label={t.remove}
                  of={say(condition)}
                  onClick={() => set({ conditions: parts.conditions.filter((one) => one !== condition) })}
                />
              ),
            },
          ]}
        />
        <NewCondition onAdd={(condition) => set({ conditions: [...parts.conditions, condition] })} />
      </Section>
      <Matching row={row} conditions={parts.conditions} />
      <Section title={t.customers}>
        <DataTable
          label={t.customers}
          rows={parts.customers}
          keyOf={({ customer_id: id }) => id}
          empty={t.nobody}
          columns={[
            {
              title: t.customer,
              isHeader: true,
              cell: ({ customer_id: id }) => {
                const found = customers.get(String(id));
                return found && customerType ? customerType.nameOf(found) : `#${id}`;
              },
            },
            ...(['from_date', 'to_date'] as const).map((name) => ({
              title: name === 'from_date' ? t.from : t.to,
              cell: (one: Assigned) => (
                <DayInput
                  aria-label={name === 'from_date' ? t.from : t.to}
                  value={one[name]}
                  onChange={(day) =>
                    set({
                      customers: parts.customers.map((other) => (other === one ? { ...one, [name]: day } : other)),
                    })
                  }
                />
              ),
            })),
            {
              title: '',
              cell: (one) => (
                <Small
                  label={t.remove}
                  of={String(one.customer_id)}
                  onClick={() => set({ customers: parts.customers.filter((other) => other !== one) })}
                />
              ),
            },
          ]}
        />
        <Picker
          label={t.customer}
          type={customerType}
          value={null}
          onChange={(id) =>
            id !== null &&
            !parts.customers.some((one) => one.customer_id === Number(id)) &&
            set({ customers: [...parts.customers, { customer_id: Number(id), from_date: null, to_date: null }] })
          }
        />
      </Section>
      <Refused error={error} />
      {outcome && (
        <Text role="status">{t.outcome(count(outcome.added), count(outcome.changed), count(outcome.removed))}</Text>
      )}
      <Allowed to={['_ProductCustomerMatrix::save']}>
        <Group>
          <Button variant="default" disabled={!draft} onClick={() => act(() => send(1))}>
            {t.try}
          </Button>
          <Button disabled={!draft} onClick={() => act(() => send(0))}>
            {t.save}
          </Button>
          {draft && (
            <Button variant="default" onClick={() => setDraft(undefined)}>
              {t.discard}
            </Button>
          )}
        </Group>
      </Allowed>
    </Stack>
  );
};

/** Conditions in words, with the names of categories. */
const useSaid = (conditions: readonly Condition[]): ((condition: Condition) => string) => {
  const type = useMe().records.named('category');
  const ids = conditions.flatMap(({ attribute_code: code, attribute_value: value }) =>
    code === 'category_ids' ? [value] : [],
  );
  const rows = useRows(type, ids);
  return ({ attribute_code: code, attribute_value: value }) => {
    if (code === 'sku') return t.sku(value);
    const row = rows.get(value);
    if (code === 'category_ids') return t.category(row && type ? type.nameOf(row) : `#${value}`);
    return t.attribute(code, value);
  };
};

const NewCondition = ({ onAdd }: { readonly onAdd: (condition: Condition) => void }) => {
  const { records } = useMe();
  const [code, setCode] = useState('category_ids');
  const [value, setValue] = useState('');
  const add = (): void => {
    onAdd({ attribute_code: code, attribute_value: value });
    setValue('');
  };
  return (
    <Group align="flex-end" mt="xs">
      <TextInput label={t.code} value={code} onChange={(event) => setCode(event.currentTarget.value)} />
      {code === 'category_ids' ? (
        <Picker
          label={t.category_}
          type={records.named('category')}
          value={value || null}
          onChange={(id) => setValue(id ?? '')}
        />
      ) : (
        <TextInput label={t.value} value={value} onChange={(event) => setValue(event.currentTarget.value)} />
      )}
      <Button variant="default" disabled={code === '' || value === ''} onClick={add}>
        {t.add}
      </Button>
    </Group>
  );
};

const SHOWN = 5;

/** What the conditions match among active products, as far as products can be searched by them. */
const Matching = ({ row, conditions }: { readonly row: Row; readonly conditions: readonly Condition[] }) => {
  const type = useMe().records.named('product');
  const filters = conditions.map(({ attribute_code: field, attribute_value: value }): Filter => ({
    field,
    condition: field === 'category_ids' ? 'finset' : 'eq',
    value,
  }));
  const isCountable = filters.length > 0 && filters.every(({ field }) => field === 'sku' || field === 'category_ids');
  const where = [
    [{ field: 'is_active', condition: 'eq', value: 1 }],
    ...(row['attributes_relation'] === 'OR' ? [filters] : filters.map((one) => [one])),
  ];
  const query = useQuery({
    queryKey: ['matching', where],
    enabled: isCountable && type !== undefined,
    queryFn: () => search(`${type?.path}/search`, { where, pageSize: SHOWN }),
  });
  if (filters.length === 0 || !type) return null;
  return (
    <Section title={t.products}>
      {isCountable ? (
        <Loaded query={query}>
          {({ items, total_count: total }) => (
            <Text>
              {t.matching(formatDecimal(total))}
              {items.map((product) => (
                <span key={product.id}>
                  {' · '}
                  <To address={type.addressOf(product.id)}>{type.nameOf(product)}</To>
                </span>
              ))}
            </Text>
          )}
        </Loaded>
      ) : (
        <Text>{t.unknown}</Text>
      )}
    </Section>
  );
};
