import { type Change, change, EVERYTHING, type Fault, sentence } from '../../../libs/kernel/index.js';

export interface CustomerFacts {
  readonly id: number;
  readonly customerNumber: string | null;
  readonly groupId: number;
  readonly websiteId: number;
  readonly isActive: number;
  /** The hash, after the input was prepared. Null or missing if the customer cannot sign in. */
  readonly password?: string | null;
}

type Before = CustomerFacts | undefined;

const isQuotedOtherwise = (previous: Before, next: Before): boolean =>
  !previous ||
  !next ||
  previous.groupId !== next.groupId ||
  previous.websiteId !== next.websiteId ||
  previous.isActive !== next.isActive ||
  previous.customerNumber !== next.customerNumber;

/** Whether existing tokens stop working: after a new password, deactivation or deletion (access.md, "Tokens"). */
export const endsTokens = (previous: CustomerFacts, next: Before): boolean =>
  !next || (previous.isActive === 1 && next.isActive === 0) || (previous.password ?? null) !== (next.password ?? null);

/**
 * Logs changes that affect prices: group, website, activation and customer number, also of new and deleted customers,
 * but not names and email addresses. Also logs account changes that revoke tokens (pricing.md §5).
 */
export const customerScopes = (previous: Before, next: Before): readonly Change[] => {
  const id = next?.id ?? previous?.id ?? null;
  return [
    ...(isQuotedOtherwise(previous, next) ? [change('customer', id)] : []),
    ...(previous && endsTokens(previous, next) ? [change('account', id)] : []),
  ];
};

/** The fixed group of anonymous callers (commerce.md). */
const NOT_LOGGED_IN = 0;

/** The default group of customers. */
export const GENERAL = 1;

interface GroupFacts {
  readonly id: number;
  readonly code: string;
}

/** Rejects changes to group 0. */
export const customerGroupFaults = (next: GroupFacts, previous: GroupFacts | undefined): readonly Fault[] =>
  previous?.id === NOT_LOGGED_IN && next.code !== previous.code
    ? [sentence('Customer group 0 (NOT LOGGED IN) cannot be changed.')]
    : [];

/** Why a group cannot be deleted, even if nothing uses it. */
export const customerGroupDeletionFault = ({ id }: GroupFacts): Fault | undefined =>
  id === NOT_LOGGED_IN ? sentence('Customer group 0 (NOT LOGGED IN) cannot be deleted.') : undefined;

/**
 * Logged with the scope `everything`, because groups have no narrower scope and are rarely created or deleted
 * (pricing.md §5).
 */
export const customerGroupScopes = (
  previous: GroupFacts | undefined,
  next: GroupFacts | undefined,
): readonly Change[] => (previous?.code === next?.code ? [] : [change(EVERYTHING)]);
