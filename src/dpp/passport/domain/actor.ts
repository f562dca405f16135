/** Who performed an action; the operator at the command line has no ID. */
export interface Actor {
  readonly kind: 'admin' | 'integration' | 'operator';
  readonly id: number | null;
  /** True if the caller has the right. Missing for actors read from the history. */
  holds?(right: string): boolean;
}

/** The caller by whom questions are queued fairly. All anonymous callers share one identity. */
export type Asker = Actor | 'anybody';

/** Operations that need a right are always called by an administrator or an integration. */
export const actorOf = (caller: {
  readonly kind: Actor['kind'] | 'customer';
  readonly id: number;
  holds?(right: string): boolean;
}): Actor => ({
  kind: caller.kind === 'customer' ? 'operator' : caller.kind,
  id: caller.id,
  holds: (right) => caller.holds?.(right) === true,
});
