/** Who may call an operation. Each operation declares exactly one rule (wire.md §6). */
export type Need =
  /** An administrator or integration whose role has the right. */
  | { readonly kind: 'right'; readonly right: string }
  /** A signed-in customer: for the `/me/` routes. */
  | { readonly kind: 'customer' }
  /** Any signed-in administrator, regardless of the role: for operations on their own account. */
  | { readonly kind: 'admin' }
  /** Any signed-in caller, for their own records. The operation itself checks the right `all` for other records. */
  | { readonly kind: 'own'; readonly all: string }
  /** A signed-in customer or an anonymous caller: for the `/context/` routes. An invalid token is an error. */
  | { readonly kind: 'storefront' }
  /** Any caller; tokens are ignored. */
  | { readonly kind: 'anonymous' };

const RIGHT_FORM = /^_[A-Z]\w*::[a-z]+$/;

/** Creates access rules. */
export const needs = {
  /** The ACL resource without the vendor's prefix: `_Customerprice::manage`. */
  right: (right: string): Need & { readonly kind: 'right' } => {
    if (!RIGHT_FORM.test(right)) throw new Error(`not an ACL resource without vendor: ${right}`);
    return { kind: 'right', right };
  },
  customer: { kind: 'customer' },
  admin: { kind: 'admin' },
  own: (all: string): Need & { readonly kind: 'own' } => ({ kind: 'own', all: needs.right(all).right }),
  storefront: { kind: 'storefront' },
  anonymous: { kind: 'anonymous' },
} as const;

export interface Caller {
  readonly kind: 'admin' | 'integration' | 'customer';
  /** ID of the administrator, integration or customer. */
  readonly id: number;
  /** Rights of the account as stored, without the vendor's prefix. */
  readonly rights: readonly string[];
  /** The change-log version at which the token was verified; undefined if no version was read. */
  readonly asOf?: number | undefined;
  /**
   * Whether the caller's role includes this right, named without the vendor's prefix (`_Customerprice::manage`). A
   * customer has no rights.
   */
  holds(right: string): boolean;
}
