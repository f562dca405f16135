import type { Logger } from 'pino';
import { type DatabaseWait, migrate, type Persistence, schemaState } from '../../libs/database/index.js';
import type { Lifecycle } from './health.js';
import type { StopSignals } from './stop-signals.js';

/** Settings for waiting for a database server at startup; logs the reason. */
export const waitForDatabase = (lifecycle: Lifecycle, logger: Logger, seconds: number): DatabaseWait => {
  let logged = '';
  return {
    forMs: seconds * 1000,
    onAway: (error) => {
      const { message, code = 'not writable' } = error as { readonly message: string; readonly code?: string };
      // The health endpoint is public, so only the log contains the address of the database.
      lifecycle.starting(`waiting for the database (${code})`);
      if (message !== logged) logger.warn(`waiting for the database for at most ${seconds} s: ${message}`);
      logged = message;
    },
  };
};

/** Migrates the schema at startup. Logs each step, and can be stopped between two steps. */
export const migrating =
  (lifecycle: Lifecycle, logger: Logger, stops: StopSignals) =>
  (persistence: Persistence): Promise<unknown> => {
    const report = (reason: string): void => {
      lifecycle.starting(reason);
      logger.info(reason);
    };
    return stops.hold(() =>
      migrate(persistence, {
        signal: stops.signal,
        onWaiting: () => report('waiting for another process to migrate the schema'),
        onBegin: (name) => report(`running migration ${name}`),
      }),
    );
  };

/** With MIGRATE_AT_START=0, a server is not ready until another process has migrated the schema. */
export const isMigrated = async (persistence: Persistence): Promise<boolean> => {
  try {
    return (await schemaState(persistence)).pending.length === 0;
  } catch {
    return false;
  }
};

/** Warns the operator if the schema is older or newer than this build. */
export const logSchema = async (persistence: Persistence, logger: Logger): Promise<void> => {
  const { pending, ahead } = await schemaState(persistence).catch(() => ({ pending: ['all'], ahead: [] }));
  if (pending.length > 0)
    logger.warn('the schema is out of date; the server is not ready until `kontor migrate` has run');
  if (ahead.length > 0)
    logger.warn({ ahead }, 'a newer build has migrated the schema; this build continues to run with the newer schema');
};
