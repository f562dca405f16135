/** Who did something; the operator at the command line has no id. */
export interface Actor {
  readonly kind: 'admin' | 'integration' | 'operator';
  readonly id: number | null;
}

/** Whose turn it is; all who aren't signed in share one. */
export type Asker = Actor | 'anybody';

/** Behind a right stands an administrator or an integration. */
export const actorOf = ({ kind, id }: { readonly kind: Actor['kind'] | 'customer'; readonly id: number }): Actor => ({
  kind: kind === 'customer' ? 'operator' : kind,
  id,
});
