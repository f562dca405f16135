import { type Change, change } from '../../../libs/kernel/index.js';

export type AccountInput = Readonly<Record<string, unknown>>;

/** An administrator. The password is write-only. */
export interface AdminRecord {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly roleId: number;
  readonly isActive: number;
  readonly password?: string | undefined;
}

/** Rights are stored by their names without the vendor's prefix. */
export interface RoleRecord {
  readonly id: number;
  readonly name: string;
  readonly resources: readonly string[];
}

export interface IntegrationRecord extends RoleRecord {
  readonly isActive: number;
  readonly endpoint: string | null;
  readonly identityLinkUrl: string | null;
  readonly consumerKey: string | null;
  readonly oauthCreatedAt: Date | null;
}

/**
 * The identity of an account in the change log (pricing.md §5). Only changes of rights are logged, not those of names
 * and email addresses.
 */

interface AccountId {
  readonly id: number;
}

const account = (subject: AccountId | undefined): readonly Change[] => [change('account', subject?.id ?? null)];

const sameWords = (one: readonly string[] | undefined, other: readonly string[] | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

interface AdminRights extends AccountId {
  readonly roleId: number;
  readonly isActive: number;
}

export const adminScopes = (previous: AdminRights | undefined, next: AdminRights | undefined): readonly Change[] =>
  previous?.roleId === next?.roleId && previous?.isActive === next?.isActive ? [] : account(next ?? previous);

interface RoleRights extends AccountId {
  readonly resources: readonly string[];
}

/** Many accounts may have a role, so the entry does not name them. */
export const roleScopes = (previous: RoleRights | undefined, next: RoleRights | undefined): readonly Change[] =>
  sameWords(previous?.resources, next?.resources) ? [] : account(undefined);

interface IntegrationRights extends RoleRights {
  readonly isActive: number;
}

export const integrationScopes = (
  previous: IntegrationRights | undefined,
  next: IntegrationRights | undefined,
): readonly Change[] =>
  sameWords(previous?.resources, next?.resources) && previous?.isActive === next?.isActive
    ? []
    : account(next ?? previous);
