import { ActionIcon, Badge, Button, Group, NativeSelect, Popover, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Filter } from '../api.js';
import { inLanguage } from '../language.js';
import { useMe } from '../me.js';
import { Icon } from '../parts/icon.js';
import { FieldCell, FieldInput, KINDS } from './kinds.js';
import { useRows } from './names.js';
import { type FieldSpec, labelOf, type RecordType } from './spec.js';

const t = inLanguage(
  {
    add: 'Add filter',
    field: 'Field',
    condition: 'Condition',
    apply: 'Apply',
    remove: (name: string) => `Remove filter: ${name}`,
    conditions: {
      like: 'contains',
      eq: 'is',
      neq: 'is not',
      in: 'is one of (separated by commas)',
      gteq: 'at least',
      lteq: 'at most',
      finset: 'contains',
      null: 'is empty',
      notnull: 'is not empty',
    } as Readonly<Record<string, string>>,
  },
  {
    add: 'Filter hinzufügen',
    field: 'Feld',
    condition: 'Bedingung',
    apply: 'Anwenden',
    remove: (name: string) => `Filter entfernen: ${name}`,
    conditions: {
      like: 'enthält',
      eq: 'ist',
      neq: 'ist nicht',
      in: 'ist eines von (durch Kommas getrennt)',
      gteq: 'mindestens',
      lteq: 'höchstens',
      finset: 'enthält',
      null: 'ist leer',
      notnull: 'ist nicht leer',
    } as Readonly<Record<string, string>>,
  },
);

const WITHOUT_VALUE: ReadonlySet<string> = new Set(['null', 'notnull']);
/** Conditions whose text the user types without wildcards. */
const TYPED: ReadonlySet<string> = new Set(['like', 'in']);

export const searchableFields = (type: RecordType): readonly FieldSpec[] =>
  type.spec.fields.filter(({ kind, searchable }) => searchable && KINDS[kind].conditions.length > 0);

/** A filter with the typed text converted to what the server compares. */
export const sentFilter = ({ field, condition, value }: Filter): Filter =>
  condition === 'like' ? { field, condition, value: `%${String(value)}%` } : { field, condition, value };

interface FiltersProps {
  readonly type: RecordType;
  readonly filters: readonly Filter[];
  readonly onChange: (filters: readonly Filter[]) => void;
}

/** The filters of a grid, combined with AND. */
export const Filters = ({ type, filters, onChange }: FiltersProps) => (
  <Group gap="xs">
    {filters.map((filter, index) => (
      <Chip
        key={`${filter.field} ${index}`}
        type={type}
        filter={filter}
        onRemove={() => onChange(filters.toSpliced(index, 1))}
      />
    ))}
    <NewFilter type={type} onAdd={(filter) => onChange([...filters, filter])} />
  </Group>
);

const Chip = ({
  type,
  filter,
  onRemove,
}: {
  readonly type: RecordType;
  readonly filter: Filter;
  readonly onRemove: () => void;
}) => {
  const { records } = useMe();
  const field = type.field(filter.field);
  const referred = records.named(field?.reference?.resource ?? '');
  const rows = useRows(referred, filter.value === undefined ? [] : [filter.value]);
  if (!field) return null;
  const nameOf = (_: FieldSpec, id: unknown): string | undefined => {
    const row = rows.get(String(id as number));
    return row && referred?.nameOf(row);
  };
  return (
    <Badge
      size="lg"
      radius="sm"
      color="gray"
      rightSection={
        <ActionIcon size="xs" aria-label={t.remove(labelOf(field.name))} onClick={onRemove}>
          <Icon name="cross" size={12} />
        </ActionIcon>
      }
    >
      {labelOf(field.name)} {t.conditions[filter.condition]}{' '}
      {!WITHOUT_VALUE.has(filter.condition) &&
        (TYPED.has(filter.condition) ? (
          String(filter.value)
        ) : (
          <FieldCell
            field={field.kind === 'references' ? { ...field, kind: 'reference' } : field}
            type={type}
            records={records}
            value={filter.value}
            nameOf={nameOf}
          />
        ))}
    </Badge>
  );
};

const NewFilter = ({ type, onAdd }: { readonly type: RecordType; readonly onAdd: (filter: Filter) => void }) => {
  const { records } = useMe();
  const fields = searchableFields(type);
  const [isOpen, setIsOpen] = useState(false);
  const [name, setName] = useState(type.firstColumns[0] ?? fields[0]?.name ?? 'id');
  const field = fields.find((one) => one.name === name) ?? fields[0];
  const conditions = field ? KINDS[field.kind].conditions : [];
  const [chosen, setChosen] = useState('');
  const condition = conditions.includes(chosen) ? chosen : (conditions[0] ?? 'eq');
  const [value, setValue] = useState<unknown>(null);
  if (!field) return null;
  const needsValue = !WITHOUT_VALUE.has(condition);
  const typed = TYPED.has(condition)
    ? ('text' as const)
    : field.kind === 'references'
      ? ('reference' as const)
      : field.kind;
  const sent = field.kind === 'flag' || field.kind === 'boolean' ? (value ?? 0) : value;
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-start"
      trapFocus
      withRoles={false}
      shadow="md"
      width={300}
    >
      <Popover.Target>
        <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t.add}
        </Button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t.add}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (needsValue && (sent === null || sent === '')) return;
            onAdd({ field: field.name, condition, ...(needsValue ? { value: sent as string | number } : {}) });
            setIsOpen(false);
            setValue(null);
          }}
        >
          <Stack gap="xs">
            <NativeSelect
              label={t.field}
              value={field.name}
              onChange={(event) => {
                setName(event.currentTarget.value);
                setValue(null);
              }}
              data={fields.map((one) => ({ value: one.name, label: labelOf(one.name) }))}
            />
            <NativeSelect
              label={t.condition}
              value={condition}
              onChange={(event) => setChosen(event.currentTarget.value)}
              data={conditions.map((one) => ({ value: one, label: t.conditions[one] ?? one }))}
            />
            {needsValue && (
              <FieldInput
                field={{ ...field, kind: typed, required: false, description: '', unit: null }}
                type={type}
                records={records}
                value={value}
                onChange={setValue}
              />
            )}
            <Button type="submit" size="xs">
              {t.apply}
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
};
