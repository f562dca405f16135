import {
  ActionIcon,
  Box,
  Button,
  Checkbox,
  Group,
  Menu,
  Modal,
  NativeSelect,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { isChangedMeanwhile, type Filter, kontor, type Page as FoundPage, type Row, searchQuery } from '../api.js';
import { formatDecimal, inLanguage } from '../language.js';
import { useMe } from '../me.js';
import { useAct } from '../parts/act.js';
import { useAddress, usePath, writeAddress } from '../parts/address.js';
import { AskFirst } from '../parts/ask-first.js';
import { type Column, DataTable } from '../parts/data-table.js';
import { Icon } from '../parts/icon.js';
import { Loaded, Page } from '../parts/page.js';
import { Pages } from '../parts/pages.js';
import { Refused } from '../parts/refused.js';
import { To, ToButton } from '../parts/to.js';
import { Filters, sentFilter } from './filters.js';
import { faultsByField, isElsewhere } from './form.js';
import { FieldCell, FieldInput, KINDS } from './kinds.js';
import { useNames, useReferenceNames } from './names.js';
import { CSV_ROWS_MAX, saveCsv } from './save-csv.js';
import { changeRecord, changesOf, deleteRecord, formerOf, inTurn, type Tagged, type Values } from './saving.js';
import { type FieldSpec, labelOf, type RecordType } from './spec.js';
import { tellSaved } from './undo.js';

const t = inLanguage(
  {
    create: 'New',
    csv: 'Save as CSV',
    find: 'Find',
    columns: 'Columns',
    count: (count: string) => `${count} found`,
    nothing: 'No records match. Remove a filter, or create a record.',
    size: 'Rows',
    select: (name: string) => `Select ${name}`,
    selectAll: 'Select all rows on this page',
    selected: (count: number) => `${count} selected`,
    change: 'Change',
    remove: 'Delete',
    clear: 'Clear selection',
    edit: (name: string) => `Edit ${name}`,
    save: 'Save',
    cancel: 'Cancel',
    changeTitle: (count: number) => (count === 1 ? 'Change one record' : `Change ${count} records`),
    field: 'Field',
    removeTitle: (count: number) => (count === 1 ? 'Delete this record?' : `Delete ${count} records?`),
    removeAbout: 'A deletion cannot be undone. Records that refer to a deleted record may be deleted too.',
    removed: (count: number) => `${count} deleted`,
    failed: (count: number) => `${count} rejected. First reason: `,
    unknown: 'This type of record does not exist, or you do not have the right to see it.',
  },
  {
    create: 'Neu',
    csv: 'Als CSV speichern',
    find: 'Suchen',
    columns: 'Spalten',
    count: (count: string) => `${count} gefunden`,
    nothing: 'Keine passenden Datensätze. Entfernen Sie einen Filter oder legen Sie einen Datensatz an.',
    size: 'Zeilen',
    select: (name: string) => `${name} auswählen`,
    selectAll: 'Alle Zeilen dieser Seite auswählen',
    selected: (count: number) => `${count} ausgewählt`,
    change: 'Ändern',
    remove: 'Löschen',
    clear: 'Auswahl aufheben',
    edit: (name: string) => `${name} bearbeiten`,
    save: 'Speichern',
    cancel: 'Abbrechen',
    changeTitle: (count: number) => (count === 1 ? 'Einen Datensatz ändern' : `${count} Datensätze ändern`),
    field: 'Feld',
    removeTitle: (count: number) => (count === 1 ? 'Diesen Datensatz löschen?' : `${count} Datensätze löschen?`),
    removeAbout:
      'Eine Löschung lässt sich nicht rückgängig machen. Datensätze, die auf diese verweisen, werden möglicherweise mitgelöscht.',
    removed: (count: number) => `${count} gelöscht`,
    failed: (count: number) => `${count} abgelehnt. Erster Grund: `,
    unknown: 'Diese Art von Datensatz gibt es nicht, oder Sie haben nicht das Recht, sie zu sehen.',
  },
);

export default function GridPage() {
  const { resource = '' } = usePath();
  const type = useMe().records.named(resource);
  if (!type) return <Page title={t.unknown}>{null}</Page>;
  return (
    <Page key={resource} title={type.title.many}>
      <Grid type={type} />
    </Page>
  );
}

interface GridState {
  readonly filters: readonly Filter[];
  readonly text: string;
  readonly sort: string;
  readonly page: number;
  readonly size: number;
}

const SIZES = ['20', '50', '100', '300'];

const stateOf = (state: Readonly<Record<string, string | undefined>>): GridState => {
  let filters: readonly Filter[] = [];
  try {
    filters = JSON.parse(state['where'] ?? '[]') as readonly Filter[];
  } catch {
    // Someone edited the address by hand.
  }
  return {
    filters,
    text: state['find'] ?? '',
    sort: state['sort'] ?? '',
    page: Math.max(1, Number(state['page'] ?? 1) || 1),
    size: Number(state['size'] ?? SIZES[0]) || 20,
  };
};

/** The criteria of a grid's search, also used to export its rows. */
export const criteriaOf = (type: RecordType, { filters, text, sort, page, size }: GridState) => ({
  where: [
    ...filters.map((filter) => [sentFilter(filter)]),
    ...(text === '' ? [] : [type.names.map((field) => ({ field, condition: 'like', value: `%${text}%` }))]),
  ],
  sort:
    sort === ''
      ? []
      : [{ field: sort.replace('-', ''), direction: sort.startsWith('-') ? ('DESC' as const) : ('ASC' as const) }],
  page,
  pageSize: size,
});

type TaggedPage = FoundPage & { readonly etags?: readonly string[] };

const useFound = (type: RecordType, state: GridState) =>
  useQuery({
    queryKey: ['grid', type.name, state],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<{ readonly rows: readonly Tagged[]; readonly count: number }> => {
      const path = `${type.path}/search${searchQuery(criteriaOf(type, state))}&etags=1`;
      const { items, etags, total_count: count } = (await kontor.ask('GET', path, { signal })) as TaggedPage;
      return { rows: items.map((row, index) => ({ row, etag: etags?.[index] ?? null })), count };
    },
  });

interface GridProps {
  readonly type: RecordType;
  /** Filters set by the surrounding screen. */
  readonly fixed?: readonly Filter[];
}

/** The grid for any record. The address holds its filters, sort order and page. */
export const Grid = ({ type, fixed = [] }: GridProps) => {
  const [address, setAddress] = useAddress();
  const [text, setText] = useState(address['find'] ?? '');
  const [typed] = useDebouncedValue(text, 250);
  const [shown, setShown] = useState<readonly string[]>(type.firstColumns);
  const [selected, setSelected] = useState<readonly number[]>([]);
  const state = stateOf(address);
  useEffect(() => {
    if (typed !== (address['find'] ?? '')) setAddress({ find: typed || undefined, page: undefined });
    // Runs only when the typed text changes, not when the address does.
  }, [typed]);
  const searched = { ...state, filters: [...fixed, ...state.filters] };
  const query = useFound(type, searched);
  const { act, error, isBusy } = useAct();
  const columns = type.columns.filter(({ name }) => shown.includes(name) && !fixed.some(({ field }) => field === name));
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-end">
        <Group gap="xs" align="center">
          {type.names.length > 0 && (
            <TextInput
              aria-label={`${t.find}: ${type.names.map(labelOf).join(', ')}`}
              placeholder={type.names.map(labelOf).join(', ')}
              size="xs"
              w={240}
              value={text}
              leftSection={<Icon name="search" size={14} />}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
          <Filters
            type={type}
            filters={state.filters}
            onChange={(filters) =>
              setAddress({ where: filters.length === 0 ? undefined : JSON.stringify(filters), page: undefined })
            }
          />
        </Group>
        <Group gap="xs">
          <Text size="sm" role="status">
            {query.data && t.count(formatDecimal(query.data.count))}
          </Text>
          {type.spec.rights.save.held && (
            <ToButton
              address={`${type.addressOf('new')}${writeAddress(Object.fromEntries(fixed.map(({ field, value }) => [field, value])))}`}
            >
              {t.create}
            </ToButton>
          )}
          <ColumnMenu type={type} shown={shown} onChange={setShown} />
          {query.data && query.data.count > 0 && query.data.count <= CSV_ROWS_MAX && (
            <Button
              size="xs"
              variant="default"
              loading={isBusy}
              onClick={() => act(() => saveCsv(type, criteriaOf(type, searched)))}
            >
              {t.csv}
            </Button>
          )}
        </Group>
      </Group>
      <Refused error={error} />
      <Loaded query={query}>
        {({ rows, count }) => (
          <>
            {selected.length > 0 && (
              <Selection
                type={type}
                rows={rows.filter(({ row }) => selected.includes(row.id))}
                onDone={() => setSelected([])}
              />
            )}
            <Rows
              type={type}
              rows={rows}
              columns={columns}
              sort={state.sort}
              onSort={(sort) => setAddress({ sort, page: undefined })}
              selected={selected}
              onSelect={setSelected}
            />
            <Group justify="space-between">
              <Pages
                count={count}
                size={state.size}
                page={state.page}
                onChange={(page) => setAddress({ page: String(page) }, true)}
              />
              {count > Number(SIZES[0]) && (
                <NativeSelect
                  size="xs"
                  aria-label={t.size}
                  value={String(state.size)}
                  onChange={(event) => setAddress({ size: event.currentTarget.value, page: undefined })}
                  data={SIZES.map((size) => ({ value: size, label: `${size} ${t.size}` }))}
                />
              )}
            </Group>
          </>
        )}
      </Loaded>
    </Stack>
  );
};

const ColumnMenu = ({
  type,
  shown,
  onChange,
}: {
  readonly type: RecordType;
  readonly shown: readonly string[];
  readonly onChange: (shown: readonly string[]) => void;
}) => (
  <Menu closeOnItemClick={false} position="bottom-end">
    <Menu.Target>
      <Button size="xs" variant="default">
        {t.columns}
      </Button>
    </Menu.Target>
    <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
      {type.columns.map(({ name }) => {
        const isShown = shown.includes(name);
        return (
          <Menu.Item
            key={name}
            role="menuitemcheckbox"
            aria-checked={isShown}
            leftSection={isShown ? <Icon name="check" size={14} /> : <span style={{ width: 14 }} />}
            onClick={() => onChange(isShown ? shown.filter((one) => one !== name) : [...shown, name])}
          >
            {labelOf(name)}
          </Menu.Item>
        );
      })}
    </Menu.Dropdown>
  </Menu>
);

interface RowsProps {
  readonly type: RecordType;
  readonly rows: readonly Tagged[];
  readonly columns: readonly FieldSpec[];
  readonly sort: string;
  readonly onSort: (sort: string | undefined) => void;
  readonly selected: readonly number[];
  readonly onSelect: (ids: readonly number[]) => void;
}

/** Sorts by the business key if there is one: users sort products by SKU, not by id. */
const sortName = (type: RecordType, { name }: FieldSpec): string =>
  type.spec.fields.find(({ key_of: key }) => key?.field === name)?.name ?? name;

const isInPlace = ({ read_only: isReadOnly, kind }: FieldSpec): boolean => !isReadOnly && !KINDS[kind].isWide;

interface InPlaceProps {
  /** Whether the keyboard starts here. */
  readonly isFirst: boolean;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly children: ReactNode;
}

/** An input in a cell. */
const InPlace = ({ isFirst, onKeyDown, children }: InPlaceProps) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFirst) box.current?.querySelector<HTMLElement>('input, select')?.focus();
  }, [isFirst]);
  return (
    <Box ref={box} miw={120} onKeyDown={onKeyDown}>
      {children}
    </Box>
  );
};

