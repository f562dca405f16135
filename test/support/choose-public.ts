import { type Day, periodHolds } from '../../libs/kernel/index.js';
import { GRANULARITIES, granularityOf } from '../../src/dpp/passport/domain/life.js';
import type { PassportVersion } from '../../src/dpp/passport/domain/passport.js';

/** A lookup of a public passport. Undefined fields match everything. */
export interface PassportQuestion {
  readonly sku: string;
  readonly storeId: number;
  readonly batch?: string;
  readonly serial?: string;
}

type Question = Pick<
  PassportVersion,
  'passportId' | 'sku' | 'storeId' | 'batch' | 'serial' | 'status' | 'validFrom' | 'validTo' | 'publishedAt'
>;

/** Published, and valid on that day. No other version is ever public. */
export const isPublic = (version: Pick<Question, 'status' | 'validFrom' | 'validTo'>, on: Day): boolean =>
  version.status === 'published' && periodHolds({ from: version.validFrom, to: version.validTo }, on);

const meets = (version: Question, { sku, storeId, batch, serial }: PassportQuestion): boolean =>
  version.sku === sku &&
  (version.storeId === storeId || version.storeId === 0) &&
  (batch === undefined || version.batch === batch) &&
  (serial === undefined || version.serial === serial);

const rank = (version: Question): number => GRANULARITIES.indexOf(granularityOf(version));
const newest = (one: string | null, other: string | null): number =>
  (one ?? '') === (other ?? '') ? 0 : (one ?? '') < (other ?? '') ? 1 : -1;

/**
 * The store's own passport comes before store 0's; model before batch before item; then the newest; then the higher ID.
 */
const before = (one: Question, other: Question): number =>
  Number(one.storeId === 0) - Number(other.storeId === 0) ||
  rank(one) - rank(other) ||
  newest(one.publishedAt, other.publishedAt) ||
  other.passportId - one.passportId;

/** The one public passport that matches the lookup (passports.md, "The public view"). */
export const choosePublic = <T extends Question>(
  versions: readonly T[],
  question: PassportQuestion,
  on: Day,
): T | undefined => versions.filter((version) => isPublic(version, on) && meets(version, question)).toSorted(before)[0];
