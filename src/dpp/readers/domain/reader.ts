import type { ArchiveReason } from '../../passport/domain/index.js';
import { type Point, PUBLIC_POINT } from '../../templates/domain/index.js';
import type { Audiences } from './audiences.js';
import { covers, type Grant } from './grant.js';

const PUBLIC: ReadonlySet<Point> = new Set([PUBLIC_POINT]);

/** What a caller may read of a passport: the public, or with a grant that covers it. */
export interface Reader {
  readonly grantId: number | null;
  readonly points: ReadonlySet<Point>;
}

export const EVERYBODY: Reader = { grantId: null, points: PUBLIC };

/** A grant for other passports, or only for measuring, shows public data only. */
export const readerOf = (
  grant: Grant | undefined,
  passport: Parameters<typeof covers>[1],
  audiences: Audiences,
): Reader => {
  if (!grant || grant.scope !== 'read' || !covers(grant.for, passport)) return EVERYBODY;
  return { grantId: grant.id, points: audiences.get(grant.audience) ?? PUBLIC };
};

export type DppStatus = 'active' | 'inactive' | 'archived' | 'invalid';

/** Status of a version for entitled readers (EN 18223, Table 1). */
export const statusOf = (
  { archivedAt, archiveReason }: { readonly archivedAt: Date | null; readonly archiveReason: ArchiveReason | null },
  isPublicToday: boolean,
): DppStatus => {
  if (archivedAt !== null) return archiveReason === 'recalled' ? 'invalid' : 'archived';
  return isPublicToday ? 'active' : 'inactive';
};
