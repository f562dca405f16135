import { granularityOf, type JsonObject, type Status } from '../../../passport/domain/index.js';
import type { Passport, PassportEvent, StoredVersion } from '../../ports/passport-book.js';
import type { PassportRecord } from '../../passport.record.js';
import type { PassportEventRecord as EventRow } from '../../passport-event.record.js';
import type { PassportVersionRow } from '../../passport-version.record.js';

const instant = (date: Date | null): string | null => date?.toISOString() ?? null;
const date = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** A version as the domain has it: instants are texts, the payload is an object. */
export const versionOf = (row: PassportVersionRow): StoredVersion => {
  const { isShown, granularity: _derived, dppPayload, createdAt, updatedAt, ...rest } = row;
  return {
    ...rest,
    isShown: isShown === 1,
    dppPayload: JSON.parse(dppPayload) as JsonObject,
    publishedAt: instant(row.publishedAt),
    archivedAt: instant(row.archivedAt),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
};

export const rowOfVersion = (version: StoredVersion): PassportVersionRow => ({
  ...version,
  isShown: version.isShown ? 1 : 0,
  granularity: granularityOf(version),
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
