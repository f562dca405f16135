import { type AccessActor, covers } from './rights.js';

/** An account that may act while it is active: an administrator by the role, an integration by itself. */
export interface Holder {
  readonly isActive: boolean;
  readonly resources: readonly string[];
}

/** What `after` gives beyond `before`. */
export const addedRights = (before: readonly string[], after: readonly string[]): readonly string[] => {
  const held = new Set(before);
  return after.filter((right) => !covers(held, right));
};

/** What a write gives to an account: a new one gets all of it, and so does one that becomes active. */
export const gainedRights = (before: Holder | undefined, after: Holder): readonly string[] => {
  const wakes = before !== undefined && !before.isActive && after.isActive;
  return addedRights(before === undefined || wakes ? [] : before.resources, after.resources);
};

/**
 * Whether a password or secret must go: its account gains a right that whoever set it hadn't got, and could then use by
 * knowing it (access.md, "Who may change whom"). Of an unknown setter nothing is known to have been held.
 */
export const outgrows = (
  before: readonly string[],
  after: readonly string[],
  setter: readonly string[] | undefined,
): boolean => {
  const held = new Set(setter);
  return addedRights(before, after).some((right) => !covers(held, right));
};

/** The first of the rights that the actor hasn't got: nobody grants, or takes over, more than that (wire.md §6). */
export const missingRight = (actor: AccessActor, rights: readonly string[]): string | undefined =>
  rights.find((right) => !actor.holds(right));
