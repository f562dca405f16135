import { SetMetadata } from '@nestjs/common';
import type { AnswerSpec, Operation } from '../operations/index.js';

/** The description of a handler; the rest of its operation follows from its other declarations. */
export interface Description extends Pick<
  Operation,
  'summary' | 'about' | 'tag' | 'errors' | 'never' | 'tellsVersion'
> {
  readonly answer: AnswerSpec;
  /** What 202 answers, where it may be asked to do it later and then answers otherwise. */
  readonly accepted?: AnswerSpec;
  /** Of what is written by hand: the service that it belongs to, as operations name theirs. */
  readonly service?: string;
  /** The operation's name in its service; what is written by hand has none. */
  readonly name?: string;
  /** The public paths, if the route accepts more than clients would send; each is documented separately. */
  readonly paths?: readonly [string, ...string[]];
}

export const DESCRIPTION = 'webapi:description';

/** Describes a handler for the OpenAPI document; every handler below `/rest/V1` has to (wire.md §7). */
export const Describes = (description: Description): MethodDecorator => SetMetadata(DESCRIPTION, description);
