import { type Change, change } from '../../../libs/kernel/index.js';

export interface CustomerFacts {
  readonly id: number;
  readonly customerNumber: string | null;
  readonly groupId: number;
  readonly websiteId: number;
  readonly isActive: number;
  /** The hash, once the password has been read; null or absent: cannot sign in. */
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

/** Whether existing tokens stop working: new password, deactivation, deletion (wire.md §6). */
export const endsTokens = (previous: CustomerFacts, next: Before): boolean =>
  !next || (previous.isActive === 1 && next.isActive === 0) || (previous.password ?? null) !== (next.password ?? null);

/**
 * Changes that affect prices: group, website, activation and customer number, also for new and deleted customers; but
 * not names and email addresses. Also changes of the account that revoke tokens (pricing.md §5).
 */
export const customerScopes = (previous: Before, next: Before): readonly Change[] => {
  const id = next?.id ?? previous?.id ?? null;
  return [
    ...(isQuotedOtherwise(previous, next) ? [change('customer', id)] : []),
    ...(previous && endsTokens(previous, next) ? [change('account', id)] : []),
  ];
};
