import { type Field, fieldsOf, type Recorded, type Resource } from '../records/index.js';

/** The response of an operation. All interfaces are derived from it; responses are not validated at run time. */
export type AnswerSpec = { readonly nullable?: boolean } &
  /** An object, a list or a search result with the declared fields. */
  (
    | {
        readonly kind: 'object' | 'array' | 'search';
        readonly name: string;
        readonly fields: readonly Field[];
        readonly title?: string;
        /** A search that includes the ETags of its items with `etags=1`. */
        readonly etags?: boolean;
      }
    | { readonly kind: 'true' }
    | { readonly kind: 'string'; readonly example: string }
    | { readonly kind: 'strings'; readonly example: readonly string[] }
    /** A whole number. */
    | { readonly kind: 'int'; readonly example: number }
    /** A secret string, such as a token. Responses that contain it are never stored. */
    | { readonly kind: 'secret'; readonly example: string }
    /** Bytes of these media types. */
    | { readonly kind: 'bytes'; readonly types: readonly string[] }
  );

/** The Content-Security-Policy of documents below a path. */
export interface PagePolicy {
  /** `/shelf` covers this path and all paths below it. */
  readonly path: string;
  /** Media type of the documents; default HTML. */
  readonly type?: string;
  readonly csp: string;
}

type ObjectForm = 'object' | 'array' | 'search';

const ofRecords =
  (kind: ObjectForm) =>
  <T extends Recorded>({ resource, fields, title }: Resource<T>): AnswerSpec => ({
    kind,
    name: resource,
    fields,
    title: title.one,
  });

const ofFields =
  (kind: ObjectForm) =>
  (of: new () => object): AnswerSpec => ({ kind, name: of.name, fields: fieldsOf(of) });

const ETAGS = { etags: true } as const;

/** Creates response declarations. */
export const answers = {
  record: ofRecords('object'),
  records: ofRecords('array'),
  search: <T extends Recorded>(resource: Resource<T>): AnswerSpec => ({ ...ofRecords('search')(resource), ...ETAGS }),
  fields: ofFields('object'),
  fieldsList: ofFields('array'),
  fieldsSearch: ofFields('search'),
  /** A search for records with the fields of a class. */
  taggedSearch: (of: new () => object): AnswerSpec => ({ ...ofFields('search')(of), ...ETAGS }),
  true: { kind: 'true' } as AnswerSpec,
  int: (example: number): AnswerSpec => ({ kind: 'int', example }),
  string: (example: string): AnswerSpec => ({ kind: 'string', example }),
  strings: (example: readonly string[]): AnswerSpec => ({ kind: 'strings', example }),
  secret: (example: string): AnswerSpec => ({ kind: 'secret', example }),
  orNull: (answer: AnswerSpec): AnswerSpec => ({ ...answer, nullable: true }),
  bytes: (...types: readonly string[]): AnswerSpec => ({ kind: 'bytes', types }),
};

/** A list in a response whose elements are created one by one while it is written. */
export class StreamedList {
  constructor(readonly elements: () => Iterable<unknown>) {}
}

/** An object in a response that contains such lists, directly or in nested objects. */
export class StreamedObject {
  /** `same`: objects with equal `same` have the same JSON, for example the data that they were created from. */
  constructor(
    readonly members: Readonly<Record<string, unknown>>,
    readonly same?: object,
  ) {}
}

/** A response that is already serialized as UTF-8 JSON and contains only the selected names. */
export class JsonBytes {
  constructor(readonly bytes: Buffer) {}
}

/** How a response is serialized as JSON: with the names that `fields=` selects (wire.md §3). */
export interface JsonForm {
  /** Equal for equal selections. */
  readonly key: string;
  /** The format of a member; undefined if it is not selected. */
  memberForm(member: string): JsonForm | undefined;
  write(value: object): string;
}
