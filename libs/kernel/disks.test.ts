import { FullDisks, isNoSpace, onDisk } from './disks.js';
import { DiskFull } from './errors.js';

describe('full disks (operations.md, "A full disk")', () => {
  it('are named until a write succeeds, ten seconds to a minute after the last refused one', () => {
    let now = 0;
    const disks = new FullDisks(() => now);
    expect(disks.names).toEqual([]);
    disks.refused('database');
    disks.refused('documents');
    // A small one.
    disks.written('documents');
    expect(disks.names).toEqual(['database', 'documents']);
    now = 10_000;
    disks.written('documents');
    expect(disks.names).toEqual(['database']);
    now = 59_999;
    expect(disks.names).toEqual(['database']);
    disks.refused('database');
    now += 60_000;
    expect(disks.names).toEqual([]);
  });

  it.each(['ENOSPC', 'EDQUOT'])('are recognized by %s', async (code) => {
    const error = Object.assign(new Error('write'), { code });
    expect(isNoSpace(error)).toBe(true);
    await expect(onDisk('documents', () => Promise.reject(error))).rejects.toThrow(DiskFull);
    await expect(onDisk('documents', () => Promise.reject(error))).rejects.toThrow(/disk is full/);
  });

  it('are not the reason of other errors', async () => {
    const error = Object.assign(new Error('write'), { code: 'EIO' });
    await expect(onDisk('documents', () => Promise.reject(error))).rejects.toBe(error);
  });
});
