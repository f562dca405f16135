import type { Caller } from '../../../libs/operations/index.js';

/** The accounts that own webhooks, by the name that the audit trail has for them: `admin:5`. */
export abstract class Accounts {
  /** As it is now; undefined where it is deleted, may not act, or is no account. */
  abstract named(name: string): Promise<Caller | undefined>;
}

export const nameOf = ({ kind, id }: Pick<Caller, 'kind' | 'id'>): string => `${kind}:${id}`;
