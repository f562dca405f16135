import { NotSignedIn, RightMissing } from '../kernel/index.js';
import type { Caller, Need } from '../operations/index.js';
import { aclId, type WireSettings } from '../web/index.js';

/** The missing right as a refusal names it. */
export const resourcesOf = (need: Need, settings: WireSettings): string =>
  need.kind === 'right' ? aclId(settings, need.right) : 'self';

/** Whether this caller, or an anonymous one, may call an operation with this need (wire.md §6). */
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
 * Throws unless the caller may: `NotSignedIn` for an anonymous caller if one must sign in, otherwise `RightMissing`
 * with these resources.
 */
export const mustMay = (caller: Caller | undefined, need: Need, resources: string): void => {
  if (mayCall(caller, need)) return;
  throw caller ? new RightMissing(resources) : new NotSignedIn(resources);
};

/** What a request says about its sender. */
export interface Credentials {
  /** Whether the request claims a caller: by its header Authorization, or by a session. */
  readonly claims: boolean;
  /** The authenticated caller; undefined without one. */
  find(): Promise<Caller | undefined>;
}

/**
 * The caller of an operation with this need. An anonymous caller or an invalid proof: `NotSignedIn`. Another caller:
 * `RightMissing`. Anonymous operations need no proof, and storefront operations accept a valid proof.
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

/** The same, but authenticates the request only if necessary. */
export const admit = async (
  need: Need,
  resources: string,
  { claims, find }: Credentials,
): Promise<Caller | undefined> => {
  const matters = need.kind !== 'anonymous' && claims;
  return admitted(need, resources, { claims, caller: matters ? await find() : undefined });
};
