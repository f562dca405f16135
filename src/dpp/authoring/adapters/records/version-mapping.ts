import {
  documentsOf,
  granularityOf,
  isInWork,
  isScalar,
  type Json,
  type JsonObject,
  PASSPORT_FIELDS,
  type Status,
} from '../../../passport/domain/index.js';
import { domainValues, recordValues } from '../../../passport/index.js';
import { readInBothWays } from '../../domain/written-twice.js';
import type { Passport, PassportEvent, StoredVersion } from '../../ports/passport-book.js';
import type { PassportRecord } from '../../passport.record.js';
import type { PassportEventRecord as EventRow } from '../../passport-event.record.js';
import type { PassportVersionRow } from '../../passport-version.record.js';

const instant = (date: Date | null): string | null => date?.toISOString() ?? null;
const date = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** Fields that are not scalar. Items of a model often have the same values. */
const CONTENT = PASSPORT_FIELDS.filter((field) => !isScalar(field));

/** Placeholders in the row for content that is stored once for many versions. */
const STAND_INS: Readonly<Record<string, Json>> = Object.fromEntries(
  CONTENT.map(({ property, kind }) => [property, kind === 'json' ? '{}' : kind === 'list' ? [] : null]),
);

/** A published version never changes, so others can share its content. */
export const sharesContent = ({ status }: Pick<StoredVersion, 'status'>): boolean => !isInWork(status);

/** The shared content of a version; undefined for a field without a placeholder. */
export const contentOf = (row: PassportVersionRow): string => {
  const values = row as unknown as Readonly<Record<string, Json | undefined>>;
  return JSON.stringify(Object.fromEntries(CONTENT.map(({ property }) => [property, values[property] ?? null])));
};

export const withoutContent = (row: PassportVersionRow, contentPart: number): PassportVersionRow => ({
  ...row,
  ...STAND_INS,
  contentPart,
});

export const withContent = (row: PassportVersionRow, content: JsonObject): PassportVersionRow => ({
  ...row,
  ...(content as Partial<PassportVersionRow>),
});

/** Converts a row to the domain form: instants become strings and the payload an object. */
export const versionOf = (row: PassportVersionRow): StoredVersion => {
  const { isShown, granularity: _derived, contentPart: _shared, dppPayload, createdAt, updatedAt, ...rest } = row;
  const read = domainValues(rest) as unknown as typeof rest & StoredVersion;
  return readInBothWays({
    ...read,
    documents: documentsOf(read.documents),
    isShown: isShown === 1,
    dppPayload: JSON.parse(dppPayload) as JsonObject,
    publishedAt: instant(row.publishedAt),
    archivedAt: instant(row.archivedAt),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  });
};

export const rowOfVersion = (version: StoredVersion): PassportVersionRow => ({
  ...(recordValues(version) as unknown as PassportVersionRow),
  isShown: version.isShown ? 1 : 0,
  granularity: granularityOf(version),
  contentPart: null,
  dppPayload: JSON.stringify(version.dppPayload),
  publishedAt: date(version.publishedAt),
  archivedAt: date(version.archivedAt),
  createdAt: new Date(version.createdAt),
  updatedAt: new Date(version.updatedAt),
});

export const passportOf = ({ isArchived, ...row }: PassportRecord): Passport => ({
  ...row,
  isArchived: isArchived === 1,
});

export const rowOfPassport = ({ isArchived, ...passport }: Passport): PassportRecord => ({
  ...passport,
  runValues: passport.runValues ?? null,
  isArchived: isArchived ? 1 : 0,
});

export const rowOfEvent = (passportId: number, event: PassportEvent): EventRow => ({
  id: 0,
  passportId,
  version: event.version,
  action: event.action,
  fromStatus: event.fromStatus,
  toStatus: event.toStatus,
  reason: event.reason,
  fields: event.fields.length === 0 ? null : event.fields.join(','),
  actorKind: event.actor.kind,
  actorId: event.actor.id,
  at: event.at,
});

export const eventOf = (row: EventRow): PassportEvent => ({
  version: row.version,
  action: row.action as PassportEvent['action'],
  fromStatus: row.fromStatus as Status | null,
  toStatus: row.toStatus as Status | null,
  reason: row.reason,
  fields: row.fields === null ? [] : row.fields.split(','),
  actor: { kind: row.actorKind as PassportEvent['actor']['kind'], id: row.actorId },
  at: row.at,
});
