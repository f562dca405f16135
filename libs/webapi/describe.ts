import { SetMetadata } from '@nestjs/common';
import { type Field, fieldsOf, type Recorded, type Resource } from '../records/index.js';

/** What a handler answers, for the OpenAPI document. */
export type AnswerSpec =
  | { readonly kind: 'record' | 'search' | 'records'; readonly resource: Resource }
  /** An object, a list or a search answer of objects with the declared fields. */
  | {
      readonly kind: 'fields' | 'fieldsList' | 'fieldsSearch';
      readonly name: string;
      readonly fields: readonly Field[];
    }
  /** `true`. */
  | { readonly kind: 'true' }
  | { readonly kind: 'string'; readonly example: string }
  /** A string that nobody else may have: a token. No answer with it is ever kept. */
  | { readonly kind: 'secret'; readonly example: string }
  /** A JSON schema of its own, with an example. */
  | { readonly kind: 'schema'; readonly schema: object; readonly example: unknown }
  /** Bytes of these media types. */
  | { readonly kind: 'bytes'; readonly types: readonly string[] };

/** How to say what a handler answers. */
export const answers = {
  record: <T extends Recorded>(resource: Resource<T>): AnswerSpec => ({ kind: 'record', resource }),
  records: <T extends Recorded>(resource: Resource<T>): AnswerSpec => ({ kind: 'records', resource }),
  search: <T extends Recorded>(resource: Resource<T>): AnswerSpec => ({ kind: 'search', resource }),
  fields: (of: new () => object): AnswerSpec => ({ kind: 'fields', name: of.name, fields: fieldsOf(of) }),
  fieldsList: (of: new () => object): AnswerSpec => ({ kind: 'fieldsList', name: of.name, fields: fieldsOf(of) }),
  fieldsSearch: (of: new () => object): AnswerSpec => ({ kind: 'fieldsSearch', name: of.name, fields: fieldsOf(of) }),
  true: { kind: 'true' } as AnswerSpec,
  string: (example: string): AnswerSpec => ({ kind: 'string', example }),
  secret: (example: string): AnswerSpec => ({ kind: 'secret', example }),
  schema: (schema: object, example: unknown): AnswerSpec => ({ kind: 'schema', schema, example }),
  bytes: (...types: readonly string[]): AnswerSpec => ({ kind: 'bytes', types }),
};

/** What a handler tells about itself; the rest of its operation follows from its other declarations. */
export interface Description {
  /** One line: what it does. */
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
