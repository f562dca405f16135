import type { DeadlineKind, NamedCall } from '../kernel/index.js';
import type { Resource } from '../records/index.js';
import type { Caller } from './caller.js';
import type { InputParts, ValuesOf } from './input.js';
import type { Need } from './need.js';
import type { AnswerSpec } from './output.js';
import type { StoreView } from './store-view.js';

export type Effect = 'reads' | 'writes' | 'deletes';

/** Who asks and from where, whichever interface the call came by. */
export interface OperationContext<N extends Need = Need> {
  /** Undefined for operations without sign-in; possibly undefined on a storefront. */
  readonly caller: N['kind'] extends 'right' | 'customer' | 'admin' | 'own' ? Caller : Caller | undefined;
  /** The store view that the address names; undefined without a code. */
  readonly namedStore: StoreView | undefined;
  /** The named store view, else the default one (wire.md §1). */
  storeView(): StoreView | Promise<StoreView>;
  /** The call as its sender has named it, for an operation that keeps its steps; undefined without a name. */
  readonly call: NamedCall | undefined;
  /** A refusal in the format of this interface; null for other errors. */
  tell(refusal: unknown): object | null;
}

/** What `run` is called on: an application service, or several. */
export type ServiceToken<S = unknown> = abstract new (...parts: never[]) => S;
type ServicesOf<B> =
  B extends ServiceToken<infer S> ? S : { readonly [K in keyof B]: B[K] extends ServiceToken<infer S> ? S : never };

/** Where all REST routes lie once the entrance has taken the store code out of the path (wire.md §1). */
export const REST_BASE = '/rest/V1';

/** Where those lie that are only accepted and done later, one call or a list of them (jobs.md, "Calls that run later"). */
export const ASYNC_BASE = '/rest/async/V1';
export const ASYNC_BULK_BASE = '/rest/async/bulk/V1';

/** How REST offers it. */
export interface RestForm {
  readonly verb: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below REST_BASE; a leading `pricing/` follows the setting PRICING_SEGMENT. */
  readonly path: string;
  /** The answer holds a token: no cache may keep what is said, a refusal included. */
  readonly neverStored?: boolean;
  /** The operation is about tokens: the session of a browser does not count. */
  readonly noSession?: true;
}

/** A public operation of Kontor, as data; every interface is derived from it. */
export interface Operation {
  /** The service that offers it: `pricingCustomerPriceRepositoryV1`. */
  readonly service: string;
  /** Its name there: `getFinalPrice`. */
  readonly name: string;
  /** One line: what it does. */
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
  /** Whether a call with this decoded, yet unread body takes turns with others. */
  readonly heavy?: (body: unknown) => boolean;
  /** Of the operations that follow from a record's declaration: that record. */
  readonly resource?: Resource;
  /**
   * The answer names a version of the change log: the one that the write took. What only reads, or keeps its steps, says
   * which by answering a `Versioned`.
   */
  readonly tellsVersion?: boolean;
  /** It works in several transactions and keeps by itself how far it has come, by `context.call`. */
  readonly keepsSteps?: boolean;
  /**
   * Of a record's own service: many calls are what its `saveAll` does with these rows and this verb, one outcome each. A
   * row is the record of the body, with the id of the path where there is one.
   */
  readonly saves?: 'create' | 'update';
  /**
   * All that it does is read and write the database, in the transaction around it if there is one: many calls may share
   * one, each taken back alone.
   */
  readonly inGroups?: boolean;
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
