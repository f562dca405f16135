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

/** Fields that a search may name, and whether criteria are optional. */
export interface SearchSpec {
  readonly fields: readonly Field[];
  readonly byName: ReadonlyMap<string, Field>;
  readonly mayBeAbsent: boolean;
}

/** Criteria of a search, with the part that its answer repeats. */
export interface SearchRequest {
  readonly criteria: Criteria;
  readonly echo: Readonly<Record<string, unknown>>;
}

/** The source of a part of an operation's input. */
export type PartSpec =
  /** A variable of the path that is an id; with `orUnknown` one that no record can have is -1 and no fault. */
  | { readonly from: 'id'; readonly name: string; readonly orUnknown: boolean }
  /** A variable of the path that is a business key. */
  | { readonly from: 'key'; readonly name: string }
  /**
   * Query parameters; others are ignored, or rejected if `strict`. Parameters with `ofRest` are not part of SOAP,
   * whose operations have the parameters of the shop platform.
   */
  | { readonly from: 'query'; readonly fields: readonly Field[]; readonly strict: boolean; readonly ofRest: boolean }
  | ({ readonly from: 'criteria' } & SearchSpec)
  | { readonly from: 'body'; readonly body: BodySpec };

declare const VALUE: unique symbol;

/** A part of an operation's input, which `run` takes as a `T`. */
export type Part<T> = PartSpec & { readonly [VALUE]?: T };

/** The parts of an operation's input by the names under which `run` takes them. */
export type InputParts = Readonly<Record<string, Part<unknown>>>;

export type ValuesOf<P extends InputParts> = { readonly [K in keyof P]: P[K] extends Part<infer T> ? T : never };

type Of<T> = new () => T;

/** Declares the input of an operation. */
export const takes = {
  id: (name = 'id', { orUnknown = false } = {}): Part<number> => ({ from: 'id', name, orUnknown }),

  key: (name: string): Part<string> => ({ from: 'key', name }),

  query: <T extends object>(of: Of<T>, { strict = false, ofRest = false } = {}): Part<T> => ({
    from: 'query',
    fields: fieldsOf(of),
    strict,
    ofRest,
  }),

  /** Criteria over the fields of a resource; without any it is a fault, unless they may be absent. */
  criteria: <T extends Recorded>(
    { fields, byName }: Resource<T>,
    { mayBeAbsent = false } = {},
  ): Part<SearchRequest> => ({
    from: 'criteria',
    fields,
    byName,
    mayBeAbsent,
  }),

  /** Criteria over objects that are no records. */
  criteriaOver: (of: Of<object>, { mayBeAbsent = false } = {}): Part<SearchRequest> => {
    const fields = fieldsOf(of);
    return { from: 'criteria', fields, byName: namesOf(fields), mayBeAbsent };
  },

  /** A record in its wrapper, as sent: its service reads it. */
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

  /** Fields in a wrapper, read as the class declares them; `change` leaves out what wasn't sent. */
  wrapped: <T extends object>(
    wrapper: string,
    of: Of<T>,
    mode: 'create' | 'change' = 'create',
    described: Of<object> = of,
  ): Part<T> => ({
    from: 'body',
    body: {
      kind: 'wrapped',
      wrapper,
      fields: fieldsOf(of),
      ...(described === of ? {} : { described: { name: described.name, fields: fieldsOf(described) } }),
      mode,
      limit: 'default',
    },
  }),

  /**
   * Fields without a wrapper (wire.md §2). `refused` names, in snake_case, what other callers may send and this one
   * mustn't, with the sentence that says so. `form` names, by part, the fields of a form that may come instead.
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

/** The body among the parts. */
export const bodyOf = (parts: InputParts): BodySpec | undefined => {
  for (const part of Object.values(parts)) if (part.from === 'body') return part.body;
  return undefined;
};
