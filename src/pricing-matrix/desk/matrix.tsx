import { Alert, Button, Fieldset, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  changesOf,
  DataTable,
  DayInput,
  type Filter,
  formatDecimal,
  inLanguage,
  isChangedMeanwhile,
  isElsewhere,
  kontor,
  KontorError,
  Loaded,
  matching,
  Page,
  Pages,
  Picker,
  readRecord,
  RecordActions,
  RecordForm,
  type RecordType,
  Refused,
  type Row,
  saidOf,
  search,
  Section,
  Small,
  type Tagged,
  To,
  today,
  useAct,
  useDraft,
  useMe,
  useOpen,
  usePath,
  useRows,
  type Values,
} from '../../../desk/src/index.js';

const t = inLanguage(
  {
    create: 'New matrix',
    conditions: 'Conditions',
    all: 'The matrix applies to a product if all of these conditions are met:',
    one: 'The matrix applies to a product if at least one of these conditions is met:',
    none: 'Without a condition, the matrix applies to no product.',
    sku: (value: string) => `The SKU is ${value}`,
    category: (value: string) => `The product is in the category ${value}`,
    attribute: (code: string, value: string) => `${code} is ${value}`,
    condition: 'Condition',
    kind: 'Condition on',
    kinds: { category_ids: 'Category', sku: 'SKU', attribute: 'Other attribute' },
    code: 'Attribute code',
    value: 'Value',
    pick: { category_ids: 'Category', sku: 'SKU' },
    add: 'Add condition',
    remove: 'Remove',
    customers: 'Customers',
    nobody: 'Without a customer, the matrix applies to no buyer.',
    customer: 'Customer',
    addCustomer: 'Add a customer',
    from: 'From',
    to: 'To',
    of: (name: string, customer: string) => `${name}: ${customer}`,
    current: (now: string, all: string) => `Today the matrix applies to ${now} of ${all} assigned customers.`,
    try: 'Check',
    save: 'Save',
    discard: 'Discard changes',
    remains: 'Saving would change nothing.',
    saved: 'Saved',
    tried: 'Nothing is saved yet. Saving would make these changes:',
    outcome: { added: 'added', changed: 'changed', removed: 'removed' },
    products: 'Products that currently match',
    matching: (count: string) => `${count} active products match.`,
    matchingOf: (count: string, most: string) => `${count} of the first ${most} active products match.`,
    draft: 'You have unsaved changes.',
    readOnly: 'You have the right to view this matrix, but not to change it.',
  },
  {
    create: 'Neue Matrix',
    conditions: 'Bedingungen',
    all: 'Die Matrix gilt für ein Produkt, wenn alle diese Bedingungen zutreffen:',
    one: 'Die Matrix gilt für ein Produkt, wenn mindestens eine dieser Bedingungen zutrifft:',
    none: 'Ohne Bedingung gilt die Matrix für kein Produkt.',
    sku: (value: string) => `Die SKU ist ${value}`,
    category: (value: string) => `Das Produkt ist in der Kategorie ${value}`,
    attribute: (code: string, value: string) => `${code} ist ${value}`,
    condition: 'Bedingung',
    kind: 'Bedingung für',
    kinds: { category_ids: 'Kategorie', sku: 'SKU', attribute: 'Anderes Attribut' },
    code: 'Attributcode',
    value: 'Wert',
    pick: { category_ids: 'Kategorie', sku: 'SKU' },
    add: 'Bedingung hinzufügen',
    remove: 'Entfernen',
    customers: 'Kunden',
    nobody: 'Ohne Kunden gilt die Matrix für keinen Käufer.',
    customer: 'Kunde',
    addCustomer: 'Kunden hinzufügen',
    from: 'Von',
    to: 'Bis',
    of: (name: string, customer: string) => `${name}: ${customer}`,
    current: (now: string, all: string) => `Heute gilt die Matrix für ${now} von ${all} Kunden.`,
    try: 'Prüfen',
    save: 'Speichern',
    discard: 'Änderungen verwerfen',
    remains: 'Das Speichern würde nichts ändern.',
    saved: 'Gespeichert',
    tried: 'Noch ist nichts gespeichert. Das Speichern würde diese Änderungen vornehmen:',
    outcome: { added: 'hinzugefügt', changed: 'geändert', removed: 'entfernt' },
    products: 'Derzeit passende Produkte',
    matching: (count: string) => `${count} aktive Produkte passen.`,
    matchingOf: (count: string, most: string) => `${count} der ersten ${most} aktiven Produkte passen.`,
    draft: 'Sie haben ungespeicherte Änderungen.',
    readOnly: 'Sie dürfen diese Matrix lesen, aber nicht ändern.',
  },
);

