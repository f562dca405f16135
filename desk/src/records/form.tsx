import { SimpleGrid, Stack } from '@mantine/core';
import { KontorError } from '../api.js';
import { inLanguage } from '../language.js';
import { useMe } from '../me.js';
import { faultsAt } from '../parts/refused.js';
import { FieldInput, KINDS } from './kinds.js';
import type { FieldSpec, RecordType } from './spec.js';
import type { Values } from './saving.js';

const t = inLanguage(
  { right: (name: string) => `Requires the right ${name}.`, further: 'Integration fields' },
  { right: (name: string) => `Erfordert das Recht ${name}.`, further: 'Felder für Schnittstellen' },
);

/** Other systems identify their records by these fields, so users should not change them. */
const OF_CLIENTS: ReadonlySet<string> = new Set(['external_id', 'source_version']);

interface RecordFormProps {
  readonly type: RecordType;
  readonly values: Values;
  readonly onChange: (values: Values) => void;
  readonly error?: Error | null | undefined;
  /** Fields to leave out. */
  readonly but?: readonly string[];
}

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
  const [fields = [], further = []] = [false, true].map((isFurther) =>
    type.inputs.filter(({ name }) => !but.includes(name) && OF_CLIENTS.has(name) === isFurther),
  );
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="md">
        {fields.filter(({ kind }) => !KINDS[kind].isWide).map(input)}
      </SimpleGrid>
      {fields.filter(({ kind }) => KINDS[kind].isWide).map(input)}
      {further.length > 0 && (
        <details open={further.some(({ name }) => faults.has(name)) || undefined}>
          <summary>{t.further}</summary>
          <SimpleGrid cols={{ base: 1, sm: 2 }} pt="xs">
            {further.map(input)}
          </SimpleGrid>
        </details>
      )}
    </Stack>
  );
};

export const faultsByField = (error: Error | null | undefined, type: RecordType): ReadonlyMap<string, string> =>
  faultsAt(error, (name) => type.field(name) !== undefined);

/** Whether an error belongs to none of the form's fields. */
export const isElsewhere = (error: Error | null | undefined, type: RecordType): boolean =>
  Boolean(error) &&
  !(error instanceof KontorError && error.faults.length > 0 && faultsByField(error, type).size >= error.faults.length);
