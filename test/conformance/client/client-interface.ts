import { Kontor, KontorError } from '../../../clients/typescript/src/index.js';
import { bodyOf as restBody, type Operation, restNameOf } from '../../../libs/operations/index.js';
import { filledText, type ReportedRefusal } from '../../support/refusal-text.js';
import type { Reply } from '../../support/send.js';
import type { Ask, Json } from '../crawl/crawler.js';
import {
  type Compared,
  type ComparedInterface,
  isPlainJson,
  type TwinCall,
  Unsayable,
} from '../twins/compared-interface.js';
import type { Side } from '../twins/side.js';
import { exactAnswer, withoutSecrets } from './exact-answer.js';
import { searchOf } from './search-of.js';

const VERSION = 'X-Pricing-Version';

/** The client's method of a verb, whatever the path. */
type Method = (
  path: string,
  init: object,
) => Promise<{ readonly data?: unknown; readonly response: { readonly headers: Headers } }>;

const pathOf = ({ rest: { path } }: Operation): string => `/V1/${path.replace(/:(\w+)/g, '{$1}')}`;

const bodyOf = (body: unknown): unknown => {
  if (typeof body !== 'string') return body;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    throw new Unsayable('no JSON');
  }
};

/** Parameters by their names in the OpenAPI document. */
const parametersOf = (query: string): Readonly<Record<string, string | readonly string[]>> => {
  const pairs = [...new URLSearchParams(query)];
  const parameters: Record<string, string | string[]> = {};
  for (const [name, value] of pairs) {
    const known = parameters[name.replace(/\[\]$/, '')];
    if (name.endsWith('[]') && !name.includes('criteria')) {
      parameters[name.slice(0, -2)] = [...(Array.isArray(known) ? known : []), value];
    } else if (known === undefined) parameters[name] = value;
    else throw new Unsayable('a parameter that comes twice');
  }
  return parameters;
};

const faultOf = ({ message, parameters = {}, ...own }: ReportedRefusal) => ({
  message: filledText({ ...own, message, parameters }),
  template: message,
  parameters,
});

const refusalOf = (refusal: ReportedRefusal) => {
  const own = faultOf(refusal);
  const { errors = [] } = refusal;
  const faults = errors.length > 0 ? errors.map(faultOf) : [own];
  const message = faults.length > 1 ? [own, ...faults].map((fault) => fault.message).join(' ') : own.message;
  return { ...own, message, faults };
};

const expectedOf = ({ output }: Operation, { status, text, headers, ...rest }: Reply): object => {
  if (status >= 300) return { status, ...refusalOf(rest.json as ReportedRefusal) };
  const version = headers[VERSION.toLowerCase()];
  return { status: 200, version, answer: exactAnswer(output, text) };
};

const isRows = (body: unknown): body is { readonly records: readonly object[] } => {
  const { records, ...others } = (body ?? {}) as { readonly records?: unknown };
  return Array.isArray(records) && records.length > 0 && Object.keys(others).length === 0;
};

const MODES: ReadonlySet<unknown> = new Set([undefined, 'best_effort', 'all_or_nothing']);

interface ClientRow {
  readonly index: number;
  readonly status: string;
  readonly id: number | null;
  readonly error: ReportedRefusal | null;
}

/** The expected result of a bulk call. */
const rowsExpected = ({ status, json }: Reply): object => {
  if (status !== 200) return { status, ...refusalOf(json as ReportedRefusal) };
  const { items, ...counts } = json as { readonly items: readonly ClientRow[] };
  const outcomes = items.map(({ error, ...row }) => ({ ...row, error: error ? refusalOf(error) : null }));
  return { status, answer: { ...counts, outcomes } };
};

/** What the client returns or throws. */
const outcomeOf = async (work: () => Promise<object>): Promise<object> => {
  try {
    return { status: 200, ...(await work()) };
  } catch (error) {
    if (!(error instanceof KontorError)) throw error;
    const { status, message, template, parameters, faults } = error;
    return { status, message, template, parameters, faults };
  }
};

