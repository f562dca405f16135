import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseDatabaseUrl } from '../../libs/database/index.js';
import { DISK_FULL, FULL_DISKS, Gauge, type Metric } from '../../libs/kernel/index.js';
import type { Settings } from '../config/settings.js';
import type { Check } from './health.js';

const FREE = new Gauge({
  name: 'kontor_disk_free_bytes',
  help: 'Free space in bytes on the local disks to which the server writes its SQLite database or document files',
  labels: ['disk'],
});

const SIZE = new Gauge({
  name: 'kontor_disk_size_bytes',
  help: 'Size in bytes of the local disks to which the server writes its SQLite database or document files',
  labels: ['disk'],
});

export const DISK_METRICS: readonly Metric[] = [DISK_FULL, FREE, SIZE];

/** Less space is not enough for one bulk call. */
const FULL_BYTES = 16 * 1_048_576;
const TIMEOUT_MS = 500;

/** Local folders that the server writes to. Database servers have their own monitoring. */
export const foldersOf = (settings: Settings): ReadonlyMap<string, string> => {
  const target = parseDatabaseUrl(settings.databaseAddress);
  const isFile = target.kind === 'sqlite' && target.file !== undefined;
  return new Map([
    ...(isFile ? [['database', dirname(resolve(target.file))] as const] : []),
    ...settings.installedRooms.flatMap(({ manifest }) =>
      Object.entries(manifest.folders?.(settings.ofModule(manifest)) ?? {}),
    ),
  ]);
};

interface Space {
  readonly free: number;
  readonly size: number;
}

/** Undefined if the folder does not exist yet or its file system does not respond, such as a lost network share. */
const spaceOf = async (folder: string): Promise<Space | undefined> => {
  const waited = new AbortController();
  const late = delay(TIMEOUT_MS, undefined, { signal: waited.signal, ref: false }).catch(() => undefined);
  try {
    const found = await Promise.race([statfs(folder), late]);
    return found && { free: found.bavail * found.bsize, size: found.blocks * found.bsize };
  } catch {
    return undefined;
  } finally {
    waited.abort();
  }
};

export const observeDisks = async (settings: Settings): Promise<void> => {
  for (const [disk, folder] of foldersOf(settings)) {
    const space = await spaceOf(folder);
    if (!space) continue;
    FREE.set(space.free, disk);
    SIZE.set(space.size, disk);
  }
};

/** The full disks for `/health/ready`: those on which writes have failed, and those with almost no space. */
export const diskChecks = async (settings: Settings): Promise<Readonly<Record<string, Check>>> => {
  const full = new Set<string>(FULL_DISKS.names);
  for (const [disk, folder] of foldersOf(settings)) {
    const space = await spaceOf(folder);
    if (space && space.free < FULL_BYTES) full.add(disk);
  }
  return Object.fromEntries([...full].map((disk) => [`disk_${disk}`, () => Promise.resolve('full' as const)]));
};
