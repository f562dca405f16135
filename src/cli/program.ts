import { userInfo } from 'node:os';
import { Command } from 'commander';
import { inOperation, type RunBy } from '../../libs/kernel/index.js';
import { migrate } from '../../libs/database/index.js';
import type { Room } from '../../libs/manifest/index.js';
import { accountCommands } from './accounts.js';
import { auditCommands } from './audit.js';
import { backupCommand } from './backup.js';
import { complain, failed, logQuietly, print, withDatabase, withServer } from './context.js';
import { customerCommands } from './customer.js';
import { databaseCommands } from './database.js';
import { exportCommand } from './export.js';
import { documentCommands } from './documents.js';
import { health } from './health.js';
import { importCommand } from './import.js';
import { jobsCommand } from './jobs.js';
import { lintCommand } from './lint.js';
import { operationsCommand } from './operations.js';
import { registryCommand } from './registry.js';
import { replayCommand } from './replay.js';
import { restoreCommand } from './restore.js';
import { ROOMS } from '../app.module.js';
import { begin } from '../boot/begin.js';
import { COMMAND_STOPS } from '../boot/stop-signals.js';
import { REVISION, VERSION } from '../config/version.js';

const migrateCommand = (program: Command, rooms: readonly Room[]): void => {
  program
    .command('migrate')
    .description('Migrate the database schema to the current version, or revert the last migration')
    .option('--down', 'revert the last migration, which deletes the data in the tables and columns that it added')
    .action(async ({ down = false }: { readonly down?: boolean }) => {
      const done = await withDatabase(rooms, (persistence) =>
        migrate(persistence, {
          down,
          signal: COMMAND_STOPS.signal,
          onWaiting: () => complain('Another process is migrating the schema. Waiting for it to finish.'),
          onStep: (name) => print(`${down ? 'down' : 'up'} ${name}`),
        }),
      );
      if (done.length === 0) print(down ? 'There are no migrations to revert.' : 'The schema is up to date.');
    });
};

/** Only for `--help` and other spellings: `kontor.ts` itself runs `health` without loading this program. */
const healthCommand = (program: Command): void => {
  program
    .command('health')
    .description('Check whether the server on this machine is running. Exits with 0 on success, otherwise with 1')
    .option('--ready', 'check whether the server is ready for requests', false)
    .action(({ ready }: { readonly ready: boolean }) => health(ready));
};

/** Only for `--help`: `kontor.ts` itself starts the server, with its signal handling. */
const serveCommand = (program: Command): void => {
  program.command('serve').description('Start the server').action(begin);
};

const openapiCommand = (program: Command, rooms: readonly Room[]): void => {
  program
    .command('openapi')
    .description('Print the OpenAPI document of the installed modules')
    .action(async () => {
      const { documentOf } = await import('../../libs/openapi/index.js');
      await withServer(rooms, (app) => print(JSON.stringify(documentOf(app), null, 2)));
    });
};

const programOf = (rooms: readonly Room[]): Command => {
  const program = new Command('kontor')
    .description('Prices, documents and product passports for a shop')
    .version(`${VERSION} (revision ${REVISION})`);
  const commands = [
    serveCommand,
    migrateCommand,
    importCommand,
    exportCommand,
    replayCommand,
    lintCommand,
    accountCommands,
    auditCommands,
    backupCommand,
    restoreCommand,
    customerCommands,
    databaseCommands,
    documentCommands,
    jobsCommand,
    openapiCommand,
    operationsCommand,
    registryCommand,
    healthCommand,
  ];
  for (const command of commands) command(program, rooms);
  return program;
};

/** The name of a command without options and arguments: `kontor admin create`. */
const nameOf = (program: Command, words: readonly string[]): string => {
  let command = program;
  const names = [program.name()];
  for (const word of words) {
    const next = command.commands.find((one) => one.name() === word);
    if (!next) break;
    command = next;
    names.push(word);
  }
  return names.join(' ');
};

/** The operating system user. In a container, the user may have no name. */
const operator = (): RunBy => {
  const common = { interface: 'command', caller: 'command' } as const;
  try {
    return { ...common, user: userInfo().username };
  } catch {
    return { ...common, user: `uid ${String(process.getuid?.())}` };
  }
};

/** Runs a command. The exit code is 0 on success and 1 on a refusal or failure. */
export const runCommand = async (argv: readonly string[], rooms: readonly Room[] = ROOMS): Promise<void> => {
  try {
    logQuietly();
    const program = programOf(rooms);
    await inOperation(nameOf(program, argv.slice(2)), () => program.parseAsync([...argv]), operator());
  } catch (error) {
    failed(error);
  }
};
