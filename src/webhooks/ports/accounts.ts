import type { Caller } from '../../../libs/operations/index.js';

/** The accounts that own webhooks, by their name in the audit trail, such as `admin:5`. */
export abstract class Accounts {
  /** The current account; undefined if it was deleted, is inactive or is not an account. */
  abstract named(name: string): Promise<Caller | undefined>;
}

export const nameOf = ({ kind, id }: Pick<Caller, 'kind' | 'id'>): string => `${kind}:${id}`;
