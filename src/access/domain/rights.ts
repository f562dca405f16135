/** The caller who makes a change: an account, or the operator on the command line. */
export interface AccessActor {
  readonly kind: 'admin' | 'integration' | 'customer' | 'operator';
  /** ID of the account; 0 for the operator. */
  readonly id: number;
  /** The rights of the account. They are stored with each password and secret that it sets. */
  readonly rights: readonly string[];
  /** Whether the account has this right (without the vendor's prefix), directly or through a parent right. */
  holds(right: string): boolean;
}

/** The parent of all rights. */
export const ROOT = 'Kontor::all';

/** Rights of the module `access` (access.md, "Rights"). */
export const ACCESS_RIGHTS = {
  read: '_Access::manage',
  save: '_Access::save',
  delete: '_Access::delete',
} as const;

const areaOf = (right: string): string => right.slice(0, Math.max(0, right.indexOf('::')));

/**
 * The rights that include this one: the area's `…::all` and the root. Other rights of the area do not (access.md,
 * "Rights").
 */
const parentsOf = (right: string): readonly string[] => [`${areaOf(right)}::all`, ROOT];

/** Whether the granted rights `held` include a right, directly or through a parent. */
export const covers = (held: ReadonlySet<string>, right: string): boolean =>
  held.has(right) || parentsOf(right).some((parent) => held.has(parent));

/** A caller with these rights. */
export const actorWith = (kind: AccessActor['kind'], id: number, rights: readonly string[]): AccessActor => {
  const held = new Set(rights);
  return { kind, id, rights, holds: (right) => covers(held, right) };
};

/** The operator, who has every right: used by the command line and at server startup. */
export const SYSTEM: AccessActor = actorWith('operator', 0, [ROOT]);

/** Everything that a role may contain: the installed rights, their areas' `…::all`, and the root. */
export const grantable = (installed: readonly string[]): ReadonlySet<string> =>
  new Set([ROOT, ...installed.map((right) => `${areaOf(right)}::all`), ...installed]);

/** New rights in a write that no module declares. Existing ones of modules that are not installed may stay. */
export const unknownRights = (
  known: ReadonlySet<string>,
  before: readonly string[],
  after: readonly string[],
): readonly string[] => after.filter((right) => !known.has(right) && !before.includes(right));

/** The API name of a right (access.md, "Rights"). The root belongs to Kontor and has no vendor's prefix. */
export const shownRight = (vendor: string, right: string): string => (right === ROOT ? right : `${vendor}${right}`);

/** The stored name of a right; undefined if the sent name lacks the vendor's prefix. */
export const storedRight = (vendor: string, shown: string): string | undefined => {
  if (shown === ROOT) return ROOT;
  return shown.startsWith(`${vendor}_`) ? shown.slice(vendor.length) : undefined;
};
