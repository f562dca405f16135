import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { OperatorFault } from '../../libs/kernel/index.js';
import { connectionsFor, mustOpenFiles } from '../config/machine-limits.js';
import type { Settings } from '../config/settings.js';
import { foldersOf } from './disks.js';

const SETTING: Readonly<Record<string, string>> = { database: 'DATABASE_URL', documents: 'STORAGE_URL' };

/**
 * Writes and deletes a file, because permissions alone do not show whether shares and read-only file systems are
 * writable.
 */
const mustBeWritable = async (disk: string, folder: string): Promise<void> => {
  const probe = join(folder, `.kontor-${randomUUID()}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(probe, 'x', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new OperatorFault(
      `${SETTING[disk] ?? disk}: cannot write to the folder ${folder} (${code}). Correct its owner or permissions, or check the disk.`,
      { cause: error },
    );
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
};

/** Detects problems before the schema is migrated that would otherwise appear late. Throws `OperatorFault`. */
export const preflight = async (settings: Settings, logger: Logger): Promise<void> => {
  mustOpenFiles();
  const accepted = connectionsFor(settings.MAX_CONNECTIONS);
  if (accepted < settings.MAX_CONNECTIONS)
    logger.warn(
      `MAX_CONNECTIONS is ${settings.MAX_CONNECTIONS}, but the server accepts only ${accepted} connections, because the limit on open files (ulimit -n) is too low. Raise the limit`,
    );
  for (const [disk, folder] of foldersOf(settings)) await mustBeWritable(disk, folder);
  for (const { manifest } of settings.installedRooms) await manifest.preflight?.(settings.ofModule(manifest));
};
