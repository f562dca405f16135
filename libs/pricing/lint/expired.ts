import type { Dated } from '../terms.js';
import { type Finding, finding, type Named } from './finding.js';
import type { LintWebsite } from './price-checks.js';

/** Something with days on a website, or on all of them. */
export interface Lasting extends Named, Pick<Dated, 'toDate'> {
  readonly websiteId: number;
}

/** Whether the last day is over wherever it could hold. */
export const isExpired = (
  { toDate, websiteId }: Pick<Lasting, 'toDate' | 'websiteId'>,
  websites: readonly LintWebsite[],
): boolean =>
  toDate !== null &&
  websites.every(({ buyer, today }) => (websiteId !== 0 && buyer.websiteId !== websiteId) || toDate < today);

/** `expired`: it has had its last day. */
export const expired = (one: Lasting, websites: readonly LintWebsite[]): readonly Finding[] =>
  isExpired(one, websites) ? [finding('expired', 'notice', one, `Expired after ${one.toDate ?? ''}.`)] : [];
