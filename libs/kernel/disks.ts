import { DiskFull } from './errors.js';
import { Counter } from './metrics.js';

/** A disk counts as full for at least this long after a failed write, even if a smaller write succeeds. */
const HELD_MS = 10_000;
/** After that, it counts as full for this long unless a write succeeds. */
const VALID_MS = 60_000;

/** Data that may be on separate disks: the database, document files, and temporary files of jobs. */
const DISKS = ['database', 'documents', 'temporary'] as const;
export type DiskName = (typeof DISKS)[number];

/** Writes that failed because a disk is full. */
export const DISK_FULL = new Counter({
  name: 'kontor_disk_full_total',
  help: 'Writes that failed because the disk that contains the database, the document files or the temporary files was full',
  labels: ['disk'],
  values: DISKS,
});

/** Disks on which writes fail for lack of space, as named in `/health/ready` (operations.md, "A full disk"). */
export class FullDisks {
  private readonly refusedAt = new Map<DiskName, number>();

  // eslint-disable-next-line no-restricted-syntax -- one instance for the process, made without the container
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Records a failed write. */
  refused(disk: DiskName): void {
    this.refusedAt.set(disk, this.now());
    DISK_FULL.add(1, disk);
  }

  /** Records a successful write. */
  written(disk: DiskName): void {
    const at = this.refusedAt.get(disk);
    if (at !== undefined && this.now() - at >= HELD_MS) this.refusedAt.delete(disk);
  }

  get names(): readonly DiskName[] {
    return [...this.refusedAt].filter(([, at]) => this.now() - at < VALID_MS).map(([name]) => name);
  }
}

export const FULL_DISKS = new FullDisks();

const NO_SPACE: readonly unknown[] = ['ENOSPC', 'EDQUOT'];

/** Whether a file could not be written because the disk or the user's quota is full. */
export const isNoSpace = (error: unknown): boolean =>
  NO_SPACE.includes((error as { readonly code?: unknown } | undefined)?.code);

/** Runs work that writes files to a disk. Throws `DiskFull` if there is no space left. */
export const onDisk = async <T>(disk: DiskName, work: () => Promise<T>): Promise<T> => {
  try {
    const result = await work();
    FULL_DISKS.written(disk);
    return result;
  } catch (error) {
    if (!isNoSpace(error)) throw error;
    FULL_DISKS.refused(disk);
    throw new DiskFull({ cause: error });
  }
};
