import { type INestApplication, type INestApplicationContext, Logger as NestLogger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Option } from 'commander';
import type { Logger } from 'pino';
import { OperatorFault, CSV_DIALECTS, CSV_ENCODINGS } from '../../libs/kernel/index.js';
import { migrate, openDatabase, type Persistence } from '../../libs/database/index.js';
import type { Room } from '../../libs/manifest/index.js';
import { allRoomsOf, appModule } from '../app.module.js';
import { loadSettings } from '../config/config.js';
import { failureOf } from '../boot/failure.js';
import { NestLog, openLog } from '../boot/logging.js';
import type { Settings } from '../config/settings.js';
import { COMMAND_STOPS, exitCodeOf, Stopped } from '../boot/stop-signals.js';

/** The command failed. The message explains the solution. */
export class CommandRefused extends OperatorFault {}

export const print = (line: string): void => void process.stdout.write(`${line}\n`);
export const complain = (line: string): void => void process.stderr.write(`${line}\n`);

export const number = (count: number): string => count.toLocaleString('en-GB');
export const numberOfRows = (count: number): string => `${number(count)} ${count === 1 ? 'row' : 'rows'}`;

/** The option `--dialect` of commands that read CSV. */
export const dialectOption = (): Option =>
  new Option('--dialect <name>', 'separator and decimal mark of the CSV files').choices(CSV_DIALECTS).default('comma');

export const encodingOption = (): Option =>
  new Option('--encoding <name>', 'encoding of CSV files without a byte order mark')
    .choices(CSV_ENCODINGS)
    .default('utf-8');

/** Overwrites the current line of the terminal; prints nothing elsewhere. */
export const progress = (text: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${text}`);
};

/** Reports an error without its stack and sets the exit code: 1, or that of the signal. */
export const failed = (error: unknown): void => {
  progress('');
  complain(failureOf(error).message);
  process.exitCode = error instanceof Stopped ? exitCodeOf(error.by) : 1;
};

/** A point where a command can be stopped, with no write in progress. Throws `Stopped` after a signal. */
export const safePoint = (): void => COMMAND_STOPS.signal.throwIfAborted();

/** Migrates the schema. Can be stopped between two steps or while waiting for another process. */
const bringUp = (persistence: Persistence): Promise<unknown> =>
  COMMAND_STOPS.hold(() => migrate(persistence, { signal: COMMAND_STOPS.signal }));

/** Logs only warnings and errors, to standard error, because standard output is for the command's result. */
const quietLog = (): Logger => {
  const logger = openLog(process.stderr);
  logger.level = 'warn';
  return logger;
};

/**
 * Sends log lines that libraries write without an application to standard error, because standard output is for the
 * command's result.
 */
export const logQuietly = (): void => {
  NestLogger.overrideLogger(new NestLog(quietLog()));
};

/**
 * Runs work with the application but without a server, and closes it afterwards. A signal ends work that writes at its
 * next safe point, and read-only work immediately.
 */
export const withApp = async <T>(
  rooms: readonly Room[],
  work: (app: INestApplicationContext, settings: Settings) => Promise<T>,
  { onlyReads = false, migrates = true }: { readonly onlyReads?: boolean; readonly migrates?: boolean } = {},
): Promise<T> => {
  const settings = loadSettings(rooms);
  if (!migrates) Object.assign(settings, { MIGRATE_AT_START: false });
  const app = await NestFactory.createApplicationContext(appModule(settings, 'command', bringUp), {
    logger: new NestLog(quietLog()),
    abortOnError: false,
  });
  try {
    return await (onlyReads ? work(app, settings) : COMMAND_STOPS.hold(() => work(app, settings)));
  } finally {
    await app.close();
  }
};

/** Runs work with only the database, whatever its schema. A signal ends the work at its next safe point. */
export const withDatabase = async <T>(
  rooms: readonly Room[],
  work: (persistence: Persistence) => Promise<T>,
): Promise<T> => {
  const settings = loadSettings(rooms);
  const persistence = await openDatabase(settings.databaseAddress, {
    pool: settings.DATABASE_POOL,
    migrations: allRoomsOf(rooms).migrations,
  });
  try {
    return await COMMAND_STOPS.hold(() => work(persistence));
  } finally {
    await persistence.close();
  }
};

/**
 * Runs work with the server's application, which has the routes but does not listen. An in-memory database is
 * sufficient. The server code is only loaded here.
 */
export const withServer = async (
  rooms: readonly Room[],
  work: (app: INestApplication, settings: Settings) => void,
): Promise<void> => {
  const { createApp } = await import('../boot/server.js');
  const settings = Object.assign(loadSettings(rooms), { DATABASE_URL: 'sqlite::memory:', MIGRATE_AT_START: false });
  await COMMAND_STOPS.hold(async () => {
    const app = await createApp(settings, quietLog());
    try {
      work(app, settings);
    } finally {
      await app.close();
    }
  });
};
