import type { ArchiveReason } from '../../passport/domain/index.js';
import { type Point, PUBLIC_POINT, ALL_POINTS } from '../../templates/domain/index.js';
import { covers, type Grant } from './grant.js';

/** Points of Annex XIII that each audience may read. No audience includes another. */
export type Audiences = ReadonlyMap<string, ReadonlySet<Point>>;

/** Audiences of Article 77(2) of Regulation (EU) 2023/1542. The act under its paragraph 9 may change them. */
export const LAWFUL_AUDIENCES = 'legitimate_interest=1+2+4, authority=1+2+3';

const NAME = /^[a-z][a-z0-9_]{0,31}$/;

/** Parses an audience setting such as `authority=1+2+3`; undefined if invalid. */
export const audienceOf = (text: string): readonly [name: string, points: ReadonlySet<Point>] | undefined => {
  const [name = '', said = '', ...more] = text.split('=').map((one) => one.trim());
  const points = said.split('+').map((one) => ALL_POINTS.find((point) => String(point) === one.trim()));
  if (more.length > 0 || !NAME.test(name) || name === 'public' || points.includes(undefined)) return undefined;
  const all = new Set(points.filter((point) => point !== undefined));
  return all.has(PUBLIC_POINT) ? [name, all] : undefined;
};

/** Parses the audiences. The public needs no grant and is not listed. */
export const audiencesOf = (words: readonly string[]): Audiences =>
  new Map(words.flatMap((word) => [audienceOf(word)].filter((one) => one !== undefined)));

const PUBLIC: ReadonlySet<Point> = new Set([PUBLIC_POINT]);

/** What a caller may read of a passport: the public data, or more with a grant that covers the passport. */
export interface Reader {
  readonly grantId: number | null;
  readonly points: ReadonlySet<Point>;
}

export const EVERYBODY: Reader = { grantId: null, points: PUBLIC };

/** A grant for other passports, or only for measuring, allows reading public data only. */
export const readerOf = (
  grant: Grant | undefined,
  passport: Parameters<typeof covers>[1],
  audiences: Audiences,
): Reader => {
  if (!grant || grant.scope !== 'read' || !covers(grant.for, passport)) return EVERYBODY;
  return { grantId: grant.id, points: audiences.get(grant.audience) ?? PUBLIC };
};

export type DppStatus = 'active' | 'inactive' | 'archived' | 'invalid';

/** Status of a version that is not public today, for entitled readers (EN 18223, Table 1). */
export const statusOf = ({
  archivedAt,
  archiveReason,
}: {
  readonly archivedAt: Date | null;
  readonly archiveReason: ArchiveReason | null;
}): DppStatus => {
  if (archivedAt === null) return 'inactive';
  return archiveReason === 'recalled' ? 'invalid' : 'archived';
};