interface Condition {
  readonly attribute_code: string;
  readonly attribute_value: string;
}

interface Assigned {
  readonly customer_id: number;
  readonly from_date: string | null;
  readonly to_date: string | null;
}

interface Parts {
  readonly conditions: readonly Condition[];
  readonly customers: readonly Assigned[];
}

interface Stored extends Parts, Tagged {
  /** Tag of the state of the matrix with its rows; `etag` is of its header alone. */
  readonly whole: string | null;
}

/** What is entered, and what was stored when that began. */
interface Draft extends Partial<Parts> {
  readonly values: Values;
  readonly from: Stored;
}

const MATRIX = '/V1/pricing/productcustomermatrix';
const NEW: Stored = { row: { id: 0 }, etag: null, whole: null, conditions: [], customers: [] };

const readMatrix = async (type: RecordType, id: string): Promise<Stored> => {
  if (id === 'new') return NEW;
  const [{ etag }, { body, headers }] = await Promise.all([
    readRecord(type, id),
    kontor.answer('GET', `${MATRIX}/${id}/complete`),
  ]);
  const { conditions, customers, ...row } = body as Row & Parts;
  return {
    row,
    etag,
    whole: headers.get('ETag'),
    conditions: conditions.map(({ attribute_code, attribute_value }) => ({ attribute_code, attribute_value })),
    customers: customers.map(({ customer_id, from_date, to_date }) => ({ customer_id, from_date, to_date })),
  };
};

export default function Matrix() {
  const { id = '' } = usePath();
  const type = useMe().records.named('productCustomerMatrix');
  const query = useQuery({
    queryKey: ['matrix', id],
    enabled: type !== undefined,
    queryFn: () => readMatrix(type as RecordType, id),
  });
  return (
    <Loaded key={id} query={query} title={type?.title.one ?? ''}>
      {(stored) => type && <Whole type={type} id={id} stored={stored} />}
    </Loaded>
  );
}

type Outcome = Readonly<Record<'added' | 'changed' | 'removed', Parts>>;

