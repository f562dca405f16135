import { OperatorFault } from '../kernel/index.js';

/** What the drivers' errors mean; both carry `code`, mysql2 also `errno` and `sqlState`. */
interface DriverError {
  readonly message?: unknown;
  readonly code?: unknown;
  readonly errno?: unknown;
  readonly sqlState?: unknown;
  readonly fatal?: unknown;
  /** TypeORM wraps what the driver threw. */
  readonly driverError?: unknown;
}

/** By its members, not its class: drivers keep the class of the realm that loaded them first. */
const asDriverError = (error: unknown): DriverError | undefined => {
  if (typeof error !== 'object' || error === null) return undefined;
  return asDriverError((error as DriverError).driverError) ?? error;
};

const codeOf = (error: unknown): string => {
  const code = asDriverError(error)?.code;
  return typeof code === 'string' ? code : '';
};

const errnoOf = (error: unknown): number => {
  const errno = asDriverError(error)?.errno;
  return typeof errno === 'number' ? errno : 0;
};

export const isBusy = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error));

/** 1020 record changed since last read, 1205 lock wait timeout, 1213 deadlock. */
const REPEATABLE = new Set([1020, 1205, 1213]);

/** What was decided rests on something that has changed meanwhile. */
export class MustRepeat extends Error {
  constructor(cause: unknown) {
    super('The transaction must be restarted.', { cause });
  }
}

/** Errors after which the whole use case may be repeated (operations.md, "When the database is unavailable"). */
export const isRepeatable = (error: unknown): boolean =>
  error instanceof MustRepeat ||
  isBusy(error) ||
  REPEATABLE.has(errnoOf(error)) ||
  asDriverError(error)?.sqlState === '40001';

const LOST_CODES = new Set([
  'ECONNREFUSED',
  'EMFILE',
  'ENFILE',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'SQLITE_CANTOPEN',
]);

/**
 * 1040 too many connections, 1047 a Galera node that isn't ready, 1053 shutdown, 1158 to 1161 network, 1203 too many
 * connections of the user, 1290 and 1836 read-only after a failover, 1927 killed (MariaDB), 2006 and 2013 gone.
 */
const LOST_NUMBERS = new Set([1040, 1047, 1053, 1158, 1159, 1160, 1161, 1203, 1290, 1836, 1927, 2006, 2013]);

/** The database can't be reached, or was lost on the way: 503, not 500 (wire.md §5). */
export const isLost = (error: unknown): boolean =>
  LOST_CODES.has(codeOf(error)) || LOST_NUMBERS.has(errnoOf(error)) || asDriverError(error)?.fatal === true;

/** Of several hosts none accepts writes. */
export class NoWritableHost extends OperatorFault {
  constructor() {
    super('DATABASE_URL: no host accepts writes. All hosts are read_only or not part of their cluster.');
  }
}

/** Why a start waits: the server is not there yet. Anything else, such as a wrong password, does not pass by itself. */
export const isAway = (error: unknown): boolean => isLost(error) || error instanceof NoWritableHost;

/** What COMMIT answers on a node that was cut off from its cluster, or whose disk is full: 1180, error during COMMIT. */
export const isUncertain = (error: unknown): boolean => isLost(error) || errnoOf(error) === 1180;

/** The server has ended a statement at its time limit: 1969 (MariaDB), 3024 (MySQL). */
export const isTimedOut = (error: unknown): boolean => [1969, 3024].includes(errnoOf(error));

/** 1021 disk full, 1114 the table or its tablespace is full. */
const FULL_NUMBERS = new Set([1021, 1114]);
/** 3 and 1026 writing a file, 1030 the storage engine, 1180 COMMIT: each names the system's error, 28 or 122 (quota). */
const MAYBE_FULL_NUMBERS = new Set([3, 1026, 1030, 1180]);

/** No space is left for the database, its log or its temporary files. */
export const isDiskFull = (error: unknown): boolean =>
  /^SQLITE_(FULL|IOERR_SHMSIZE)$/.test(codeOf(error)) ||
  FULL_NUMBERS.has(errnoOf(error)) ||
  (MAYBE_FULL_NUMBERS.has(errnoOf(error)) && /(?:errcode|errno|error):? (?:28|122)\b/i.test(messageOf(error)));

/** Somebody else has just made the table: TypeORM looks first and creates then. */
export const isTableThere = (error: unknown): boolean => errnoOf(error) === 1050;

/** 167: a number beyond its column; 1467: no next number. Of an INSERT that names no id: the ids are at an end. */
export const isBeyondIds = (error: unknown): boolean => [167, 1467].includes(errnoOf(error));

type RefusedBy = 'unique' | 'reference';

/** Whether the database refused a row for its unique keys or its references; undefined for anything else. */
export const refusedBy = (error: unknown): RefusedBy | undefined => {
  const [code, errno] = [codeOf(error), errnoOf(error)];
  if (
    code === 'SQLITE_CONSTRAINT_UNIQUE' ||
    code === 'SQLITE_CONSTRAINT_PRIMARYKEY' ||
    code === 'SQLITE_CONSTRAINT_ROWID' ||
    errno === 1062
  )
    return 'unique';
  if (code === 'SQLITE_CONSTRAINT_FOREIGNKEY' || [1216, 1217, 1451, 1452].includes(errno)) return 'reference';
  return undefined;
};

/** What the refusal of a unique key says, from which its name or columns are read. */
export const messageOf = (error: unknown): string => {
  const message = asDriverError(error)?.message;
  return typeof message === 'string' ? message : '';
};
