/** An account, as it is now. */
export interface Account {
  readonly kind: 'admin' | 'integration' | 'customer';
  readonly id: number;
  holds(right: string): boolean;
}

/** The accounts that own webhooks, by the name that the audit trail has for them: `admin:5`. */
export abstract class Accounts {
  /** Undefined where it is deleted, may not act, or is no account. */
  abstract named(name: string): Promise<Account | undefined>;
}

export const nameOf = ({ kind, id }: Pick<Account, 'kind' | 'id'>): string => `${kind}:${id}`;
