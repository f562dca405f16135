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

/** Size class of a route's body: any, many records, a price question, or a name with its password. */
export type BodyLimit = 'default' | 'bulk' | 'question' | 'sign-in';

/** The body of a handler: declared once, read by the guard and described in the OpenAPI document. */
export type BodySpec =
  /** `{"customerPrice": {…}}`: the service reads the record itself. */
  | {
      readonly kind: 'record';
      readonly resource: Resource;
      readonly limit: BodyLimit;
      /**
       * Validates the record like its service, without stored data. Otherwise nothing is known before the service is
       * called.
       */
      readonly faults?: (record: Input) => readonly Fault[];
    }
  /** `{"priceLists": [{…}, …]}`: a list of records, read by their service. */
  | { readonly kind: 'records'; readonly wrapper: string; readonly resource: Resource; readonly limit: BodyLimit }
  /** `{"records": [{…}, …]}` or JSON Lines: rows of a bulk call, which may bring business keys (bulk.md, "Sending rows"). */
  | { readonly kind: 'bulk'; readonly resource: Resource; readonly limit: BodyLimit }
  /** `{"priceSettings": {…}}`: fields of a class of its own. */
  | {
      readonly kind: 'wrapped';
      readonly wrapper: string;
      readonly fields: readonly Field[];
      /** The fields that the OpenAPI document describes, if the others are always refused; named like their class. */
      readonly described?: { readonly name: string; readonly fields: readonly Field[] };
      readonly mode: 'create' | 'change';
      readonly limit: BodyLimit;
    }
  /** The keys of the body are the fields (wire.md §2: token, calculated-price and simulation bodies). */
  | {
      readonly kind: 'plain';
      readonly fields: readonly Field[];
      /** Names that other callers may send and this one mustn't, in snake_case, and why. */
      readonly refused: Readonly<Record<string, string>>;
      readonly limit: BodyLimit;
      /** Fields by the names of parts, if the body may also be a form. */
      readonly form?: Readonly<Record<string, string>> | undefined;
    }
  /** The handler reads the bytes of the request; `shown` describes them, by media type. */
  | {
      readonly kind: 'stream';
      readonly shown?: StreamShown;
      /** The record in its wrapper that the body brings as JSON or in a form next to a file, with further members. */
      readonly record?: Resource;
      readonly more?: readonly Field[];
    };

/** Schema and example by media type, for a body that the handler reads itself. */
export type StreamShown = Readonly<Record<string, { readonly schema: object; readonly example: unknown }>>;
