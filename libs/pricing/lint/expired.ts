import type { Dated } from '../terms.js';
import { type Finding, finding, type Named } from './finding.js';
import type { LintPlace } from './price-checks.js';

/** Something with days on a website, or on all of them. */
export interface Lasting extends Named, Pick<Dated, 'toDate'> {
  readonly websiteId: number;
}

/** Whether the last day is over wherever it could hold. */
export const isExpired = (
  { toDate, websiteId }: Pick<Lasting, 'toDate' | 'websiteId'>,
  places: readonly LintPlace[],
): boolean =>
  toDate !== null &&
  places.every(({ buyer, today }) => (websiteId !== 0 && buyer.websiteId !== websiteId) || toDate < today);

/** `expired`: it has had its last day. */
export const expired = (one: Lasting, places: readonly LintPlace[]): readonly Finding[] =>
  isExpired(one, places) ? [finding('expired', 'notice', one, `Expired after ${one.toDate ?? ''}.`)] : [];
