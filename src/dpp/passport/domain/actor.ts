/** Who performed an action; the operator at the command line has no ID. */
export interface Actor {
  readonly kind: 'admin' | 'integration' | 'operator';
  readonly id: number | null;
}

/** Identity for taking turns; all anonymous callers share one. */
export type Asker = Actor | 'anybody';

/** Operations that need a right are called by an administrator or integration. */
export const actorOf = ({ kind, id }: { readonly kind: Actor['kind'] | 'customer'; readonly id: number }): Actor => ({
  kind: kind === 'customer' ? 'operator' : kind,
  id,
});
