import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inTemporaryFolder } from './temporary-folder.js';

describe('a temporary folder', () => {
  let parent: string;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'kontor-test-'));
  });
  afterEach(() => rm(parent, { recursive: true }));

  it('is private and is deleted even if the work fails', async () => {
    const failing = inTemporaryFolder(async (folder) => {
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
      expect(dirname(folder)).toBe(parent);
      throw new Error('the work');
    }, parent);
    await expect(failing).rejects.toThrow('the work');
    expect(await readdir(parent)).toEqual([]);
  });

  it('is created in var/tmp if the parent folder does not exist', async () => {
    const path = await inTemporaryFolder((folder) => Promise.resolve(folder), join(parent, 'none'));
    expect(dirname(path)).toBe(join('var', 'tmp'));
    expect(existsSync(path)).toBe(false);
  });

  it('is created after those that killed processes left a day ago are deleted', async () => {
    const before = new Date(Date.now() - 86_400_000 - 60_000);
    for (const name of ['kontor-job-old', 'kontor-job-young', 'others']) await mkdir(join(parent, name));
    for (const name of ['kontor-job-old', 'others']) await utimes(join(parent, name), before, before);
    await inTemporaryFolder(() => Promise.resolve(), parent);
    expect(await readdir(parent)).toEqual(['kontor-job-young', 'others']);
  });
});
