import type { Criteria, Fault } from '../kernel/index.js';
import {
  type Field,
  fieldsOf,
  type Input as RecordInput,
  namesOf,
  type Recorded,
  type Resource,
} from '../records/index.js';
import type { BodyLimit, BodySpec } from './body.js';

/** Fields that a search may use, and whether criteria are optional. */
export interface SearchSpec {
  readonly fields: readonly Field[];
  readonly byName: ReadonlyMap<string, Field>;
  readonly mayBeAbsent: boolean;
}

/** Search criteria, and the form in which the response repeats them. */
export interface SearchRequest {
  readonly criteria: Criteria;
  readonly echo: Readonly<Record<string, unknown>>;
}

/** Where a part of an operation's input comes from. */
export type PartSpec =
  /**
   * A path parameter that is an id. With `orUnknown`, an id that no record can have becomes -1 instead of an error.
   */
  | { readonly from: 'id'; readonly name: string; readonly orUnknown: boolean }
  /** A path parameter that is a business key. */
  | { readonly from: 'key'; readonly name: string }
  /**
   * Query parameters; others are ignored, or rejected if `strict`. Parameters with `ofRest` are not part of SOAP,
   * whose operations have the parameters of the shop platform.
   */
  | { readonly from: 'query'; readonly fields: readonly Field[]; readonly strict: boolean; readonly ofRest: boolean }
  | ({ readonly from: 'criteria' } & SearchSpec)
  | { readonly from: 'body'; readonly body: BodySpec };

declare const VALUE: unique symbol;

/** A part of an operation's input; `run` receives it as a `T`. */
export type Part<T> = PartSpec & { readonly [VALUE]?: T };

/** The parts of an operation's input, by the names under which `run` receives them. */
export type InputParts = Readonly<Record<string, Part<unknown>>>;

export type ValuesOf<P extends InputParts> = { readonly [K in keyof P]: P[K] extends Part<infer T> ? T : never };

type Of<T> = new () => T;

export const takes = {
  id: (name = 'id', { orUnknown = false } = {}): Part<number> => ({ from: 'id', name, orUnknown }),

  key: (name: string): Part<string> => ({ from: 'key', name }),

  query: <T extends object>(of: Of<T>, { strict = false, ofRest = false } = {}): Part<T> => ({
    from: 'query',
    fields: fieldsOf(of),
    strict,
    ofRest,
  }),

  /** Search criteria on the fields of a resource. Missing criteria are an error unless `mayBeAbsent` is set. */
  criteria: <T extends Recorded>(
    { fields, byName }: Resource<T>,
    { mayBeAbsent = false } = {},
  ): Part<SearchRequest> => ({
    from: 'criteria',
    fields,
    byName,
    mayBeAbsent,
  }),

  /** Search criteria on objects that are not records. */
  criteriaOver: (of: Of<object>, { mayBeAbsent = false } = {}): Part<SearchRequest> => {
    const fields = fieldsOf(of);
    return { from: 'criteria', fields, byName: namesOf(fields), mayBeAbsent };
  },

  /** A record in its wrapper, as sent; its service parses it. */
  record: <T extends Recorded>(
    resource: Resource<T>,
    { limit = 'default', faults }: { limit?: BodyLimit; faults?: (record: RecordInput) => readonly Fault[] } = {},
  ): Part<RecordInput> => ({
    from: 'body',
    body: { kind: 'record', resource: resource as unknown as Resource, limit, ...(faults ? { faults } : {}) },
  }),

  /** A list of records in a wrapper, as sent. */
  records: <T extends Recorded>(wrapper: string, resource: Resource<T>): Part<readonly RecordInput[]> => ({
    from: 'body',
    body: { kind: 'records', wrapper, resource: resource as unknown as Resource, limit: 'bulk' },
  }),

  /** The rows of a bulk call, which may contain business keys instead of ids. */
  rows: <T extends Recorded>(resource: Resource<T>): Part<readonly RecordInput[]> => ({
    from: 'body',
    body: { kind: 'bulk', resource: resource as unknown as Resource, limit: 'bulk' },
  }),

  /** The fields of a class, in a wrapper. Omitted fields stay absent. */
  wrapped: <T extends object>(wrapper: string, of: Of<T>, described: Of<object> = of): Part<T> => ({
    from: 'body',
    body: {
      kind: 'wrapped',
      wrapper,
      fields: fieldsOf(of),
      ...(described === of ? {} : { described: { name: described.name, fields: fieldsOf(described) } }),
      limit: 'default',
    },
  }),

  /**
   * Fields without a wrapper (wire.md §2). `refused` lists names, in snake_case, that this caller must not send but
   * others may, with the error message. `form` maps parts of a form, which may be sent instead, to fields.
   */
  fields: <T extends object>(
    of: Of<T>,
    {
      limit = 'default',
      refused = {},
      form,
    }: {
      limit?: BodyLimit;
      refused?: Readonly<Record<string, string>>;
      form?: Readonly<Record<string, string>>;
    } = {},
  ): Part<T> => ({
    from: 'body',
    body: { kind: 'plain', fields: fieldsOf(of), refused, limit, ...(form ? { form } : {}) },
  }),
} as const;

export const bodyOf = (parts: InputParts): BodySpec | undefined => {
  for (const part of Object.values(parts)) if (part.from === 'body') return part.body;
  return undefined;
};
