import { InputRefused, NoSuchEntity, Unavailable, type Filter } from '../../../../libs/kernel/index.js';
import { isSame } from '../domain/difference.js';
import { type Actor, type Json, isInWork } from '../../passport/domain/index.js';
import type { Action, Passport, PassportBook, PassportEvent, StoredVersion } from '../ports/passport-book.js';

/** A passport with the versions that can still change. */
export interface Current {
  readonly passport: Passport;
  readonly work: StoredVersion | undefined;
  readonly published: StoredVersion | undefined;
  /** The current version: the working version, otherwise the published one, otherwise the newest. */
  readonly shown: StoredVersion;
}

/** Throws `NoSuchEntity` if the passport does not exist. Inside a write transaction, the passport is locked. */
export const currentOf = async (book: PassportBook, id: number): Promise<Current> => {
  const passport = await book.passport(id);
  if (!passport) throw new NoSuchEntity('id', id);
  const versions = await book.currentOf(id);
  const shown = versions.find(({ isShown }) => isShown);
  // Outside a transaction, the passport can be deleted between two reads.
  if (!shown) throw new NoSuchEntity('id', id);
  return {
    passport,
    shown,
    work: versions.find(({ status }) => isInWork(status)),
    published: versions.find(({ status }) => status === 'published'),
  };
};

/**
 * Refuses a passport that a run has reserved but not published: it has a key but no version to change (passports.md,
 * "Runs of serial numbers").
 */
export const refuseReserved = async (book: PassportBook, passport: Passport | undefined): Promise<void> => {
  if (!passport || passport.runId === null || passport.lastVersion > 0) return;
  throw InputRefused.sentence(
    'The serial number %serial is reserved by the run %run. Publish that run, or withdraw it to free the serial number.',
    { serial: passport.serial ?? '', run: (await book.runName(passport.runId)) ?? '' },
  );
};

/** The key of a passport comes from its current version. */
export const keyedBy = (passport: Passport, { sku, storeId, batch, serial }: StoredVersion): Passport => ({
  ...passport,
  sku,
  storeId,
  batch,
  serial,
});

/** A history entry, by default without a change of status or fields. */
export const historyEvent = (
  { version, status, archiveReason }: StoredVersion,
  action: Action,
  actor: Actor,
  at: Date,
  change: Partial<Pick<PassportEvent, 'fromStatus' | 'toStatus' | 'fields'>> = {},
): PassportEvent => ({
  ...{ version, action, fromStatus: status, toStatus: status, reason: archiveReason, fields: [], actor, at },
  ...change,
});

/** True if a version has not changed since something was derived from it. */
export const isSameVersion = (one: StoredVersion, other: StoredVersion): boolean =>
  one.id === other.id && isSame(one as unknown as Json, other as unknown as Json);

/** In each round, one of the competing processes wins. A writer gives up after losing this many rounds. */
const ATTEMPTS_MAX = 20;

/** Repeats an attempt until it returns a value. Undefined means that the state it was based on has changed. */
export const untilItHolds = async <T>(attempt: () => Promise<T | undefined>): Promise<T> => {
  for (let attempts = 0; attempts < ATTEMPTS_MAX; attempts += 1) {
    const done = await attempt();
    if (done !== undefined) return done;
  }
  throw new Unavailable(1);
};

/** Small, because payloads are large. */
const AT_ONCE = 20;

const behind = (id: number): Filter => ({ property: 'passportId', condition: 'gt', values: [id] });
const ALIVE: Filter = { property: 'status', condition: 'neq', values: ['archived'] };

/** The next passports, and the total number that remain. */
interface WalkedPassports {
  readonly total: number;
  readonly versions: readonly StoredVersion[];
}

/** Yields matching current versions that are not archived, in small groups, ordered by passport ID. */
export async function* walkPassports(book: PassportBook, filters: readonly Filter[]): AsyncGenerator<WalkedPassports> {
  for (let last = 0; ;) {
    const groups = [...filters, ALIVE, behind(last)].map((filter) => [filter]);
    const { items, total } = await book.search({ groups, sort: [], page: 1, pageSize: AT_ONCE });
    if (items.length > 0) yield { total, versions: items };
    const end = items.at(-1);
    if (!end || items.length < AT_ONCE) return;
    last = end.passportId;
  }
}
