import { SetMetadata } from '@nestjs/common';
import type { AnswerSpec, Operation } from '../operations/index.js';

/** Describes a handler; the rest follows from its other declarations. */
export interface Description extends Pick<
  Operation,
  'summary' | 'about' | 'tag' | 'errors' | 'never' | 'tellsVersion'
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
