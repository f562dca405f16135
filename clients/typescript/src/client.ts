import createClient, { type Client, type Middleware } from 'openapi-fetch';
import { type BulkOptions, type BulkPath, type BulkResult, type RowOf, sendRows } from './bulk.js';
import { querySerializer } from './criteria.js';
import { errorOf } from './errors.js';
import type { paths } from './generated/schema.js';
import { bringsSecret, KEY_HEADER, newKey, takesKey } from './idempotency.js';
import { Jobs } from './jobs.js';
import { Search, type SearchPath } from './search.js';
import { exact, patient, type Send } from './sending.js';
import { type Credentials, signedIn } from './tokens.js';

export interface KontorOptions {
  /** Where the server is: `https://prices.example`. */
  readonly baseUrl: string;
  /** Code of a store view, `all` for all of them; without, the default one. */
  readonly store?: string;
  /** Who asks; without, nobody is signed in. */
  readonly credentials?: Credentials;
  /** How often a request is sent again; 4. */
  readonly retries?: number;
  /** The longest Retry-After that is waited for, in milliseconds; a minute. */
  readonly longestWaitMs?: number;
  /** Instead of the global one. */
  readonly fetch?: Send;
}

export interface AskOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** The sender's own name of a write; made where the route is known to take one, if not given. */
  readonly key?: string;
  /** Further headers: `If-Match`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer with its headers: `ETag`. */
export interface Answer {
  readonly body: unknown;
  readonly headers: Headers;
}

/** Names each write, so that it may be sent again and is done once. */
const named: Middleware = {
  async onRequest({ request, schemaPath }) {
    const { method, headers } = request;
    if (headers.has(KEY_HEADER) || !takesKey(method, schemaPath)) return undefined;
    if (/json/.test(headers.get('Content-Type') ?? '') && bringsSecret(await request.clone().text())) return undefined;
    headers.set(KEY_HEADER, newKey());
    return request;
  },
};

/** Whatever is no success is thrown; decimals are texts, but in files, which come as they are. */
const answered: Middleware = {
  async onResponse({ request, response, options }) {
    if (!response.ok) throw await errorOf(response, `${request.method} ${request.url}`);
    return options.parseAs === 'json' ? exact(response) : undefined;
  },
};

/** A client of one server, for one who asks. */
export class Kontor {
  /** Every route with its types, as openapi-fetch has them; `KontorError` for what is refused. */
  readonly api: Client<paths>;
  /** What the server does later. */
  readonly jobs: Jobs;
  private readonly base: string;
  private readonly send: Send;

  constructor({ baseUrl, store, credentials, retries = 4, longestWaitMs = 60_000, fetch }: KontorOptions) {
    const below = store === undefined ? '/rest' : `/rest/${encodeURIComponent(store)}`;
    this.base = baseUrl.replace(/\/+$/, '') + below;
    const plain = fetch ?? ((request: Request) => globalThis.fetch(request));
    this.send = signedIn(patient(plain, { retries, longestWaitMs }), this.base, credentials);
    this.api = createClient<paths>({ baseUrl: this.base, fetch: this.send, querySerializer });
    this.api.use(named, answered);
    this.jobs = new Jobs(this.api, (verb, path, options) => this.ask(verb, path, options));
  }

  /** A search over one of the routes that search. */
  search<P extends SearchPath>(path: P): Search<P> {
    return new Search<P>((of, query) => this.ask('GET', `${of}?${querySerializer(query)}`), path);
  }

  /** Sends many rows in chunks and tells what became of each. */
  bulk<P extends BulkPath>(
    path: P,
    rows: Iterable<RowOf<P>> | AsyncIterable<RowOf<P>>,
    options: BulkOptions = {},
  ): Promise<BulkResult> {
    return sendRows(
      (records, { mode, ...chunk }) => this.ask('POST', `${path}?mode=${mode}`, { body: { records }, ...chunk }),
      rows as AsyncIterable<object>,
      options,
    );
  }

  /** Any route by its path, without types. */
  async ask(verb: string, path: string, options: AskOptions = {}): Promise<unknown> {
    return (await this.answer(verb, path, options)).body;
  }

  /** The same with the headers of the answer. */
  async answer(verb: string, path: string, { body, signal, key, headers: further }: AskOptions = {}): Promise<Answer> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = new Headers(further);
    if (text !== undefined) headers.set('Content-Type', 'application/json');
    const mayBeNamed = takesKey(verb, path.replace(/\?.*$/, '')) && !bringsSecret(text ?? '');
    if (key !== undefined || mayBeNamed) headers.set(KEY_HEADER, key ?? newKey());
    const init = { method: verb, headers, body: text ?? null, signal: signal ?? null };
    const request = new Request(this.base + path, init);
    const response = await this.send(request);
    if (!response.ok) throw await errorOf(response, `${verb} ${request.url}`);
    return { body: await (await exact(response)).json(), headers: response.headers };
  }
}
