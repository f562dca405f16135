import type { DeadlineKind, NamedCall } from '../kernel/index.js';
import type { Resource } from '../records/index.js';
import type { InputParts, ValuesOf } from './input.js';
import type { Need, Caller } from './need.js';
import type { AnswerSpec, JsonForm } from './output.js';

/** A store view as a path names it (wire.md §1). */
export interface StoreView {
  readonly storeId: number;
  readonly websiteId: number;
  readonly code: string;
}

/** `/rest/all/V1/…`: store 0, the admin scope. */
export const ALL_STORES: StoreView = { storeId: 0, websiteId: 0, code: 'all' };

export type Effect = 'reads' | 'writes' | 'deletes';

/** Caller and origin of a call, for every interface. */
export interface OperationContext<N extends Need = Need> {
  /** Undefined for operations without sign-in; possibly undefined on a storefront. */
  readonly caller: N['kind'] extends 'right' | 'customer' | 'admin' | 'own' ? Caller : Caller | undefined;
  /** The store view that the address names; undefined without a code. */
  readonly namedStore: StoreView | undefined;
  /** The named store view, else the default one (wire.md §1). */
  storeView(): StoreView | Promise<StoreView>;
  /** The call's idempotency key, for an operation that stores its steps; undefined without a key. */
  readonly call: NamedCall | undefined;
  /**
   * Throws `PreconditionFailed` unless the header If-Match names this ETag. Undefined without the header, and for
   * calls that are not REST.
   */
  readonly ifMatch?: ((etag: string) => void) | undefined;
  /** Whether a PUT by key may only create: `If-None-Match: *`. */
  readonly onlyNew?: boolean;
  /** A refusal in the format of this interface; null for other errors. */
  tell(refusal: unknown): object | null;
  /** Where the answer is written as JSON: an operation that writes it itself answers a `JsonBytes`. */
  readonly json?: JsonForm | undefined;
}

/** The application services that `run` receives. */
export type ServiceToken<S = unknown> = abstract new (...parts: never[]) => S;
type ServicesOf<B> =
  B extends ServiceToken<infer S> ? S : { readonly [K in keyof B]: B[K] extends ServiceToken<infer S> ? S : never };

/** Base path of all REST routes after the store code is removed from the path (wire.md §1). */
export const REST_BASE = '/rest/V1';

/** Base paths of asynchronous calls, single ones and lists (jobs.md, "Calls that run later"). */
export const ASYNC_BASE = '/rest/async/V1';
export const ASYNC_BULK_BASE = '/rest/async/bulk/V1';

/** Declaration of the REST route. */
interface RestForm {
  readonly verb: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below REST_BASE; a leading `pricing/` follows the setting PRICING_SEGMENT. */
  readonly path: string;
  /** The answer contains a token, so no cache may store it, nor refusals. */
  readonly neverStored?: boolean;
  /** Reads the body of the request itself, such as one with a file; with the members that it takes beyond the record. */
  readonly body?: { readonly by: ServiceToken; readonly takes: new () => object };
  /** The operation is about tokens: the session of a browser does not count. */
  readonly noSession?: true;
}

/** A public operation of Kontor, as data; every interface is derived from it. */
export interface Operation {
  /** The service that offers it: `pricingCustomerPriceRepositoryV1`. */
  readonly service: string;
  /** Name in its service: `getFinalPrice`. */
  readonly name: string;
  /** Description in one line. */
  readonly summary: string;
  readonly about?: string;
  /** The group in the documentation; default: the first segment of the path. */
  readonly tag?: string;
  readonly right: Need;
  readonly effect: Effect;
  readonly rest: RestForm;
  readonly input: InputParts;
  readonly output: AnswerSpec;
  /** Statuses beyond those that follow from right, input and path. */
  readonly errors?: readonly (400 | 401 | 403 | 404 | 409 | 410 | 412 | 416 | 429)[];
  /** Statuses that would follow but never occur: 404 if it creates missing records. */
  readonly never?: readonly 404[];
  /** Overrides the derived deadline, for example for an operation that reads all prices. */
  readonly deadline?: DeadlineKind;
  /** Whether a call with this decoded body, not yet validated, needs a slot for heavy calls. */
  readonly heavy?: (body: unknown) => boolean;
  /** The record of an operation that is derived from a record's declaration. */
  readonly resource?: Resource;
  /**
   * Returns the change-log version of the write. Operations that only read or that store their steps name it by
   * returning a `Versioned`.
   */
  readonly tellsVersion?: boolean;
  /** The record that it reads or writes has an ETag in REST; writes judge If-Match. */
  readonly tagged?: boolean;
  /** A write that judges If-Match in REST, although its answer is not the record. */
  readonly conditional?: true;
  /** A PUT that creates missing records, and with `If-None-Match: *` only these. */
  readonly mayOnlyCreate?: true;
  /** Works in several transactions and stores its progress itself, by `context.call`. */
  readonly keepsSteps?: boolean;
  /**
   * Of a record's own service: many calls are what its `saveAll` does with these rows and this verb, one outcome each. A
   * row is the record of the body, with the id of the path where there is one.
   */
  readonly saves?: 'create' | 'update';
  /**
   * Only reads and writes the database, in the surrounding transaction if there is one. So many calls may share a
   * transaction, and each can be rolled back alone.
   */
  readonly inGroups?: boolean;
  /** No SOAP operation: it does by a key what another one does by id. */
  readonly onlyRest?: true;
  /** The operation starts a job, so it has no list form, which would start as many jobs. */
  readonly startsJob?: true;
  readonly by: ServiceToken | readonly ServiceToken[];
  run(services: unknown, input: unknown, context: OperationContext): unknown;
}

interface Declaration<N extends Need, P extends InputParts, B> extends Omit<
  Operation,
  'right' | 'input' | 'by' | 'run'
> {
  readonly right: N;
  readonly input: P;
  readonly by: B;
  /**
   * Does it. What it answers has the form and the names of `output`; a search answers a page of items.
   */
  run(services: ServicesOf<B>, input: ValuesOf<P>, context: OperationContext<N>): unknown;
}

/** Declares an operation together with its application service. */
export const operation = <
  const N extends Need,
  P extends InputParts,
  const B extends ServiceToken | readonly ServiceToken[],
>(
  declaration: Declaration<N, P, B>,
): Operation => Object.freeze(declaration);

/** An answer with the version of the change log that it is true of. */
export class Versioned {
  constructor(
    readonly answer: unknown,
    readonly version: number,
  ) {}
}
