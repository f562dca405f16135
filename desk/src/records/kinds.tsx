import {
  Button,
  Fieldset,
  Group,
  JsonInput,
  MultiSelect,
  NativeSelect,
  NumberInput,
  PasswordInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { formatDay, formatDecimal, formatInstant, inLanguage, language } from '../language.js';
import { DayInput } from '../parts/day-input.js';
import { ManyPicker, Picker } from '../parts/picker.js';
import { GERMAN_DESCRIPTIONS } from '../texts/descriptions.js';
import { objectOrUnset } from './optional-object.js';
import { type FieldSpec, type KindName, labelOf, type Records, type RecordType, titleOf } from './spec.js';

const t = inLanguage(
  {
    yes: 'yes',
    no: 'no',
    add: 'Add',
    remove: 'Remove',
    value: 'Value',
    name: 'Name',
    instant: 'YYYY-MM-DD HH:MM:SS (UTC)',
  },
  {
    yes: 'ja',
    no: 'nein',
    add: 'Hinzufügen',
    remove: 'Entfernen',
    value: 'Wert',
    name: 'Name',
    instant: 'JJJJ-MM-TT HH:MM:SS (UTC)',
  },
);

/** What a cell or an input needs in addition to its value. */
interface Surroundings {
  readonly field: FieldSpec;
  /** The record type that has the field; undefined for content without a declaration. */
  readonly type: RecordType | undefined;
  readonly records: Records;
}

export interface CellProps extends Surroundings {
  readonly value: unknown;
  /** Name of the record that a reference points to. */
  readonly nameOf?: (field: FieldSpec, id: unknown) => string | undefined;
}

export interface InputProps extends Surroundings {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly error?: ReactNode;
  /** In a grid cell: only screen readers get the label. */
  readonly isCompact?: boolean;
}

interface Kind {
  readonly cell: (props: CellProps) => ReactNode;
  readonly input: (props: InputProps) => ReactNode;
  /** Conditions that a filter offers; empty if the field cannot be searched. */
  readonly conditions: readonly string[];
  readonly isNumber?: boolean;
  /** Whether the input takes the whole width of a form. */
  readonly isWide?: boolean;
}

const TEXTS = ['like', 'eq', 'neq', 'in', 'null', 'notnull'] as const;
const AMOUNTS = ['eq', 'gteq', 'lteq', 'neq', 'null', 'notnull'] as const;

const plain = ({ value }: CellProps): ReactNode =>
  value === null || value === undefined ? '' : String(value as string);

/** Adapts a description written for API clients: field names become labels, and null becomes an empty input. */
const forPeople = (description: string): string =>
  description
    .replace(/^[\w -]+ flag: 1 (if|for) /, 'On $1 ')
    .replace(/^(?:Status|Activation status): 1 active(?: \(default\))?, 0 inactive\. /, '')
    .replace(/\. (?:A write|Sending this field) replaces the whole list/, '')
    .replace(/`(\w+)`/g, (_, name: string) => labelOf(name))
    .replace(/\bnull\b/g, 'empty');

const Described = ({ text }: { readonly text: string }) => {
  const german = language === 'de' ? GERMAN_DESCRIPTIONS[text] : undefined;
  return german === undefined ? <span lang="en">{forPeople(text)}</span> : <>{german}</>;
};

/** The description of a field, with the provision that requires it. */
const About = ({ field: { description, label, cite } }: { readonly field: FieldSpec }) => (
  <>
    {/* The descriptions of a vocabulary are in the language of the page. */}
    {label === undefined ? <Described text={description} /> : description}
    {cite !== undefined && (
      <Text span inherit fs="italic">
        {' '}
        {cite}
      </Text>
    )}
  </>
);

const common = ({ field, error, isCompact }: InputProps) => {
  const label = field.unit === null ? titleOf(field) : `${titleOf(field)} (${field.unit})`;
  return isCompact
    ? { 'aria-label': label, error, required: field.required }
    : { label, error, required: field.required, description: <About field={field} /> };
};

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value as string));
const orNull = (text: string): string | null => (text === '' ? null : text);

