import { SetMetadata } from '@nestjs/common';
import type { AnswerSpec } from '../operations/index.js';

/** What a handler tells about itself; the rest of its operation follows from its other declarations. */
export interface Description {
  readonly summary: string;
  readonly answer: AnswerSpec;
  /** Statuses beyond those that follow from right, body, criteria and path: 404, 409, 410, 429. */
  readonly errors?: readonly (400 | 401 | 403 | 404 | 409 | 410 | 412 | 416 | 429)[];
  /** Statuses that would follow and that this handler never answers: 404 where it makes what isn't there. */
  readonly never?: readonly 404[];
  /** The group of the operation; the first path segments without it. */
  readonly tag?: string;
  readonly about?: string;
  /** As people know the paths, where the route itself takes more than they would send; each is told for itself. */
  readonly paths?: readonly [string, ...string[]];
}

export const DESCRIPTION = 'webapi:description';

/** Describes a handler for the OpenAPI document; every handler below `/rest/V1` has to (wire.md §7). */
export const Describes = (description: Description): MethodDecorator => SetMetadata(DESCRIPTION, description);
