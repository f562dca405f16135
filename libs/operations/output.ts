import { type Field, fieldsOf, type Recorded, type Resource } from '../records/index.js';

/** What an operation answers. */
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

/** How to say what an operation answers. */
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
