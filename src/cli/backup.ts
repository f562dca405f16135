import { statSync } from 'node:fs';
import type { Command } from 'commander';
import { BackupRefused, backupSqlite, parseDatabaseUrl } from '../../libs/database/index.js';
import type { Room } from '../../libs/manifest/index.js';
import { CommandRefused, print } from './context.js';
import { loadSettings } from '../config/config.js';
import { COMMAND_STOPS } from '../boot/stop-signals.js';

const run = async (rooms: readonly Room[], file: string): Promise<void> => {
  const target = parseDatabaseUrl(loadSettings(rooms).DATABASE_URL);
  if (target.kind !== 'sqlite' || target.file === undefined) {
    throw new CommandRefused(
      'This command supports only SQLite. Back up MySQL and MariaDB with mariadb-dump --single-transaction.',
    );
  }
  try {
    const { file: database } = target;
    await COMMAND_STOPS.hold(() => backupSqlite(database, file));
  } catch (error) {
    throw error instanceof BackupRefused ? new CommandRefused(error.message) : error;
  }
  print(`${file} was written and verified (${statSync(file).size} bytes).`);
};

/** Adds `backup` (running.md). */
export const backupCommand = (program: Command, rooms: readonly Room[]): void => {
  program
    .command('backup')
    .argument('<file>', 'path of the copy; the file must not exist yet')
    .description('Back up the SQLite database and verify the copy. The server can keep running')
    .action((file: string) => run(rooms, file));
};
