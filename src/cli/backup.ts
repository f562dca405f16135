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
      'This command copies the embedded SQLite database. For MySQL and MariaDB use mariadb-dump --single-transaction.',
    );
  }
  try {
    const { file: database } = target;
    await COMMAND_STOPS.hold(() => backupSqlite(database, file));
  } catch (error) {
    throw error instanceof BackupRefused ? new CommandRefused(error.message) : error;
  }
  print(`${file}: ${statSync(file).size} bytes, checked.`);
};

/** `backup` (running.md). */
export const backupCommand = (program: Command, rooms: readonly Room[]): void => {
  program
    .command('backup')
    .argument('<file>', 'where the copy goes; it must not exist')
    .description('A consistent copy of the embedded database beside a running server, checked after writing')
    .action((file: string) => run(rooms, file));
};
