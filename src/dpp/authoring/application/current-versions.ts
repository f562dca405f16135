import { InputRefused, NoSuchEntity, Unavailable } from '../../../../libs/kernel/index.js';
import { isSame } from '../domain/difference.js';
import { type Json, isInWork } from '../../passport/domain/index.js';
import type { Passport, PassportBook, StoredVersion } from '../ports/passport-book.js';

/** A passport with those of its versions that something can happen to. */
export interface Current {
  readonly passport: Passport;
  readonly work: StoredVersion | undefined;
  readonly published: StoredVersion | undefined;
  /** In work, else published, else the newest. */
  readonly shown: StoredVersion;
}

/** `NoSuchEntity` if there is no such passport. Inside a write transaction nobody else writes it meanwhile. */
export const currentOf = async (book: PassportBook, id: number): Promise<Current> => {
  const passport = await book.passport(id);
  if (!passport) throw new NoSuchEntity('id', id);
  const versions = await book.currentOf(id);
  const shown = versions.find(({ isShown }) => isShown);
  // Between two reads outside of a transaction it may have been removed.
  if (!shown) throw new NoSuchEntity('id', id);
  return {
    passport,
    shown,
    work: versions.find(({ status }) => isInWork(status)),
    published: versions.find(({ status }) => status === 'published'),
  };
};

/**
 * Refuses what a run of serial numbers has reserved and not published: it has a key and no version to be changed
 * (passports.md, "Runs of serial numbers").
 */
export const refuseReserved = async (book: PassportBook, passport: Passport | undefined): Promise<void> => {
  if (!passport || passport.runId === null || passport.lastVersion > 0) return;
  throw InputRefused.sentence(
    'The serial number %serial is reserved by the run %run. It is published with that run, or freed when the run is withdrawn.',
    { serial: passport.serial ?? '', run: (await book.runName(passport.runId)) ?? '' },
  );
};

/** A passport's key is that of the version that is shown. */
export const keyedBy = (passport: Passport, { sku, storeId, batch, serial }: StoredVersion): Passport => ({
  ...passport,
  sku,
  storeId,
  batch,
  serial,
});

/** Whether a version is still what something was made of. */
export const isSameVersion = (one: StoredVersion, other: StoredVersion): boolean =>
  one.id === other.id && isSame(one as unknown as Json, other as unknown as Json);

/** Of writers in several processes one wins each time; who lost so often gives up. */
const ATTEMPTS_MAX = 20;

/**
 * Works something out, judges it and stores it, again from the start as long as it is undefined: what it was made of has
 * changed meanwhile.
 */
export const untilItHolds = async <T>(attempt: () => Promise<T | undefined>): Promise<T> => {
  for (let attempts = 0; attempts < ATTEMPTS_MAX; attempts += 1) {
    const done = await attempt();
    if (done !== undefined) return done;
  }
  throw new Unavailable(1);
};
