import type { ArchiveReason } from '../../passport/domain/index.js';
import { type Point, PUBLIC_POINT } from '../../templates/domain/index.js';
import type { Audiences } from './audiences.js';
import { covers, type Grant } from './grant.js';

const PUBLIC: ReadonlySet<Point> = new Set([PUBLIC_POINT]);

/** Who reads of one passport what: everybody, or whoever has a grant that is for it. */
export interface Reader {
  readonly grantId: number | null;
  readonly points: ReadonlySet<Point>;
}

export const EVERYBODY: Reader = { grantId: null, points: PUBLIC };

/** A grant that isn't for a passport, or only to measure, reads of it what everybody reads. */
export const readerOf = (
  grant: Grant | undefined,
  passport: Parameters<typeof covers>[1],
  audiences: Audiences,
): Reader => {
  if (!grant || grant.scope !== 'read' || !covers(grant.for, passport)) return EVERYBODY;
  return { grantId: grant.id, points: audiences.get(grant.audience) ?? PUBLIC };
};

export type DppStatus = 'active' | 'inactive' | 'archived' | 'invalid';

/** What became of a version, to whoever may know (EN 18223, Table 1). */
export const statusOf = (
  { archivedAt, archiveReason }: { readonly archivedAt: Date | null; readonly archiveReason: ArchiveReason | null },
  isPublicToday: boolean,
): DppStatus => {
  if (archivedAt !== null) return archiveReason === 'recalled' ? 'invalid' : 'archived';
  return isPublicToday ? 'active' : 'inactive';
};
