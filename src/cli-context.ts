import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Logger } from 'pino';
import { openDatabase, type Persistence } from '../libs/persistence/index.js';
import { appModule } from './app.module.js';
import { loadSettings } from './config.js';
import { failureOf, OperatorFault } from './failure.js';
import { NestLog, openLog } from './logging.js';
import type { Settings } from './settings.js';

/** A command can't be carried out; the message says what to do about it. */
export class CommandRefused extends OperatorFault {}

export const print = (line: string): void => void process.stdout.write(`${line}\n`);
export const complain = (line: string): void => void process.stderr.write(`${line}\n`);

export const number = (count: number): string => count.toLocaleString('en-GB');

/** A line that is written over and over, on a terminal only. */
export const progress = (text: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${text}`);
};

/** Says what went wrong, without a stack; exit code 1. */
export const failed = (error: unknown): void => {
  complain(failureOf(error).message);
  process.exitCode = 1;
};

/** Only what matters is told, on standard error: standard output is the command's. */
export const quietLog = (): Logger => {
  const logger = openLog(process.stderr);
  logger.level = 'warn';
  return logger;
};

/** The whole application without a server, let go of when the work is done. */
export const withApp = async <T>(
  work: (app: INestApplicationContext, settings: Settings) => Promise<T>,
  settings: Settings = loadSettings(),
): Promise<T> => {
  const app = await NestFactory.createApplicationContext(appModule(settings), {
    logger: new NestLog(quietLog()),
    abortOnError: false,
  });
  try {
    return await work(app, settings);
  } finally {
    await app.close();
  }
};

/** The database alone, whatever its schema. */
export const withDatabase = async <T>(work: (persistence: Persistence) => Promise<T>): Promise<T> => {
  const settings = loadSettings();
  const persistence = await openDatabase(settings.DATABASE_URL, { pool: settings.DATABASE_POOL });
  try {
    return await work(persistence);
  } finally {
    await persistence.close();
  }
};
