import { NotSignedIn, RightMissing } from '../kernel/index.js';
import type { Caller, Need } from '../operations/index.js';
import { aclId, type WireSettings } from '../web/index.js';

/** The missing right, as the error message names it. */
export const resourcesOf = (need: Need, settings: WireSettings): string =>
  need.kind === 'right' ? aclId(settings, need.right) : 'self';

/** Whether a caller (undefined if anonymous) may call an operation with this access rule (wire.md §6). */
export const mayCall = (caller: Caller | undefined, need: Need): boolean => {
  switch (need.kind) {
    case 'anonymous':
      return true;
    case 'right':
      return caller !== undefined && caller.kind !== 'customer' && caller.holds(need.right);
    case 'admin':
      return caller?.kind === 'admin';
    case 'own':
      return caller !== undefined;
    case 'customer':
      return caller?.kind === 'customer';
    case 'storefront':
      return caller === undefined || caller.kind === 'customer';
  }
};

/**
 * Throws if the caller may not call the operation: `NotSignedIn` for an anonymous caller if sign-in is required,
 * otherwise `RightMissing` with these resources.
 */
export const mustMay = (caller: Caller | undefined, need: Need, resources: string): void => {
  if (mayCall(caller, need)) return;
  throw caller ? new RightMissing(resources) : new NotSignedIn(resources);
};

/** The credentials of a request. */
export interface Credentials {
  /** Whether the request has credentials: an Authorization header or a session. */
  readonly claims: boolean;
  /** The authenticated caller; undefined without one. */
  find(): Promise<Caller | undefined>;
}

/**
 * The caller of an operation with this access rule. Throws `NotSignedIn` for an anonymous caller or invalid
 * credentials, and `RightMissing` for a caller without the right. Anonymous operations ignore credentials; storefront
 * operations accept valid ones.
 */
export const admitted = (
  need: Need,
  resources: string,
  { claims, caller }: { readonly claims: boolean; readonly caller: Caller | undefined },
): Caller | undefined => {
  if (need.kind === 'anonymous') return undefined;
  if (!claims && need.kind === 'storefront') return undefined;
  if (!claims || !caller) throw new NotSignedIn(resources);
  mustMay(caller, need, resources);
  return caller;
};

/** Like `admitted`, but authenticates the request only if necessary. */
export const admit = async (
  need: Need,
  resources: string,
  { claims, find }: Credentials,
): Promise<Caller | undefined> => {
  const matters = need.kind !== 'anonymous' && claims;
  return admitted(need, resources, { claims, caller: matters ? await find() : undefined });
};
