import { type Change, change, EVERYTHING, type Fault, invalidValue, sentence } from '../../../libs/kernel/index.js';
import { ALL_WEBSITES } from './website.js';

/** The fixed store view that represents all (commerce.md). */
export const ALL_STORES_ID = 0;

export const STORE_CODE = /^[a-z][a-z0-9_]*$/;

const RESERVED = /^(all|admin|v\d+)$/;

export interface StoreIssuer {
  readonly name: string | null;
  readonly url: string | null;
  readonly operatorId: string | null;
}

/** A store view for validation. */
export interface StoreFacts {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly websiteId: number;
  readonly isDefault: number;
  readonly locale: string | null;
  readonly issuer: StoreIssuer | null;
}

const quoted = ({ code, websiteId, isDefault }: StoreFacts): string => JSON.stringify([code, websiteId, isDefault]);

const said = ({ name, locale, issuer }: StoreFacts): string =>
  JSON.stringify([name, locale, issuer && [issuer.name, issuer.url, issuer.operatorId]]);

/**
 * Store 0 cannot change, and codes with another meaning in paths are not allowed. The default store view of a website
 * can only be replaced by another one of that website.
 */
export const storeFaults = (next: StoreFacts, previous: StoreFacts | undefined): readonly Fault[] => {
  if (previous?.id === ALL_STORES_ID) {
    return quoted(previous) === quoted(next) && said(previous) === said(next)
      ? []
      : [sentence('Store view 0 represents all store views and cannot be changed.')];
  }
  return [
    ...(RESERVED.test(next.code)
      ? [
          invalidValue(
            'code',
            next.code,
            'codes other than all, admin, v1, v2 and so on, which are reserved for URL paths',
          ),
        ]
      : []),
    ...(next.websiteId === ALL_WEBSITES ? [invalidValue('website_id', next.websiteId, 'a website other than 0')] : []),
    ...(previous?.isDefault === 1 && next.isDefault === 0 && previous.websiteId === next.websiteId
      ? [
          sentence(
            'Each website requires a default store view. Make another store view the default instead.',
            undefined,
            'is_default',
          ),
        ]
      : []),
  ];
};

/** Why a store view cannot be deleted, even if nothing uses it. */
export const storeDeletionFault = ({ id, isDefault }: StoreFacts): Fault | undefined => {
  if (id === ALL_STORES_ID) return sentence('Store view 0 represents all store views and cannot be deleted.');
  return isDefault === 1
    ? sentence('The default store view cannot be deleted. Make another store view the default first.')
    : undefined;
};

/**
 * The website of a store view affects all requests below its path; name, locale and issuer do not affect prices
 * (pricing.md §5).
 */
export const storeScopes = (previous: StoreFacts | undefined, next: StoreFacts | undefined): readonly Change[] =>
  previous && next && quoted(previous) === quoted(next) ? [] : [change(EVERYTHING)];