const text: Kind = {
  cell: plain,
  input: (props) => (
    <TextInput
      {...common(props)}
      value={textOf(props.value)}
      onChange={(event) => props.onChange(orNull(event.currentTarget.value))}
    />
  ),
  conditions: TEXTS,
};

/** Names of money fields, shown with two decimals: 2.10, not 2.1. */
const AMOUNT = /^(.*_price|price|value|cost|msrp)$/;

const number = (decimals: (field: FieldSpec) => number): Kind => ({
  cell: ({ value, field, type }) =>
    value === null || value === undefined
      ? ''
      : (type?.wordOf(field.name, value) ??
        (/(^|_)id$|version$/.test(field.name)
          ? String(value as number)
          : formatDecimal(value as string, AMOUNT.test(field.name) ? { least: 2 } : {}))),
  input: (props) => {
    const { field, type, value, onChange } = props;
    const words = type?.wordsOf(field.name);
    if (words)
      return (
        <NativeSelect
          {...common(props)}
          value={textOf(value)}
          onChange={(event) => onChange(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))}
          data={[{ value: '', label: '' }, ...Object.entries(words).map(([key, label]) => ({ value: key, label }))]}
        />
      );
    return (
      <NumberInput
        {...common(props)}
        value={textOf(value)}
        onChange={(next) => onChange(next === '' ? null : String(next))}
        decimalScale={decimals(field)}
        // The server explains what is out of range.
        clampBehavior="none"
        hideControls
      />
    );
  },
  conditions: AMOUNTS,
  isNumber: true,
});

const yesOrNo = (field: FieldSpec, type: RecordType | undefined, value: unknown): string =>
  type?.wordOf(field.name, Number(value)) ?? (Number(value) === 1 ? t.yes : t.no);

const flag: Kind = {
  cell: ({ value, field, type }) => (value === null || value === undefined ? '' : yesOrNo(field, type, value)),
  input: (props) => {
    const { field, value, onChange, isCompact, error } = props;
    return (
      <Switch
        {...(isCompact
          ? { 'aria-label': titleOf(field) }
          : { label: titleOf(field), description: <About field={field} /> })}
        error={error}
        checked={Number(value ?? field.default ?? 0) === 1}
        onChange={(event) => onChange(event.currentTarget.checked ? 1 : 0)}
      />
    );
  },
  conditions: ['eq'],
};

/** Yes, no or no answer. */
const answer: Kind = {
  ...flag,
  input: (props) => (
    <NativeSelect
      {...common(props)}
      value={props.value === true ? 'yes' : props.value === false ? 'no' : ''}
      onChange={({ currentTarget: { value } }) => props.onChange(value === '' ? null : value === 'yes')}
      data={[
        { value: '', label: '' },
        { value: 'yes', label: t.yes },
        { value: 'no', label: t.no },
      ]}
    />
  ),
};

