import { SetMetadata } from '@nestjs/common';
import { needs, type Need, type AnswerSpec, type Operation } from '../operations/index.js';

export const NEED = 'webapi:need';

/** The ACL resource without the vendor's prefix: `_Customerprice::manage`. */
export const Needs = (right: string): MethodDecorator => SetMetadata(NEED, needs.right(right));

export const NeedsCustomer = (): MethodDecorator => SetMetadata(NEED, { kind: 'customer' } satisfies Need);

export const Anonymous = (): MethodDecorator => SetMetadata(NEED, { kind: 'anonymous' } satisfies Need);

export const ONLY_READS = 'webapi:only-reads';

/** A POST that only reads: a price question, whose body is too long for a query. */
export const OnlyReads = (): MethodDecorator => SetMetadata(ONLY_READS, true);

export const UNSTORED = 'webapi:unstored';

/** The handler returns a token, so no cache may store its answers, nor refusals. */
export const NeverStored = (): MethodDecorator => SetMetadata(UNSTORED, true);

export const NO_SESSION = 'webapi:no-session';

/** The session of a browser does not count here: the handler is about tokens. */
export const NoSession = (): MethodDecorator => SetMetadata(NO_SESSION, true);

/** On a handler: how refusals before it are formatted, if not as in REST. */
export const REFUSES = 'webapi:refuses';

export const BYTES = 'webapi:bytes';

/** The handler answers bytes or a page, not JSON: any Accept is taken, and HEAD is answered too (wire.md §1). */
export const Bytes = (): MethodDecorator => SetMetadata(BYTES, true);

/** Describes a handler; the rest follows from its other declarations. */
export interface Description extends Pick<
  Operation,
  'summary' | 'about' | 'tag' | 'errors' | 'never' | 'tellsVersion' | 'tagged' | 'conditional' | 'mayOnlyCreate'
> {
  readonly answer: AnswerSpec;
  /** Answer with 202, for routes that can also run later. */
  readonly accepted?: AnswerSpec;
  /** Service of a hand-written handler, named as in operations. */
  readonly service?: string;
  /** Name of the operation in its service; hand-written handlers have none. */
  readonly name?: string;
  /** The public paths, if the route accepts more than clients would send; each is documented separately. */
  readonly paths?: readonly [string, ...string[]];
}

export const DESCRIPTION = 'webapi:description';

/** Describes a handler for the OpenAPI document; every handler below `/rest/V1` has to (wire.md §7). */
export const Describes = (description: Description): MethodDecorator => SetMetadata(DESCRIPTION, description);
