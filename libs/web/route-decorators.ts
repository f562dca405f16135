import { SetMetadata } from '@nestjs/common';
import { needs, type Need, type AnswerSpec, type Operation } from '../operations/index.js';

export const NEED = 'webapi:need';

/** The required ACL resource without the vendor's prefix: `_Customerprice::manage`. */
export const Needs = (right: string): MethodDecorator => SetMetadata(NEED, needs.right(right));

export const NeedsCustomer = (): MethodDecorator => SetMetadata(NEED, { kind: 'customer' } satisfies Need);

export const Anonymous = (): MethodDecorator => SetMetadata(NEED, { kind: 'anonymous' } satisfies Need);

export const ONLY_READS = 'webapi:only-reads';

/** Marks a POST that only reads, such as a price question whose body is too long for a query. */
export const OnlyReads = (): MethodDecorator => SetMetadata(ONLY_READS, true);

export const UNSTORED = 'webapi:unstored';

/** Marks a handler that returns a token, so that caches store neither its responses nor errors. */
export const NeverStored = (): MethodDecorator => SetMetadata(UNSTORED, true);

export const NO_SESSION = 'webapi:no-session';

/** Disables browser sessions for a handler that manages tokens. */
export const NoSession = (): MethodDecorator => SetMetadata(NO_SESSION, true);

/** Metadata of a handler: how errors before it are formatted, if not as in REST. */
export const REFUSES = 'webapi:refuses';

export const BYTES = 'webapi:bytes';

/**
 * Marks a handler that returns bytes or a page instead of JSON. Any Accept header is allowed, and HEAD is supported
 * (wire.md §1).
 */
export const Bytes = (): MethodDecorator => SetMetadata(BYTES, true);

/** Description of a handler; everything else follows from its other declarations. */
export interface Description extends Pick<
  Operation,
  'summary' | 'about' | 'tag' | 'errors' | 'never' | 'tellsVersion' | 'tagged' | 'conditional'
> {
  readonly answer: AnswerSpec;
  /** The 202 response, for routes that can also run later. */
  readonly accepted?: AnswerSpec;
  /** Service of a hand-written handler, named as in operations. */
  readonly service?: string;
  /** Name of the operation in its service; hand-written handlers have none. */
  readonly name?: string;
  /**
   * The documented paths, if the route accepts more spellings than clients should send. Each is documented separately.
   */
  readonly paths?: readonly [string, ...string[]];
}

export const DESCRIPTION = 'webapi:description';

/** Describes a handler for the OpenAPI document; required for every handler below `/rest/V1` (wire.md §7). */
export const Describes = (description: Description): MethodDecorator => SetMetadata(DESCRIPTION, description);
