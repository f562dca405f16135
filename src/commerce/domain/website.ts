import { type Change, change, EVERYTHING, type Fault, sentence } from '../../../libs/kernel/index.js';

/** The fixed id that represents all websites (commerce.md). */
export const ALL_WEBSITES = 0;

export interface WebsiteFacts {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly baseCurrency: string;
  readonly timezone: string;
  readonly isDefault: number;
}

const quoted = ({ code, baseCurrency, timezone, isDefault }: WebsiteFacts): string =>
  JSON.stringify([code, baseCurrency, timezone, isDefault]);

const isSame = (one: WebsiteFacts, other: WebsiteFacts): boolean =>
  quoted(one) === quoted(other) && one.name === other.name;

/** Website 0 cannot change, and the default website can only be replaced by another one. */
export const websiteFaults = (next: WebsiteFacts, previous: WebsiteFacts | undefined): readonly Fault[] => {
  if (previous?.id === ALL_WEBSITES && !isSame(previous, next)) {
    return [sentence('Website 0 represents all websites and cannot be changed. Change another website instead.')];
  }
  if (previous?.isDefault === 1 && next.isDefault === 0) {
    return [
      sentence('A default website is required. Make another website the default instead.', undefined, 'is_default'),
    ];
  }
  return [];
};

/** Why a website cannot be deleted, even if nothing uses it. */
export const websiteDeletionFault = ({ id, isDefault }: WebsiteFacts): Fault | undefined => {
  if (id === ALL_WEBSITES) return sentence('Website 0 represents all websites and cannot be deleted.');
  return isDefault === 1
    ? sentence('The default website cannot be deleted. Make another website the default first.')
    : undefined;
};

/** Currency, time zone and default flag affect all prices of a website; its name does not (pricing.md §5). */
export const websiteScopes = (previous: WebsiteFacts | undefined, next: WebsiteFacts | undefined): readonly Change[] =>
  previous && next && quoted(previous) === quoted(next) ? [] : [change(EVERYTHING)];
