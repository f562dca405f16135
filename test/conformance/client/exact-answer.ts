import type { AnswerSpec } from '../../../libs/operations/index.js';
import type { Field, Kind } from '../../../libs/records/index.js';
import { SECRET, secretKeys } from '../twins/secret-keys.js';

type Item = Readonly<Record<string, unknown>>;

/** A number as it is written in JSON. */
class WrittenNumber {
  constructor(readonly text: string) {}
}

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

const parsed = (json: string): unknown => {
  const reviver: Reviver = (_key, value, { source = '' }) =>
    typeof value === 'number' ? new WrittenNumber(source) : value;
  return JSON.parse(json, reviver as (key: string, value: unknown) => unknown) as unknown;
};

/** Numbers as JavaScript reads them. */
const plain = (value: unknown): unknown => {
  if (value instanceof WrittenNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, plain(own)]));
};

const valueOf = (kind: Kind, value: unknown): unknown => {
  if (value === null) return null;
  if (kind.type === 'decimal') return (value as WrittenNumber).text;
  if (kind.type === 'secret') return SECRET;
  if (kind.type === 'object') return objectOf(kind.fields, value as Item);
  return kind.type === 'objects' ? (value as readonly Item[]).map((one) => objectOf(kind.fields, one)) : plain(value);
};

const objectOf = (fields: readonly Field[], value: Item): unknown => {
  // An object without any requested field is an empty list, as PHP writes it.
  if (Array.isArray(value)) return plain(value);
  const kinds = new Map(fields.map(({ name, kind }) => [name, kind]));
  return Object.fromEntries(
    Object.entries(value).map(([name, own]) => {
      const kind = kinds.get(name);
      return [name, kind ? valueOf(kind, own) : plain(own)];
    }),
  );
};

/** A JSON response with declared decimals as texts, exactly as they were sent, and without secrets. */
export const exactAnswer = (output: AnswerSpec, json: string): unknown => {
  const answer = parsed(json);
  if (output.kind === 'secret') return SECRET;
  if (answer === null || !('fields' in output)) return plain(answer);
  const { kind, fields } = output;
  const items = (list: unknown) => (list as readonly Item[]).map((one) => objectOf(fields, one));
  if (kind === 'object') return objectOf(fields, answer as Item);
  if (kind === 'array') return items(answer);
  if (Array.isArray(answer)) return plain(answer);
  const { items: found, ...others } = answer as Item;
  return { ...(plain(others) as Item), ...(found === undefined ? {} : { items: items(found) }) };
};

/** What the client returned, without secrets. */
export const withoutSecrets = (output: AnswerSpec, answer: unknown): unknown => {
  if (output.kind === 'secret') return SECRET;
  const keys = secretKeys(output);
  if (keys.size === 0 || typeof answer !== 'object' || answer === null || Array.isArray(answer)) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([key, own]) => [key, keys.has(key) && own !== null ? SECRET : (own as unknown)]),
  );
};
