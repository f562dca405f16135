import type { Fault } from '../kernel/index.js';
import type { Field, Input, Resource } from '../records/index.js';

/** Largest number of rows in one call (bulk.md, "Sending rows"). */
export const BULK_ROWS_MAX = 10_000;

export const BULK_WRAPPER = 'records';
export const JSON_TYPE = 'application/json';
export const LINES_TYPE = 'application/x-ndjson';
export const FORM_TYPE = 'multipart/form-data';
/** JSON Merge Patch (RFC 7396). */
export const MERGE_TYPE = 'application/merge-patch+json';

/** Size class of a route's body: default, many records, price questions, or a name with its password. */
export type BodyLimit = 'default' | 'bulk' | 'question' | 'sign-in';

/** The body of an operation. The guard parses it, and the OpenAPI document describes it. */
export type BodySpec =
  /** `{"customerPrice": {…}}`: a record, parsed by its service. */
  | {
      readonly kind: 'record';
      readonly resource: Resource;
      readonly limit: BodyLimit;
      /**
       * Validates the record like its service, but without stored data. Without this function, errors are only found
       * when the service is called.
       */
      readonly faults?: (record: Input) => readonly Fault[];
    }
  /** `{"priceLists": [{…}, …]}`: a list of records, parsed by their service. */
  | { readonly kind: 'records'; readonly wrapper: string; readonly resource: Resource; readonly limit: BodyLimit }
  /**
   * `{"records": [{…}, …]}` or JSON Lines: rows of a bulk call, which may contain business keys (bulk.md, "Sending
   * rows").
   */
  | { readonly kind: 'bulk'; readonly resource: Resource; readonly limit: BodyLimit }
  /** `{"priceSettings": {…}}`: fields of a separate class. */
  | {
      readonly kind: 'wrapped';
      readonly wrapper: string;
      readonly fields: readonly Field[];
      /**
       * The fields that the OpenAPI document describes if all others are always refused, with the name of their class.
       */
      readonly described?: { readonly name: string; readonly fields: readonly Field[] };
      readonly limit: BodyLimit;
    }
  /** The keys of the body are the fields themselves (wire.md §2). */
  | {
      readonly kind: 'plain';
      readonly fields: readonly Field[];
      /** Names that this caller must not send but others may, in snake_case, with the reason. */
      readonly refused: Readonly<Record<string, string>>;
      readonly limit: BodyLimit;
      /** Field names by form part, if the body may also be a form. */
      readonly form?: Readonly<Record<string, string>> | undefined;
    }
  /** The handler reads the request's bytes itself; `shown` describes them by media type. */
  | {
      readonly kind: 'stream';
      readonly shown?: StreamShown;
      /** A record in its wrapper, as JSON or as a form part next to a file, with additional members. */
      readonly record?: Resource;
      readonly more?: readonly Field[];
    };

/** Schema and example by media type, for a body that the handler reads itself. */
export type StreamShown = Readonly<Record<string, { readonly schema: object; readonly example: unknown }>>;
