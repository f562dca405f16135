import { SimpleGrid, Stack } from '@mantine/core';
import { KontorError } from '../api.js';
import { inLanguage } from '../language.js';
import { useMe } from '../me.js';
import { saidOf } from '../parts/refused.js';
import { FieldInput, KINDS } from './kinds.js';
import type { FieldSpec, RecordType } from './spec.js';
import type { Values } from './saving.js';

const t = inLanguage(
  { right: (name: string) => `Needs the right ${name}.` },
  { right: (name: string) => `Erfordert das Recht ${name}.` },
);

interface RecordFormProps {
  readonly type: RecordType;
  readonly values: Values;
  readonly onChange: (values: Values) => void;
  readonly error?: Error | null | undefined;
  /** Without these fields. */
  readonly but?: readonly string[];
}

/** The form of any record. */
export const RecordForm = ({ type, values, onChange, error, but = [] }: RecordFormProps) => {
  const { records } = useMe();
  const faults = faultsByField(error, type);
  const input = (field: FieldSpec) => (
    <FieldInput
      key={field.name}
      field={field}
      type={type}
      records={records}
      value={values[field.name] ?? (field.name in values ? null : field.default)}
      error={
        faults.get(field.name) ?? (field.right && !field.right.held ? t.right(field.right.resource ?? '') : undefined)
      }
      onChange={(value) => onChange({ ...values, [field.name]: value })}
    />
  );
  const fields = type.inputs.filter(({ name }) => !but.includes(name));
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="md">
        {fields.filter(({ kind }) => !KINDS[kind].isWide).map(input)}
      </SimpleGrid>
      {fields.filter(({ kind }) => KINDS[kind].isWide).map(input)}
    </Stack>
  );
};

/** The fields that a refusal names: by its parameter, or in quotation marks in its text. */
export const faultsByField = (error: Error | null | undefined, type: RecordType): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  if (!(error instanceof KontorError)) return found;
  const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  for (const fault of error.faults) {
    const named = (fault.parameters as Readonly<Record<string, unknown>>)['fieldName'];
    const path = typeof named === 'string' ? named : (/"([\w.[\]]+)"/.exec(fault.message)?.[1] ?? '');
    // `address.street`, `records[3].value`: the record's own field is what its form has.
    const field = path
      .split(/[.[\]]+/)
      .map(snake)
      .find((part) => type.field(part));
    if (field !== undefined) found.set(field, saidOf(fault).text);
  }
  return found;
};

/** Whether a refusal says something that stands at no field. */
export const isElsewhere = (error: Error | null | undefined, type: RecordType): boolean =>
  Boolean(error) &&
  !(error instanceof KontorError && error.faults.length > 0 && faultsByField(error, type).size >= error.faults.length);
