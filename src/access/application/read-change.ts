import { refuse } from '../../../libs/kernel/index.js';
import { type Field, readFields } from '../../../libs/records/index.js';
import type { AccountInput } from '../domain/accounts.js';

/** The names of the fields that a change sends, for the log: never their values. */
export const namesSent = (fields: readonly Field[], values: Readonly<Record<string, unknown>>): readonly string[] =>
  fields.filter(({ property }) => Object.hasOwn(values, property)).map(({ name }) => name);

/** The changes of a PUT by property. Validates the body before any lookup. */
export const readChange = (fields: readonly Field[], input: AccountInput): Readonly<Record<string, unknown>> => {
  const { values, faults } = readFields(fields, input, 'change');
  refuse(faults);
  return values;
};
