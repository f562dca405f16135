import { SetMetadata } from '@nestjs/common';

/** Who may call a handler; each declares exactly one (wire.md §6). */
export type Need =
  /** An administrator or integration whose role has the right. */
  | { readonly kind: 'right'; readonly right: string }
  /** A signed-in customer: the `/me/` routes. */
  | { readonly kind: 'customer' }
  /** A signed-in administrator, whatever the role: what concerns the own account. */
  | { readonly kind: 'admin' }
  /** A signed-in customer or nobody, but no broken token: the `/context/` routes. */
  | { readonly kind: 'storefront' }
  /** Anybody; tokens are ignored. */
  | { readonly kind: 'anonymous' };

export const NEED = 'webapi:need';

const RIGHT_FORM = /^_[A-Z]\w*::[a-z]+$/;

/** The ACL resource without the vendor's prefix: `_Customerprice::manage`. */
export const Needs = (right: string): MethodDecorator => {
  if (!RIGHT_FORM.test(right)) throw new Error(`not an ACL resource without vendor: ${right}`);
  return SetMetadata(NEED, { kind: 'right', right } satisfies Need);
};

export const NeedsCustomer = (): MethodDecorator => SetMetadata(NEED, { kind: 'customer' } satisfies Need);

export const NeedsAdmin = (): MethodDecorator => SetMetadata(NEED, { kind: 'admin' } satisfies Need);

export const StorefrontContext = (): MethodDecorator => SetMetadata(NEED, { kind: 'storefront' } satisfies Need);

export const Anonymous = (): MethodDecorator => SetMetadata(NEED, { kind: 'anonymous' } satisfies Need);

export const ONLY_READS = 'webapi:only-reads';

/** A POST that asks and writes nothing: a price question, whose body is too long for a query. */
export const OnlyReads = (): MethodDecorator => SetMetadata(ONLY_READS, true);

export const UNSTORED = 'webapi:unstored';

/** The handler answers a token: no cache may keep what it says, a refusal included. */
export const NeverStored = (): MethodDecorator => SetMetadata(UNSTORED, true);

export const BYTES = 'webapi:bytes';

/** The handler answers bytes or a page, not JSON: any Accept is taken, and HEAD is answered too (wire.md §1). */
export const Bytes = (): MethodDecorator => SetMetadata(BYTES, true);