/** The typed client compared with REST: its method for each verb, its searches and its bulk calls. */
export class ClientInterface implements ComparedInterface {
  nameOf(operation: Operation): string | undefined {
    return operation.output.kind === 'bytes' ? undefined : restNameOf(operation);
  }

  takes(ask: Ask): boolean {
    return isPlainJson(ask);
  }

  async call(call: TwinCall, side: Side): Promise<Compared> {
    const { operation, store, token, rest, ask } = call;
    const kontor = new Kontor({
      baseUrl: side.app.url,
      retries: 0,
      ...(store === undefined ? {} : { store }),
      ...(token === undefined ? {} : { credentials: { token } }),
    });
    const common = { isRefused: rest.status >= 300, asked: `${ask.verb} ${pathOf(operation)}` };
    const byBulk = await this.byBulk(kontor, call);
    if (byBulk) return { ...common, expected: rowsExpected(rest), actual: byBulk, json: rest.json };
    const expected = expectedOf(operation, rest);
    const { byClient, outcome: byVerb } = await this.byVerb(kontor, call);
    const bySearch = await this.bySearch(kontor, call);
    return {
      ...common,
      expected: bySearch ? [expected, { ...expected, version: undefined }] : expected,
      actual: bySearch ? [byVerb, bySearch] : byVerb,
      json: byClient as Json,
    };
  }

  /** Undefined if the call is not a bulk call with rows. */
  private async byBulk(kontor: Kontor, { operation, path, query, headers, ...sent }: TwinCall) {
    const body = bodyOf(sent.body);
    const [, mode] = /^(?:mode=(\w+))?$/.exec(query) ?? [undefined, 'none'];
    if (restBody(operation.input)?.kind !== 'bulk' || !isRows(body) || !MODES.has(mode)) return undefined;
    const key = headers['idempotency-key'];
    type Options = Parameters<Kontor['bulk']>[2];
    const options = { ...(mode === undefined ? {} : { mode }), ...(key === undefined ? {} : { key }) } as Options;
    return outcomeOf(async () => ({
      answer: await kontor.bulk(`/V1/${path}` as '/V1/commerce/products/bulk', body.records as never[], options),
    }));
  }

  private async byVerb(kontor: Kontor, { operation, params, query, headers, ...sent }: TwinCall) {
    const body = bodyOf(sent.body);
    const parameters = parametersOf(query);
    const method = kontor.api[operation.rest.verb] as unknown as Method;
    let byClient: unknown;
    const outcome = await outcomeOf(async () => {
      const { data, response } = await method(pathOf(operation), {
        params: { path: params, query: parameters },
        headers,
        ...(body === undefined ? {} : { body }),
      });
      byClient = data;
      const version = response.headers.get(VERSION) ?? undefined;
      return { version, answer: withoutSecrets(operation.output, data) };
    });
    return { outcome, byClient };
  }

  /** Undefined if the call is not a search or the client cannot build it. */
  private async bySearch(kontor: Kontor, { operation, query, path }: TwinCall): Promise<object | undefined> {
    const asked = operation.output.kind === 'search' && query.includes('earch') ? searchOf(query) : undefined;
    if (!asked) return undefined;
    type Filter = ['id', 'eq', string];
    const all = kontor.search(`/V1/${path}` as '/V1/commerce/products/search');
    let search = Object.keys(asked.others).length === 0 ? all : all.including(asked.others);
    for (const filters of asked.groups)
      search = search.whereAny(
        ...filters.map(({ field, condition, value }) => [field, condition, value] as unknown as Filter),
      );
    for (const { field, direction } of asked.sort) search = search.orderBy(field as 'id', direction as 'ASC');
    if (asked.pageSize !== undefined) search = search.pageSize(asked.pageSize);
    return outcomeOf(async () => ({ answer: await search.page(asked.page) }));
  }
}
