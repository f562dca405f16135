export const STATUSES = ['draft', 'active', 'published', 'archived'] as const;
export type Status = (typeof STATUSES)[number];

export const GRANULARITIES = ['model', 'batch', 'item'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

export const ARCHIVE_REASONS = ['withdrawn', 'superseded', 'end_of_life', 'recalled'] as const;
export type ArchiveReason = (typeof ARCHIVE_REASONS)[number];

/**
 * With a serial number, the passport describes one item. With only a batch, it describes the batch. With neither, it
 * describes the model.
 */
export const granularityOf = ({
  batch,
  serial,
}: {
  readonly batch: string | null;
  readonly serial: string | null;
}): Granularity => (serial !== null ? 'item' : batch !== null ? 'batch' : 'model');

/** True for working versions, which can still be edited. */
export const isInWork = (status: Status): boolean => status === 'draft' || status === 'active';
