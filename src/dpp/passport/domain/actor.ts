/** Who performed an action; the operator at the command line has no ID. */
export interface Actor {
  readonly kind: 'admin' | 'integration' | 'operator';
  readonly id: number | null;
  /** Whether the caller has a right; missing for an actor of the past. */
  holds?(right: string): boolean;
}

/** Identity for taking turns; all anonymous callers share one. */
export type Asker = Actor | 'anybody';

/** Operations that need a right are called by an administrator or integration. */
export const actorOf = (caller: {
  readonly kind: Actor['kind'] | 'customer';
  readonly id: number;
  holds?(right: string): boolean;
}): Actor => ({
  kind: caller.kind === 'customer' ? 'operator' : caller.kind,
  id: caller.id,
  holds: (right) => caller.holds?.(right) === true,
});
