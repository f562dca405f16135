/** The current state of an account. */
export interface Account {
  readonly kind: 'admin' | 'integration' | 'customer';
  readonly id: number;
  holds(right: string): boolean;
}

/** The accounts that own webhooks, by their name in the audit trail, such as `admin:5`. */
export abstract class Accounts {
  /** The current account; undefined if it was deleted, is inactive or is not an account. */
  abstract named(name: string): Promise<Account | undefined>;
}

export const nameOf = ({ kind, id }: Pick<Account, 'kind' | 'id'>): string => `${kind}:${id}`;
