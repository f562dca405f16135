import { FullDisks, isNoSpace, onDisk } from './disks.js';
import { DiskFull } from './errors.js';

describe('full disks (operations.md, "A full disk")', () => {
  it('are reported until a write succeeds after 10 s, at most for 60 s', () => {
    let now = 0;
    const disks = new FullDisks(() => now);
    expect(disks.names).toEqual([]);
    disks.refused('database');
    disks.refused('documents');
    // Small writes may still succeed on a full disk.
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

  it('are not reported for other errors', async () => {
    const error = Object.assign(new Error('write'), { code: 'EIO' });
    await expect(onDisk('documents', () => Promise.reject(error))).rejects.toBe(error);
  });
});
