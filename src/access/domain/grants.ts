import { type AccessActor, covers } from './rights.js';

/**
 * The rights of an account and whether it is active. Administrators have the rights of their role, integrations their
 * own.
 */
export interface Holder {
  readonly isActive: boolean;
  readonly resources: readonly string[];
}

export const addedRights = (before: readonly string[], after: readonly string[]): readonly string[] => {
  const held = new Set(before);
  return after.filter((right) => !covers(held, right));
};

/** The rights that a write adds to an account: all of them if the account is new or becomes active. */
export const gainedRights = (before: Holder | undefined, after: Holder): readonly string[] => {
  const wakes = before !== undefined && !before.isActive && after.isActive;
  return addedRights(before === undefined || wakes ? [] : before.resources, after.resources);
};

/**
 * Whether a password or secret must be removed, because its account gains a right that the person who set it did not
 * have but could now use (access.md, "Who may change whom"). An unknown person is assumed to have had no rights.
 */
export const outgrows = (
  before: readonly string[],
  after: readonly string[],
  setter: readonly string[] | undefined,
): boolean => {
  const held = new Set(setter);
  return addedRights(before, after).some((right) => !covers(held, right));
};

/**
 * The first right that the caller does not have. Callers cannot grant or take over rights that they do not have
 * (wire.md §6).
 */
export const missingRight = (actor: AccessActor, rights: readonly string[]): string | undefined =>
  rights.find((right) => !actor.holds(right));
