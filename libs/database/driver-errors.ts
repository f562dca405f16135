import { OperatorFault } from '../kernel/index.js';

/** An error of a driver. All have `code`; those of mysql2 also have `errno` and `sqlState`. */
interface DriverError {
  readonly message?: unknown;
  readonly code?: unknown;
  readonly errno?: unknown;
  readonly sqlState?: unknown;
  readonly fatal?: unknown;
  /** TypeORM wraps the driver's error. */
  readonly driverError?: unknown;
}

/** Checks properties instead of the class, because drivers keep the class of the realm that loaded them first. */
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

/** A decision was based on data that has since changed. */
export class MustRepeat extends Error {
  constructor(cause: unknown) {
    super('The transaction must be restarted.', { cause });
  }
}

/** Errors after which the whole use case can be repeated (operations.md, "When the database is unavailable"). */
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
 * 1040 too many connections, 1047 Galera node not ready, 1053 shutdown, 1158 to 1161 network, 1203 too many
 * connections of the user, 1290 and 1836 read-only after a failover, 1927 killed (MariaDB), 2006 and 2013 connection
 * gone.
 */
const LOST_NUMBERS = new Set([1040, 1047, 1053, 1158, 1159, 1160, 1161, 1203, 1290, 1836, 1927, 2006, 2013]);

/** The database cannot be reached or the connection was lost: the response is 503, not 500 (wire.md §5). */
export const isLost = (error: unknown): boolean =>
  LOST_CODES.has(codeOf(error)) || LOST_NUMBERS.has(errnoOf(error)) || asDriverError(error)?.fatal === true;

/** None of the configured hosts accepts writes. */
export class NoWritableHost extends OperatorFault {
  constructor() {
    super(
      'DATABASE_URL: no host accepts writes, because all hosts are read_only or not part of their cluster. ' +
        'Make one host writable.',
    );
  }
}

/**
 * Whether a start should wait, because the server is not available yet. Other errors, such as a wrong password, are
 * permanent.
 */
export const isAway = (error: unknown): boolean => isLost(error) || error instanceof NoWritableHost;

/** COMMIT fails with 1180 on a node that lost its cluster, or with a full disk. */
export const isUncertain = (error: unknown): boolean => isLost(error) || errnoOf(error) === 1180;

/** The server has ended a statement at its time limit: 1969 (MariaDB), 3024 (MySQL). */
export const isTimedOut = (error: unknown): boolean => [1969, 3024].includes(errnoOf(error));

/** 1021 disk full, 1114 table or tablespace full. */
const FULL_NUMBERS = new Set([1021, 1114]);
/**
 * 3 and 1026 error writing a file, 1030 storage engine error, 1180 error during COMMIT. Their messages contain the
 * system error: 28 (no space) or 122 (quota).
 */
const MAYBE_FULL_NUMBERS = new Set([3, 1026, 1030, 1180]);

/** There is no space for the database, its log or its temporary files. */
export const isDiskFull = (error: unknown): boolean =>
  /^SQLITE_(FULL|IOERR_SHMSIZE)$/.test(codeOf(error)) ||
  FULL_NUMBERS.has(errnoOf(error)) ||
  (MAYBE_FULL_NUMBERS.has(errnoOf(error)) && /(?:errcode|errno|error):? (?:28|122)\b/i.test(messageOf(error)));

/** Another process has just created the table: TypeORM first checks whether it exists, then creates it. */
export const isTableThere = (error: unknown): boolean => errnoOf(error) === 1050;

/** 167 value out of range, 1467 no next auto-increment value. For an INSERT without an id, the ids are exhausted. */
export const isBeyondIds = (error: unknown): boolean => [167, 1467].includes(errnoOf(error));

type RefusedBy = 'unique' | 'reference';

/** Whether the database rejected a row because of a unique key or a reference; undefined for other errors. */
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

/** The error message, which contains the name or the columns of the violated unique key. */
export const messageOf = (error: unknown): string => {
  const message = asDriverError(error)?.message;
  return typeof message === 'string' ? message : '';
};
