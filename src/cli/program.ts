import { Command } from 'commander';
import { migrate } from '../../libs/database/index.js';
import type { Room } from '../../libs/manifest/index.js';
import { accountCommands } from './accounts.js';
import { backupCommand } from './backup.js';
import { complain, failed, print, quietLog, withDatabase } from './context.js';
import { exportCommand } from './export.js';
import { documentCommands } from './documents.js';
import { health } from './health.js';
import { importCommand } from './import.js';
import { jobsCommand } from './jobs.js';
import { lintCommand } from './lint.js';
import { operationsCommand } from './operations.js';
import { replayCommand } from './replay.js';
import { ROOMS } from '../app.module.js';
import { loadSettings } from '../config/config.js';
import { COMMAND_STOPS } from '../boot/stop-signals.js';
import { VERSION } from '../config/version.js';

const migrateCommand = (program: Command, rooms: readonly Room[]): void => {
  program
    .command('migrate')
    .description('Brings the schema up to date, or takes one step back')
    .option('--down', 'one step back: what its table holds is lost')
    .action(async ({ down = false }: { readonly down?: boolean }) => {
      const done = await withDatabase(rooms, (persistence) =>
        migrate(persistence, {
          down,
          signal: COMMAND_STOPS.signal,
          onWaiting: () => complain('Another process migrates: waiting for it.'),
          onStep: (name) => print(`${down ? 'down' : 'up'} ${name}`),
        }),
      );
      if (done.length === 0) print(down ? 'There is no step to take back.' : 'The schema is up to date.');
    });
};

/** Carried out by `kontor.ts`, which loads nothing of this for it; here for `--help` and for what is typed otherwise. */
const healthCommand = (program: Command): void => {
  program
    .command('health')
    .description('Asks the server of these settings on this machine whether it lives; exit code 0 or 1')
    .option('--ready', 'whether requests may be sent to it', false)
    .action(({ ready }: { readonly ready: boolean }) => health(ready));
};

const openapiCommand = (program: Command, rooms: readonly Room[]): void => {
  program
    .command('openapi')
    .description('Writes the OpenAPI document of the installed add-ons')
    .action(async () => {
      // The document needs no database of the operator's; a passing one is enough.
      // A server's, which no other command needs.
      const [{ createApp }, { documentOf }] = await Promise.all([
        import('../boot/server.js'),
        import('../../libs/openapi/index.js'),
      ]);
      const settings = Object.assign(loadSettings(rooms), { DATABASE_URL: 'sqlite::memory:', MIGRATE_AT_START: false });
      await COMMAND_STOPS.hold(async () => {
        const app = await createApp(settings, quietLog());
        try {
          print(JSON.stringify(documentOf(app), null, 2));
        } finally {
          await app.close();
        }
      });
    });
};

const programOf = (rooms: readonly Room[]): Command => {
  const program = new Command('kontor')
    .description('Prices, documents and product passports beside a shop')
    .version(VERSION);
  const commands = [
    migrateCommand,
    importCommand,
    exportCommand,
    replayCommand,
    lintCommand,
    accountCommands,
    backupCommand,
    documentCommands,
    jobsCommand,
    openapiCommand,
    operationsCommand,
    healthCommand,
  ];
  for (const command of commands) command(program, rooms);
  return program;
};

/** Carries out one command: exit code 0 if all went well, 1 if something was refused or failed. */
export const runCommand = async (argv: readonly string[], rooms: readonly Room[] = ROOMS): Promise<void> => {
  try {
    await programOf(rooms).parseAsync([...argv]);
  } catch (error) {
    failed(error);
  }
};
