import type { DeadlineKind, NamedCall } from '../kernel/index.js';
import type { Resource } from '../records/index.js';
import type { InputParts, ValuesOf } from './input.js';
import type { Need, Caller } from './need.js';
import type { AnswerSpec, JsonForm } from './output.js';

/** The store view named in a path (wire.md §1). */
export interface StoreView {
  readonly storeId: number;
  readonly websiteId: number;
  readonly code: string;
}

/** `/rest/all/V1/…`: store 0, the admin scope. */
export const ALL_STORES: StoreView = { storeId: 0, websiteId: 0, code: 'all' };

type Effect = 'reads' | 'writes' | 'deletes';

/** The headers If-Match and If-None-Match of a write (wire.md §3). */
interface WriteConditions {
  /** Whether the record must exist, because the request has If-Match. */
  readonly needRecord: boolean;
  /** `PreconditionFailed` if the headers do not allow a record with this ETag. */
  check(etag: string): void;
}

/** Caller and origin of a call, for every interface. */
export interface OperationContext<N extends Need = Need> {
  /** Always present if the access rule requires sign-in; possibly undefined for storefront operations. */
  readonly caller: N['kind'] extends 'right' | 'customer' | 'admin' | 'own' ? Caller : Caller | undefined;
  /** The store view named in the URL; undefined without a store code. */
  readonly namedStore: StoreView | undefined;
  /** The named store view, or the default one (wire.md §1). */
  storeView(): StoreView | Promise<StoreView>;
  /** The call's idempotency key, for an operation that stores its progress; undefined without a key. */
  readonly call: NamedCall | undefined;
  /** Undefined without these headers, and for interfaces other than REST. */
  readonly conditions?: WriteConditions | undefined;
  /** Formats a refusal for this interface; null for other errors. */
  tell(refusal: unknown): object | null;
  /** Present if the response is JSON. An operation that serializes its response itself returns a `JsonBytes`. */
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
  /** Path below REST_BASE; a leading `pricing/` follows the setting PRICING_SEGMENT. */
  readonly path: string;
  /** The response contains a token, so caches must store neither it nor errors. */
  readonly neverStored?: boolean;
  /**
   * For a body that the operation reads itself, such as one with a file, with the members that it accepts in addition
   * to the record.
   */
  readonly body?: { readonly by: ServiceToken; readonly takes: new () => object };
  /** The operation manages tokens, so a browser session does not authorize it. */
  readonly noSession?: true;
}

/** A public operation of Kontor, as data. All interfaces are derived from it. */
export interface Operation {
  /** The service that it belongs to: `pricingCustomerPriceRepositoryV1`. */
  readonly service: string;
  /** Name within its service: `getFinalPrice`. */
  readonly name: string;
  /** One-line description. */
  readonly summary: string;
  readonly about?: string;
  /** Group in the documentation; default: the first segment of the path. */
  readonly tag?: string;
  readonly right: Need;
  readonly effect: Effect;
  readonly rest: RestForm;
  readonly input: InputParts;
  readonly output: AnswerSpec;
  /** Error statuses in addition to those derived from right, input and path. */
  readonly errors?: readonly (400 | 401 | 403 | 404 | 409 | 410 | 412 | 416 | 429)[];
  /** Derived statuses that never occur: 404 if the operation creates missing records. */
  readonly never?: readonly 404[];
  /** Overrides the derived deadline, for example for an operation that reads all prices. */
  readonly deadline?: DeadlineKind;
  /** Whether a call with this body (parsed but not validated) needs a slot for heavy calls. */
  readonly heavy?: (body: unknown) => boolean;
  /** The record type, for an operation derived from a record's declaration. */
  readonly resource?: Resource;
  /**
   * Returns the change-log version of the write. Operations that only read, or that store their progress, return it in
   * a `Versioned`.
   */
  readonly tellsVersion?: boolean;
  /** In REST, the record that it reads or writes has an ETag, and writes check If-Match. */
  readonly tagged?: boolean;
  /** A write that checks If-Match and If-None-Match in REST, although its response is not the record. */
  readonly conditional?: true;
  /** Runs in several transactions and stores its progress itself, under `context.call`. */
  readonly keepsSteps?: boolean;
  /**
   * The operation equals one row of the service's `saveAll` with this verb, so many calls can be saved together, each
   * with its own outcome. A row is the record in the body, with the id from the path if there is one.
   */
  readonly saves?: 'create' | 'update';
  /**
   * Only reads and writes the database, in the surrounding transaction if there is one. Several calls may therefore
   * share a transaction, and each can be rolled back separately.
   */
  readonly inGroups?: boolean;
  /** Has no SOAP operation, because another operation does the same by id. */
  readonly onlyRest?: true;
  /** Starts a job, so it has no list form, which would start many jobs. */
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
  /** Runs the operation. The result has the form and the names of `output`; a search returns a page of items. */
  run(services: ServicesOf<B>, input: ValuesOf<P>, context: OperationContext<N>): unknown;
}

/** Declares an operation with its application service. */
export const operation = <
  const N extends Need,
  P extends InputParts,
  const B extends ServiceToken | readonly ServiceToken[],
>(
  declaration: Declaration<N, P, B>,
): Operation => Object.freeze(declaration);

/** A result with the change-log version for which it is valid. */
export class Versioned {
  constructor(
    readonly answer: unknown,
    readonly version: number,
  ) {}
}