/** A row being edited in place. */
interface Edit {
  readonly id: number;
  readonly values: Values;
  readonly error?: Error;
}

const Rows = ({ type, rows, columns, sort, onSort, selected, onSelect }: RowsProps) => {
  const { records } = useMe();
  const queries = useQueryClient();
  const [edit, setEdit] = useState<Edit>();
  const plainRows = rows.map(({ row }) => row);
  const nameOf = useReferenceNames(type, columns, plainRows);
  const titleOf = useNames(plainRows.map((row) => ({ type, id: row.id, values: row })));
  const labelOfRow = (row: Row): string => titleOf({ type, id: row.id, values: row }) || type.nameOf(row);
  const ids = plainRows.map(({ id }) => id);
  const isAll = ids.every((id) => selected.includes(id));
  const faults = faultsByField(edit?.error, type);
  const save = async (tagged: Tagged): Promise<void> => {
    const changes = changesOf(tagged.row, edit?.values ?? {});
    if (Object.keys(changes).length === 0) return setEdit(undefined);
    try {
      const now = await changeRecord(type, tagged, changes);
      setEdit(undefined);
      const reload = () => queries.invalidateQueries();
      await reload();
      tellSaved(type, [{ former: formerOf(tagged.row, changes), now }], reload);
    } catch (error) {
      if (isChangedMeanwhile(error)) await queries.invalidateQueries();
      setEdit({ id: tagged.row.id, values: edit?.values ?? {}, error: error as Error });
    }
  };
  const shown = (field: FieldSpec, row: Row) => (
    <FieldCell
      field={field}
      type={type}
      records={records}
      value={row[field.name]}
      nameOf={(one, id) => nameOf(one, id, row)}
    />
  );
  const input = (field: FieldSpec, tagged: Tagged, { id, values }: Edit) => (
    <InPlace
      isFirst={field === columns.find(isInPlace)}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Escape') setEdit(undefined);
        if (event.key === 'Enter' && (event.target as Element).getAttribute('aria-haspopup') === null)
          void save(tagged);
      }}
    >
      <FieldInput
        isCompact
        field={field}
        type={type}
        records={records}
        value={field.name in values ? values[field.name] : tagged.row[field.name]}
        error={faults.get(field.name)}
        onChange={(value) => setEdit({ id, values: { ...values, [field.name]: value } })}
      />
    </InPlace>
  );
  const cell = (field: FieldSpec, tagged: Tagged, isFirst: boolean) => {
    const { row } = tagged;
    if (edit?.id === row.id && isInPlace(field)) return input(field, tagged, edit);
    if (!isFirst) return shown(field, row);
    const isEmpty = row[field.name] === null || row[field.name] === '';
    return <To address={type.addressOf(row.id)}>{isEmpty ? type.nameOf(row) : shown(field, row)}</To>;
  };
  const heading = (field: FieldSpec): Pick<Column<Tagged>, 'title' | 'sort'> => {
    const label = labelOf(field.name);
    if (!field.searchable || field.kind === 'references') return { title: label };
    const name = sortName(type, field);
    const now = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : 'none';
    const next = now === 'none' ? name : now === 'ascending' ? `-${name}` : undefined;
    const title = (
      <button type="button" className="sort" onClick={() => onSort(next)}>
        {label}
        {now !== 'none' && <Icon name={now === 'ascending' ? 'up' : 'down'} size={12} />}
      </button>
    );
    return { title, sort: now };
  };
  const check: Column<Tagged> = {
    title: (
      <Checkbox
        size="xs"
        aria-label={t.selectAll}
        checked={isAll}
        indeterminate={!isAll && ids.some((id) => selected.includes(id))}
        onChange={() => onSelect(isAll ? [] : ids)}
      />
    ),
    cell: ({ row }) => (
      <Checkbox
        size="xs"
        aria-label={t.select(labelOfRow(row))}
        checked={selected.includes(row.id)}
        onChange={({ currentTarget: { checked } }) =>
          onSelect(checked ? [...selected, row.id] : selected.filter((id) => id !== row.id))
        }
      />
    ),
  };
  const actions: Column<Tagged> = {
    title: '',
    cell: (tagged) =>
      edit?.id === tagged.row.id ? (
        <Group gap={4} wrap="nowrap">
          <ActionIcon aria-label={t.save} onClick={() => void save(tagged)}>
            <Icon name="check" size={16} />
          </ActionIcon>
          <ActionIcon aria-label={t.cancel} onClick={() => setEdit(undefined)}>
            <Icon name="cross" size={16} />
          </ActionIcon>
        </Group>
      ) : (
        <ActionIcon
          size="sm"
          aria-label={t.edit(labelOfRow(tagged.row))}
          onClick={() => setEdit({ id: tagged.row.id, values: {} })}
        >
          <Icon name="pencil" size={14} />
        </ActionIcon>
      ),
  };
  const { save: saving, delete: deleting } = type.spec.rights;
  return (
    <>
      {isElsewhere(edit?.error, type) && <Refused error={edit?.error} />}
      <DataTable
        label={type.title.many}
        rows={rows}
        keyOf={({ row }) => row.id}
        empty={t.nothing}
        columns={[
          ...(saving.held || deleting.held ? [check] : []),
          ...(saving.held ? [actions] : []),
          ...columns.map((field, index) => ({
            ...heading(field),
            isNumber: KINDS[field.kind].isNumber ?? false,
            isHeader: index === 0,
            cell: (tagged: Tagged) => cell(field, tagged, index === 0),
          })),
        ]}
      />
    </>
  );
};