/** A matrix with its conditions and customers as one form: saved together, in one transaction. */
const Whole = ({ type, id, stored }: { readonly type: RecordType; readonly id: string; readonly stored: Stored }) => {
  const [draft, setDraft] = useDraft<Draft>(`matrix/${id}`);
  const [tried, setTried] = useState<Outcome>();
  const { act, error, isBusy } = useAct();
  const open = useOpen();
  const from = draft?.from ?? stored;
  const { conditions = from.conditions, customers = from.customers } = draft ?? {};
  const values = { ...from.row, ...draft?.values };
  const set = (changed: Partial<Draft>): void => {
    setTried(undefined);
    setDraft({ ...draft, values: draft?.values ?? {}, from, ...changed });
  };
  const send = async (dryRun: 0 | 1): Promise<Outcome & { readonly matrix: Row }> => {
    const body = {
      productCustomerMatrixComplete: {
        ...changesOf(from.row, draft?.values ?? {}),
        ...(draft?.conditions && { conditions }),
        ...(draft?.customers && { customers }),
      },
    };
    try {
      const path = `${MATRIX}/${from.row.id}/complete?dryRun=${dryRun}`;
      const answer = await kontor.ask('PUT', path, { body, headers: matching(from.whole) });
      return answer as Outcome & { readonly matrix: Row };
    } catch (refusal) {
      if (draft && isChangedMeanwhile(refusal)) setDraft({ ...draft, from: await readMatrix(type, id) });
      throw refusal;
    }
  };
  const save = async (): Promise<void> => {
    const { matrix } = await send(0);
    setDraft(undefined);
    setTried(undefined);
    notifications.show({ message: t.saved });
    if (id === 'new') open(type.addressOf(matrix.id));
  };
  const faults = error instanceof KontorError ? error.faults.map((fault) => saidOf(fault).text) : [];
  const faultAt = (list: keyof Parts, index: number): string | undefined =>
    faults.find((text) => text.startsWith(`${list}[${index}]`))?.replace(/^\S+ /, '');
  const isAtRows = faults.length > 0 && faults.every((text) => /^(conditions|customers)\[/.test(text));
  const canSave = type.spec.rights.save.held;
  return (
    <Page
      title={id === 'new' ? t.create : `${type.title.one} ${type.nameOf(stored.row)}`}
      actions={
        <RecordActions
          type={type}
          row={from.row}
          etag={from.etag}
          isNew={id === 'new'}
          onRemoved={() => setDraft(undefined)}
        />
      }
    >
      {!canSave && <Alert color="gray">{t.readOnly}</Alert>}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          act(save);
        }}
      >
        <Fieldset variant="unstyled" disabled={!canSave}>
          <Stack maw={900}>
            {!isAtRows && isElsewhere(error, type) && <Refused error={error} />}
            <RecordForm
              type={type}
              values={values}
              onChange={(next) => set({ values: changesOf(from.row, next) })}
              error={error}
            />
            <Conditions
              isEither={values['attributes_relation'] === 'OR'}
              conditions={conditions}
              faultAt={(index) => faultAt('conditions', index)}
              onChange={(next) => set({ conditions: next })}
            />
            <Matching isEither={values['attributes_relation'] === 'OR'} conditions={conditions} />
            <Customers
              customers={customers}
              faultAt={(index) => faultAt('customers', index)}
              onChange={(next) => set({ customers: next })}
            />
            {tried && <Tried outcome={tried} />}
            {canSave && (
              <Group>
                <Button type="submit" disabled={!draft} loading={isBusy}>
                  {t.save}
                </Button>
                {draft && (
                  <>
                    <Button variant="default" disabled={isBusy} onClick={() => act(() => send(1), setTried)}>
                      {t.try}
                    </Button>
                    <Button variant="default" onClick={() => setDraft(undefined)}>
                      {t.discard}
                    </Button>
                    <Text size="sm" role="status">
                      {t.draft}
                    </Text>
                  </>
                )}
              </Group>
            )}
          </Stack>
        </Fieldset>
      </form>
    </Page>
  );
};

/** What a dry run would do to conditions and customers. */
const Tried = ({ outcome }: { readonly outcome: Outcome }) => {
  const lines = (['conditions', 'customers'] as const).map((list) => {
    const counts = (['added', 'changed', 'removed'] as const).flatMap((what) => {
      const { length } = outcome[what][list];
      return length === 0 ? [] : [`${formatDecimal(length)} ${t.outcome[what]}`];
    });
    return counts.length === 0 ? '' : `${t[list]}: ${counts.join(', ')}`;
  });
  const said = lines.filter((line) => line !== '');
  return (
    <div role="status">
      <Text>{said.length === 0 ? t.remains : t.tried}</Text>
      {said.map((line) => (
        <Text key={line}>{line}</Text>
      ))}
    </div>
  );
};

const Fault = ({ text }: { readonly text: string | undefined }) =>
  text !== undefined && (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {text}
    </Text>
  );

interface ListProps {
  readonly faultAt: (index: number) => string | undefined;
}

