import {
  type Day,
  type Fault,
  InexactNumber,
  inexactNumberIn,
  invalidValue,
  parseJson,
  unsupported,
  wrongType,
} from '../../../../libs/kernel/index.js';
import { fieldsOf, type Input, readFields, snakeCase } from '../../../../libs/records/index.js';
import { paddedGtin } from '../domain/envelope.js';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  STORABLE_JSON,
  PASSPORT_FIELDS,
  type PassportContent,
  isStorable,
} from '../../passport/domain/index.js';
import { domainValues, PassportFields } from '../../passport/index.js';

/** The fields present in a body. The template version can be missing. */
export type PassportChange = Partial<Omit<PassportContent, 'templateVersion'> & { templateVersion: string | null }>;

interface PassportRead {
  readonly change: PassportChange;
  readonly faults: readonly Fault[];
}

const FIELDS = fieldsOf(PassportFields);
const PAYLOAD = 'dpp_payload';
const KEYS = new Set(['id', 'passport_id']);

/** Accepts the payload as JSON text or as an object (passports.md, "A passport and its versions"). */
const withPayloadText = (input: Input): Input =>
  Object.fromEntries(
    Object.entries(input).map(([key, value]) => [
      key,
      snakeCase(key) === PAYLOAD && isJsonObject(value) ? JSON.stringify(value) : value,
    ]),
  );

const payloadOf = (text: string): { readonly payload: JsonObject } | { readonly fault: Fault } => {
  let value: Json;
  try {
    value = parseJson(text) as Json;
  } catch (error) {
    if (error instanceof InexactNumber) return { fault: error.faults[0] };
    return { fault: wrongType(PAYLOAD, text, 'object') };
  }
  if (!isJsonObject(value)) return { fault: wrongType(PAYLOAD, text, 'object') };
  const inexact = inexactNumberIn(value);
  if (inexact !== undefined) return { fault: new InexactNumber(inexact).faults[0] };
  return isStorable(value) ? { payload: value } : { fault: invalidValue(PAYLOAD, text, STORABLE_JSON) };
};

/** Each key of a language map has a single text, not a list. */
const mapFaults = (name: string, map: unknown): readonly Fault[] =>
  isJsonObject(map)
    ? Object.entries(map).flatMap(([key, text]) =>
        typeof text === 'string' ? [] : [wrongType(`${name}.${key}`, text, 'string')],
      )
    : [];

const MAPS = PASSPORT_FIELDS.filter(({ kind }) => kind === 'texts' || kind === 'map');

/** A number such as 1e999 parses as infinite and would be written as null. */
const infiniteFaults = (input: Input): readonly Fault[] =>
  Object.entries(input).flatMap(([key, value]) =>
    snakeCase(key) === PAYLOAD && isJsonObject(value) && !isStorable(value)
      ? [invalidValue(PAYLOAD, value, STORABLE_JSON)]
      : [],
  );

/** The server assigns the key of a new record (wire.md §2); null is ignored. */
const keyFaults = (input: Input): readonly Fault[] =>
  Object.entries(input).flatMap(([key, value]) =>
    KEYS.has(snakeCase(key)) && value !== null && value !== undefined ? [unsupported(key)] : [],
  );

const without = (input: Input, name: string): Input =>
  Object.fromEntries(Object.entries(input).filter(([key]) => snakeCase(key) !== name));

/** Reads a body by the declared fields and reports the faults of all fields together. */
export const readPassport = (input: Input, mode: 'create' | 'change'): PassportRead => {
  const before = [...(mode === 'create' ? keyFaults(input) : []), ...infiniteFaults(input)];
  const { values, faults } = readFields(FIELDS, withPayloadText(without(input, 'id')), mode);
  const { dppPayload, ...rest } = domainValues(values) as { dppPayload?: string } & Record<string, unknown>;
  const payload = dppPayload === undefined ? undefined : payloadOf(dppPayload);
  const change = {
    ...rest,
    ...(rest['gtin'] === undefined ? {} : { gtin: paddedGtin(rest['gtin'] as string | null) }),
    ...(payload && 'payload' in payload ? { dppPayload: payload.payload } : {}),
  } as PassportChange & { validFrom?: Day | null };
  const found = payload && 'fault' in payload && before.length === 0 ? [payload.fault] : [];
  return {
    change,
    faults: [...before, ...faults, ...MAPS.flatMap(({ name, property }) => mapFaults(name, rest[property])), ...found],
  };
};