/** A text in several languages. */
const Texts = (props: InputProps) => {
  const values = (props.value ?? {}) as Readonly<Record<string, string>>;
  const languages = [...new Set(['en', 'de', ...Object.keys(values)])];
  const set = (language: string, text: string): void => {
    const { [language]: _former, ...others } = values;
    const next = text === '' ? others : { ...others, [language]: text };
    props.onChange(Object.keys(next).length === 0 ? null : next);
  };
  return (
    <Fieldset legend={titleOf(props.field)}>
      <Text size="xs" c="dimmed">
        <About field={props.field} />
      </Text>
      {props.error !== undefined && <Text c="var(--mantine-color-error)">{props.error}</Text>}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {languages.map((language) => (
          <Textarea
            key={language}
            label={language}
            aria-label={`${titleOf(props.field)}, ${language}`}
            autosize
            value={values[language] ?? ''}
            onChange={(event) => set(language, event.currentTarget.value)}
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  );
};

const referenceCell = ({ value, field, nameOf }: CellProps): ReactNode =>
  value === null || value === undefined ? '' : (nameOf?.(field, value) ?? `#${String(value as number)}`);

type Values = Readonly<Record<string, unknown>>;

/** Fields of an object; also used for a whole form. */
const Inner = ({
  fields,
  values,
  onChange,
  ...surroundings
}: Omit<Surroundings, 'field'> & {
  readonly fields: readonly FieldSpec[];
  readonly values: Values;
  readonly onChange: (values: Values) => void;
}) => (
  <Stack gap="sm">
    {fields.map((field) => (
      <FieldInput
        key={field.name}
        {...surroundings}
        field={field}
        value={values[field.name]}
        onChange={(value) => onChange({ ...values, [field.name]: value })}
      />
    ))}
  </Stack>
);

const shortJson = ({ value }: CellProps): ReactNode => {
  if (value === null || value === undefined) return '';
  const written = JSON.stringify(value);
  return written === '{}' || written === '[]' ? '' : written.length > 80 ? `${written.slice(0, 79)}…` : written;
};

/** Attribute rows: a code with one or several texts. */
const Attributes = (props: InputProps) => {
  const rows = Object.entries((props.value ?? {}) as Values);
  const change = (next: readonly (readonly [string, unknown])[]): void => props.onChange(Object.fromEntries(next));
  return (
    <Fieldset legend={labelOf(props.field.name)}>
      <Stack gap="xs">
        {props.error !== undefined && <Text c="var(--mantine-color-error)">{props.error}</Text>}
        {rows.map(([code, value], index) => (
          <Group key={index} align="flex-end" wrap="nowrap">
            <TextInput
              aria-label={`${t.name} ${index + 1}`}
              value={code}
              onChange={({ currentTarget }) => change(rows.with(index, [currentTarget.value, value]))}
            />
            <TagsInput
              flex={1}
              aria-label={`${t.value} ${code}`}
              value={Array.isArray(value) ? (value as string[]) : [textOf(value)].filter((one) => one !== '')}
              onChange={(texts) => change(rows.with(index, [code, texts.length === 1 ? texts[0] : texts]))}
            />
            <Button
              variant="default"
              onClick={() => change(rows.toSpliced(index, 1))}
              aria-label={`${t.remove} ${code}`}
            >
              {t.remove}
            </Button>
          </Group>
        ))}
        <Group>
          <Button variant="default" size="xs" onClick={() => change([...rows, ['', '']])}>
            {t.add}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
};

const Objects = (props: InputProps) => {
  const { field, onChange, ...surroundings } = props;
  const items = (props.value ?? []) as readonly Values[];
  return (
    <Fieldset legend={titleOf(field)}>
      <Stack gap="sm">
        {props.error !== undefined && <Text c="var(--mantine-color-error)">{props.error}</Text>}
        {items.map((values, index) => (
          <Fieldset key={index} legend={`${titleOf(field)} ${index + 1}`}>
            <Inner
              type={surroundings.type}
              records={surroundings.records}
              fields={field.fields ?? []}
              values={values}
              onChange={(next) => onChange(items.with(index, next))}
            />
            <Button mt="sm" size="xs" variant="default" onClick={() => onChange(items.toSpliced(index, 1))}>
              {t.remove}
            </Button>
          </Fieldset>
        ))}
        <Group>
          <Button size="xs" variant="default" onClick={() => onChange([...items, {}])}>
            {t.add}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
};

/** How each kind of field is displayed, filtered and entered. Nothing else depends on the kind. */
export const KINDS: Readonly<Record<KindName, Kind>> = {
  text,
  long_text: {
    cell: plain,
    input: (props) => (
      <Textarea
        {...common(props)}
        autosize
        minRows={3}
        value={textOf(props.value)}
        onChange={(event) => props.onChange(orNull(event.currentTarget.value))}
      />
    ),
    conditions: [],
    isWide: true,
  },
  integer: number(() => 0),
  decimal: number(({ scale }) => scale ?? 6),
  day: {
    cell: ({ value }) => (typeof value === 'string' ? formatDay(value) : ''),
    input: (props) => (
      <DayInput
        {...common(props)}
        value={(props.value as string | null | undefined) ?? null}
        onChange={props.onChange}
      />
    ),
    conditions: ['eq', 'gteq', 'lteq', 'null', 'notnull'],
  },
  instant: {
    cell: ({ value }) => (typeof value === 'string' ? formatInstant(value) : ''),
    input: (props) => (
      <TextInput
        {...common(props)}
        placeholder={t.instant}
        value={textOf(props.value)}
        onChange={(event) => props.onChange(orNull(event.currentTarget.value))}
      />
    ),
    conditions: ['gteq', 'lteq', 'null', 'notnull'],
  },
  flag,
  boolean: answer,
  texts: {
    cell: ({ value }) => {
      const texts = (value ?? {}) as Readonly<Record<string, string>>;
      return texts[language] ?? texts['en'] ?? Object.values(texts)[0] ?? '';
    },
    input: (props) => <Texts {...props} />,
    conditions: [],
    isWide: true,
  },
  choice: {
    cell: ({ value, field, type }) => type?.wordOf(field.name, value) ?? plain({ value } as CellProps),
    input: (props) => (
      <Select
        {...common(props)}
        value={(props.value as string | null | undefined) ?? null}
        onChange={props.onChange}
        data={(props.field.choices ?? []).map((value) => ({
          value,
          label: props.field.words?.[value] ?? props.type?.wordOf(props.field.name, value) ?? value,
        }))}
        clearable={!props.field.required}
      />
    ),
    conditions: ['eq', 'neq', 'null', 'notnull'],
  },
  reference: {
    cell: referenceCell,
    input: (props) => (
      <Picker
        {...common(props)}
        type={props.records.named(props.field.reference?.resource ?? '')}
        value={props.value === null || props.value === undefined ? null : textOf(props.value)}
        onChange={(id) => props.onChange(id === null ? null : Number(id))}
      />
    ),
    conditions: ['eq', 'neq', 'null', 'notnull'],
  },
  references: {
    cell: ({ value, ...props }) =>
      ((value ?? []) as readonly unknown[]).map((id) => referenceCell({ ...props, value: id })).join(', '),
    input: (props) => (
      <ManyPicker
        {...common(props)}
        type={props.records.named(props.field.reference?.resource ?? '')}
        value={((props.value ?? []) as readonly unknown[]).map(textOf)}
        onChange={(ids) => props.onChange(ids.map(Number))}
      />
    ),
    conditions: ['finset', 'null'],
    isWide: true,
  },
  list: {
    cell: ({ value }) => ((value ?? []) as readonly string[]).join(', '),
    input: (props) =>
      props.field.choices ? (
        <MultiSelect
          {...common(props)}
          searchable
          data={[...props.field.choices]}
          value={[...((props.value ?? []) as readonly string[])]}
          onChange={props.onChange}
        />
      ) : (
        <TagsInput
          {...common(props)}
          value={[...((props.value ?? []) as readonly string[])]}
          onChange={props.onChange}
        />
      ),
    conditions: ['finset'],
    isWide: true,
  },
  object: {
    cell: shortJson,
    input: ({ field, value, onChange, type, records, error }) => (
      <Fieldset legend={titleOf(field)}>
        {error !== undefined && <Text c="var(--mantine-color-error)">{error}</Text>}
        <Inner
          type={type}
          records={records}
          fields={field.fields ?? []}
          values={(value ?? {}) as Values}
          onChange={(values) => onChange(objectOrUnset(field.nullable, values))}
        />
      </Fieldset>
    ),
    conditions: [],
    isWide: true,
  },
  objects: { cell: shortJson, input: (props) => <Objects {...props} />, conditions: [], isWide: true },
  attributes: { cell: shortJson, input: (props) => <Attributes {...props} />, conditions: [], isWide: true },
  json: {
    cell: shortJson,
    input: (props) => (
      <JsonInput
        {...common(props)}
        autosize
        minRows={4}
        value={typeof props.value === 'string' ? props.value : JSON.stringify(props.value ?? null, null, 2)}
        onChange={props.onChange}
      />
    ),
    conditions: [],
    isWide: true,
  },
  secret: {
    cell: () => '',
    input: (props) => (
      <PasswordInput
        {...common(props)}
        required={false}
        autoComplete="new-password"
        value={textOf(props.value)}
        onChange={(event) => props.onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
      />
    ),
    conditions: [],
  },
};

export const FieldCell = (props: CellProps) => <>{KINDS[props.field.kind].cell(props)}</>;

export const FieldInput = (props: InputProps) => {
  const Own = props.type?.override?.inputs?.[props.field.name];
  if (!Own) return <>{KINDS[props.field.kind].input(props)}</>;
  return (
    <Suspense>
      <Own {...props} />
    </Suspense>
  );
};