/** Actions for several selected rows. */
const Selection = ({
  type,
  rows,
  onDone,
}: {
  readonly type: RecordType;
  readonly rows: readonly Tagged[];
  readonly onDone: () => void;
}) => {
  const [doing, setDoing] = useState<'change' | 'remove'>();
  const queries = useQueryClient();
  const { save, delete: deleting } = type.spec.rights;
  const finish = async (failed: readonly { readonly error?: Error }[]): Promise<void> => {
    setDoing(undefined);
    onDone();
    await queries.invalidateQueries();
    const [first] = failed;
    if (first?.error)
      notifications.show({
        color: 'red',
        autoClose: false,
        message: `${t.failed(failed.length)}${first.error.message}`,
      });
  };
  const remove = async (): Promise<void> => {
    const outcomes = await inTurn(rows, (tagged) => deleteRecord(type, tagged));
    const failed = outcomes.filter(({ error }) => error);
    notifications.show({ message: t.removed(outcomes.length - failed.length) });
    await finish(failed);
  };
  const change = async (changes: Values): Promise<void> => {
    const outcomes = await inTurn(rows, (tagged) => changeRecord(type, tagged, changes));
    tellSaved(
      type,
      outcomes.flatMap(({ item, result }) => (result ? [{ former: formerOf(item.row, changes), now: result }] : [])),
      () => queries.invalidateQueries(),
    );
    await finish(outcomes.filter(({ error }) => error));
  };
  return (
    <Group gap="xs" role="toolbar" aria-label={t.selected(rows.length)}>
      <Text size="sm" fw={600}>
        {t.selected(rows.length)}
      </Text>
      {save.held && (
        <Button size="xs" variant="default" onClick={() => setDoing('change')}>
          {t.change}
        </Button>
      )}
      {deleting.held && (
        <Button size="xs" variant="outline" color="red" onClick={() => setDoing('remove')}>
          {t.remove}
        </Button>
      )}
      <Button size="xs" variant="subtle" onClick={onDone}>
        {t.clear}
      </Button>
      <AskFirst
        isOpen={doing === 'remove'}
        title={t.removeTitle(rows.length)}
        about={t.removeAbout}
        yes={t.remove}
        no={t.cancel}
        onYes={() => void remove()}
        onNo={() => setDoing(undefined)}
      />
      <Modal opened={doing === 'change'} onClose={() => setDoing(undefined)} title={t.changeTitle(rows.length)}>
        <ChangeMany type={type} onSave={(changes) => void change(changes)} />
      </Modal>
    </Group>
  );
};

const ChangeMany = ({ type, onSave }: { readonly type: RecordType; readonly onSave: (changes: Values) => void }) => {
  const { records } = useMe();
  const [name, setName] = useState(type.inputs.find(({ required }) => !required)?.name ?? type.inputs[0]?.name ?? '');
  const [value, setValue] = useState<unknown>(null);
  const field = type.inputs.find((one) => one.name === name);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSave({ [name]: value });
      }}
    >
      <Stack>
        <NativeSelect
          label={t.field}
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setValue(null);
          }}
          data={type.inputs.map((one) => ({ value: one.name, label: labelOf(one.name) }))}
        />
        {field && (
          <FieldInput
            field={{ ...field, required: false }}
            type={type}
            records={records}
            value={value}
            onChange={setValue}
          />
        )}
        <Button type="submit">{t.save}</Button>
      </Stack>
    </form>
  );
};
