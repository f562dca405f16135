import { parseJson } from '../../../../libs/kernel/index.js';
import { defineRecord, fieldsOf, IdField, type Input, snakeCase, toWire } from '../../../../libs/records/index.js';
import {
  granularityOf,
  isJsonObject,
  type Json,
  type JsonObject,
  PASSPORT_FIELDS,
} from '../../passport/domain/index.js';
import { DPP_RIGHTS, PassportFields, type PassportRegistration, recordValues } from '../../passport/index.js';
import { mergePatched } from '../domain/difference.js';
import type { StoredVersion } from '../ports/passport-book.js';

class PassportBody extends PassportFields {
  @IdField()
  readonly id!: number;
}

/** The request body of authors. Passports are stored in several resources, so this one is not registered. */
export const passportBody = defineRecord<PassportBody>({
  resource: 'passport',
  record: PassportBody,
  room: 'dpp',
  path: 'dpp/manage/passports',
  title: { one: 'product passport', many: 'product passports' },
  // No real table, so that generated test records cannot belong to it.
  table: 'passport_body',
  rights: DPP_RIGHTS,
  ids: 'made',
  unique: [],
  service: 'dppPassportV1',
});

const FIELDS = fieldsOf(PassportFields);

const instant = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** A passport version in API form, without the registration, which is stored separately. */
export const passportItem = (
  version: StoredVersion,
  registration: PassportRegistration | null = null,
): Record<string, unknown> =>
  toWire(FIELDS, {
    ...recordValues(version),
    granularity: granularityOf(version),
    dppPayload: JSON.stringify(version.dppPayload),
    publishedAt: instant(version.publishedAt),
    archivedAt: instant(version.archivedAt),
    createdAt: instant(version.createdAt),
    updatedAt: instant(version.updatedAt),
    registration,
  });

const OBJECTS: ReadonlySet<string> = new Set(
  PASSPORT_FIELDS.flatMap(({ kind, name }) => (kind === 'object' ? [name] : [])),
);

/** Accepts the payload as JSON text, because it is returned in that form. Invalid JSON is refused later. */
const payloadSent = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return parseJson(value);
  } catch {
    return value;
  }
};

const inSnakeCase = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [snakeCase(key), value]));

/**
 * The request body that results from applying a JSON Merge Patch (RFC 7396) to a version. Fields that the patch leaves
 * out keep their values.
 */
export const mergedBody = (patch: Input, version: StoredVersion): Input => {
  const stored: Readonly<Record<string, unknown>> = { ...passportItem(version), dpp_payload: version.dppPayload };
  return Object.fromEntries(
    Object.entries(patch).map(([key, sent]) => {
      const name = snakeCase(key);
      const value = name === 'dpp_payload' ? payloadSent(sent) : sent;
      if (!isJsonObject(value)) return [key, sent];
      return [key, mergePatched((stored[name] ?? null) as Json, OBJECTS.has(name) ? inSnakeCase(value) : value)];
    }),
  );
};