const Conditions = ({
  isEither,
  conditions,
  faultAt,
  onChange,
}: ListProps & {
  readonly isEither: boolean;
  readonly conditions: readonly Condition[];
  readonly onChange: (conditions: readonly Condition[]) => void;
}) => {
  const say = useSaid(conditions);
  return (
    <Section title={t.conditions}>
      {conditions.length > 0 && <Text>{isEither ? t.one : t.all}</Text>}
      <DataTable
        label={t.conditions}
        rows={conditions}
        keyOf={(_, index) => index}
        empty={t.none}
        columns={[
          {
            title: t.condition,
            isHeader: true,
            cell: (condition) => (
              <>
                {say(condition)}
                <Fault text={faultAt(conditions.indexOf(condition))} />
              </>
            ),
          },
          {
            title: '',
            cell: (condition) => (
              <Small
                label={t.remove}
                of={say(condition)}
                onClick={() => onChange(conditions.filter((one) => one !== condition))}
              />
            ),
          },
        ]}
      />
      <NewCondition onAdd={(condition) => onChange([...conditions, condition])} />
    </Section>
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
  const [kind, setKind] = useState<keyof typeof t.kinds>('category_ids');
  const [code, setCode] = useState('');
  const [value, setValue] = useState('');
  const attribute = kind === 'attribute' ? code.trim() : kind;
  const add = (): void => {
    onAdd({ attribute_code: attribute, attribute_value: value });
    setValue('');
  };
  return (
    <Group align="flex-end" mt="xs">
      <NativeSelect
        label={t.kind}
        value={kind}
        onChange={(event) => {
          setKind(event.currentTarget.value as keyof typeof t.kinds);
          setValue('');
        }}
        data={Object.entries(t.kinds).map(([name, label]) => ({ value: name, label }))}
      />
      {kind === 'attribute' ? (
        <>
          <TextInput label={t.code} value={code} onChange={(event) => setCode(event.currentTarget.value)} />
          <TextInput label={t.value} value={value} onChange={(event) => setValue(event.currentTarget.value)} />
        </>
      ) : (
        <Picker
          key={kind}
          label={t.pick[kind]}
          type={records.named(kind === 'sku' ? 'product' : 'category')}
          by={kind === 'sku' ? 'sku' : 'id'}
          value={value || null}
          onChange={(chosen) => setValue(chosen ?? '')}
        />
      )}
      <Button variant="default" disabled={attribute === '' || value === ''} onClick={add}>
        {t.add}
      </Button>
    </Group>
  );
};

const SHOWN = 50;

const isCurrent = ({ from_date: from, to_date: to }: Assigned): boolean =>
  (from === null || from <= today()) && (to === null || to >= today());

const Customers = ({
  customers,
  faultAt,
  onChange,
}: ListProps & {
  readonly customers: readonly Assigned[];
  readonly onChange: (customers: readonly Assigned[]) => void;
}) => {
  const type = useMe().records.named('customer');
  const [page, setPage] = useState(1);
  const shown = customers.slice((page - 1) * SHOWN, page * SHOWN);
  const rows = useRows(
    type,
    shown.map(({ customer_id: id }) => id),
  );
  const nameOf = ({ customer_id: id }: Assigned): string => {
    const row = rows.get(String(id));
    return row && type ? type.nameOf(row) : `#${id}`;
  };
  return (
    <Section title={t.customers}>
      <DataTable
        label={t.customers}
        rows={shown}
        keyOf={({ customer_id: id }) => id}
        empty={t.nobody}
        columns={[
          {
            title: t.customer,
            isHeader: true,
            cell: (one) => (
              <>
                {nameOf(one)}
                <Fault text={faultAt(customers.indexOf(one))} />
              </>
            ),
          },
          ...(['from', 'to'] as const).map((side) => ({
            title: t[side],
            cell: (one: Assigned) => (
              <DayInput
                miw={130}
                aria-label={t.of(t[side], nameOf(one))}
                value={one[`${side}_date`]}
                onChange={(day) =>
                  onChange(customers.map((other) => (other === one ? { ...one, [`${side}_date`]: day } : other)))
                }
              />
            ),
          })),
          {
            title: '',
            cell: (one) => (
              <Small
                label={t.remove}
                of={nameOf(one)}
                onClick={() => onChange(customers.filter((other) => other !== one))}
              />
            ),
          },
        ]}
      />
      <Pages count={customers.length} size={SHOWN} page={page} onChange={setPage} />
      {customers.length > 0 && (
        <Text mt="xs">
          {t.current(formatDecimal(customers.filter(isCurrent).length), formatDecimal(customers.length))}
        </Text>
      )}
      <Picker
        label={t.addCustomer}
        type={type}
        value={null}
        onChange={(id) =>
          id !== null &&
          !customers.some((one) => one.customer_id === Number(id)) &&
          onChange([...customers, { customer_id: Number(id), from_date: null, to_date: null }])
        }
      />
    </Section>
  );
};

/** Pages of products that are read to compare attributes, which a search can't. */
const PAGE = 300;
const PAGES_READ = 10;
const COMPARED = 'items[id,sku,name,category_ids,attributes],total_count';
const NAMED = 5;

const isMet = (product: Row, { attribute_code: code, attribute_value: value }: Condition): boolean => {
  if (code === 'sku') return product['sku'] === value;
  if (code === 'category_ids') return (product['category_ids'] as readonly number[]).map(String).includes(value);
  return [(product['attributes'] as Values | null)?.[code]].flat().some((one) => String(one ?? '') === value);
};

interface Matched {
  readonly items: readonly Row[];
  readonly count: number;
  /** How many products were compared, if not all. */
  readonly most?: number;
}

/** The active products that conditions match. */
const matchedBy = async (path: string, conditions: readonly Condition[], isEither: boolean): Promise<Matched> => {
  const isSearched = ({ attribute_code: code }: Condition): boolean => code === 'sku' || code === 'category_ids';
  const filters = conditions.filter(isSearched).map(({ attribute_code: field, attribute_value: value }): Filter => ({
    field,
    condition: field === 'category_ids' ? 'finset' : 'eq',
    value,
  }));
  const areAll = filters.length === conditions.length;
  const active = [{ field: 'is_active', condition: 'eq', value: 1 }];
  const where = [active, ...(isEither ? (areAll ? [filters] : []) : filters.map((one) => [one]))];
  if (areAll) {
    const { items, total_count: count } = await search(path, { where, pageSize: NAMED });
    return { items, count };
  }
  const found: Row[] = [];
  for (let page = 1; page <= PAGES_READ; page += 1) {
    const { items, total_count: total } = await search(path, { where, pageSize: PAGE, page, fields: COMPARED });
    found.push(
      ...items.filter((product) =>
        isEither ? conditions.some((one) => isMet(product, one)) : conditions.every((one) => isMet(product, one)),
      ),
    );
    if (page * PAGE >= total) return { items: found.slice(0, NAMED), count: found.length };
  }
  return { items: found.slice(0, NAMED), count: found.length, most: PAGES_READ * PAGE };
};

const Matching = ({
  isEither,
  conditions,
}: {
  readonly isEither: boolean;
  readonly conditions: readonly Condition[];
}) => {
  const type = useMe().records.named('product');
  const query = useQuery({
    queryKey: ['matching', isEither, conditions],
    enabled: conditions.length > 0 && type !== undefined,
    queryFn: () => matchedBy(`${type?.path}/search`, conditions, isEither),
  });
  if (conditions.length === 0 || !type?.spec.rights.read.held) return null;
  return (
    <Section title={t.products}>
      <Loaded query={query}>
        {({ items, count, most }) => (
          <Text>
            {most === undefined
              ? t.matching(formatDecimal(count))
              : t.matchingOf(formatDecimal(count), formatDecimal(most))}
            {items.map((product) => (
              <span key={product.id}>
                {' · '}
                <To address={type.addressOf(product.id)}>{type.nameOf(product)}</To>
              </span>
            ))}
          </Text>
        )}
      </Loaded>
    </Section>
  );
};
