import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onDisk } from '../../../../libs/kernel/index.js';

const PREFIX = 'kontor-job-';
const DAY_MS = 86_400_000;
/** For containers where no other folder is writable. */
const OWN = join('var', 'tmp');
const NOT_WRITABLE: readonly (string | undefined)[] = ['EROFS', 'ENOENT', 'EACCES', 'EPERM'];

/** Deletes folders of killed processes. */
const removeOld = async (parent: string): Promise<void> => {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(parent, name);
    const { mtimeMs } = await stat(folder);
    if (Date.now() - mtimeMs > DAY_MS) await rm(folder, { recursive: true, force: true });
  }
};

const made = async (parent: string): Promise<string> => {
  const folder = await mkdtemp(join(parent, PREFIX));
  // Other processes may delete the same folders, and some folders belong to other users.
  await removeOld(parent).catch(() => undefined);
  return folder;
};

/**
 * Runs `work` with a temporary folder: in the system's temporary folder, or in `var/tmp` if that is not writable.
 * Folders of killed processes are deleted after a day.
 */
export const inTemporaryFolder = <T>(work: (folder: string) => Promise<T>, parent: string = tmpdir()): Promise<T> =>
  onDisk('temporary', () => inFolder(work, parent));

const inFolder = async <T>(work: (folder: string) => Promise<T>, parent: string): Promise<T> => {
  let folder: string;
  try {
    folder = await made(parent);
  } catch (error) {
    if (!NOT_WRITABLE.includes((error as NodeJS.ErrnoException).code)) throw error;
    await mkdir(OWN, { recursive: true, mode: 0o700 });
    folder = await made(OWN);
  }
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
