import { type Reply, send } from '../../support/send.js';
import { hashOf, Normaliser, oneLine, shortened, withoutRuns } from './normalise.js';

/** One request of the crawl. `«name»` in path, body or headers is replaced by a value from an earlier response. */
export interface Ask {
  /** Name of the token to send; `none` sends no Authorization header. */
  readonly as: string;
  readonly verb: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Texts and bytes are sent unchanged, anything else as JSON. */
  readonly body?: unknown;
  /** Values of the response to store under a name, which also replaces them in the recording. */
  readonly keep?: Readonly<Record<string, (json: Json) => unknown>>;
  /** The name under which to store the value of the cookie that the response sets. */
  readonly cookie?: string;
  /** Whether to record the complete response, however long it is. */
  readonly whole?: boolean;
  /** The text that is recorded in place of the body. */
  readonly bodyNote?: string;
  /** Whether only the beginning of the response is always the same, as for an image. */
  readonly drawn?: boolean;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- reading a wrong member makes the test fail
export type Json = any;

export type Headers = Readonly<Record<string, string>>;

/** One request and its response, both as text. */
export interface RecordedCall {
  readonly area: string;
  readonly asked: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  readonly verb: string;
  readonly path: string;
  /** The response before it was converted to text. */
  readonly reply: Reply;
}

/** Headers of the connection, and of how a body is sent in pieces, which the application does not determine. */
const NOT_OURS = new Set(['date', 'connection', 'keep-alive', 'content-length']);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Not recorded, because the hashed content of passports includes a random UUID. */
const HASHES: Readonly<Record<string, RegExp>> = { etag: /(?<=").*(?=")/, 'repr-digest': /(?<=:).*(?=:)/ };
/** The date of a package's file is that of its installation. All other dates are that of the stopped clock. */
const INSTALLED = /^(?!Mon, 15 Jun 2026 ).*$/;
/** A search filter in its long form, as sent. */
const SENT = 'searchCriteria\\[filter_groups\\]\\[0\\]\\[filters\\]\\[0\\]';
const FILTER = new RegExp(`${SENT}\\[field\\]=([^&]*)&${SENT}\\[condition_type\\]=([^&]*)&${SENT}\\[value\\]=([^&]*)`);
const VERSION = 'x-pricing-version';

const AREAS: Readonly<Record<string, string>> = {
  access: 'access',
  integration: 'access',
  commerce: 'commerce',
  customerdocuments: 'documents',
  dpp: 'dpp',
  graphql: 'graphql',
  '01': 'dpp',
  '.well-known': 'dpp',
  pricing: 'pricing',
};

const areaOf = (path: string): string => {
  const bare = path.replace(/^\/rest\/(?:[^/]+\/)?V1\//, '/').split(/[/?]/);
  return AREAS[bare[1] ?? ''] ?? 'wire';
};

const bodyText = (body: unknown): string => {
  if (body === undefined) return '';
  if (Buffer.isBuffer(body)) return `bytes:${hashOf(body.toString('latin1'))}`;
  return typeof body === 'string' ? `text ${body}` : JSON.stringify(body);
};

/** Sends requests and records the responses. */
export class Crawler {
  readonly calls: RecordedCall[] = [];
  private readonly kept = new Map<string, string>();
  private readonly normaliser = new Normaliser();
  private version = 0;
  private area: string | undefined;

  /** `afterWrite` runs after each request that may have written. */
  constructor(
    private base: string,
    private readonly afterWrite: () => Promise<void> = async () => undefined,
  ) {}

  /** Sends further requests to another application. */
  goesTo(base: string): void {
    this.base = base;
    this.version = 0;
  }

  /** Stores a token under this name. */
  knows(name: string, token: string): void {
    this.kept.set(name, token);
    this.normaliser.learn(token, name);
  }

  /** Records all requests of `work` in this area. */
  async within(area: string, work: () => Promise<void>): Promise<void> {
    this.area = area;
    await work();
    this.area = undefined;
  }

  async all(asks: readonly Ask[]): Promise<void> {
    for (const ask of asks) await this.ask(ask);
  }

  async ask(ask: Ask): Promise<Reply> {
    const { as, verb, path, headers = {}, body, keep = {}, drawn = false, whole = false } = ask;
    const reply = await send(this.base, {
      method: verb,
      path: this.filled(path),
      headers: {
        ...(as === 'none' ? {} : { authorization: `Bearer ${this.tokenOf(as)}` }),
        ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, this.filled(value)])),
      },
      ...(body === undefined ? {} : { body: this.filledBody(body) }),
    });
    if (verb === 'POST' || verb === 'PUT') await this.afterWrite();
    if (ask.cookie !== undefined)
      this.knows(ask.cookie, /^[^=]+=([^;]+)/.exec(String(reply.headers['set-cookie']))?.[1] ?? 'no cookie');
    for (const [name, of] of Object.entries(keep)) this.keep(name, of, ask, reply);
    this.calls.push({
      area: this.area ?? areaOf(path),
      asked: this.asked(ask),
      status: reply.status,
      headers: this.headersOf(reply, verb),
      body: drawn ? `drawn: ${oneLine(reply.text.slice(0, 8))}` : this.bodyOf(reply, whole),
      verb,
      path: this.filled(path),
      reply,
    });
    return reply;
  }

  private bodyOf(reply: Reply, whole: boolean): string {
    const text = oneLine(this.normaliser.text(reply.text));
    return withoutRuns(whole ? text : shortened(text));
  }

  private asked({ as, verb, path, headers = {}, body, bodyNote: note = bodyText(body) }: Ask): string {
    const headerLines = Object.entries(headers).map(([name, value]) => `[${name}: ${withoutRuns(value)}]`);
    const text = shortened(withoutRuns(oneLine(note)), 300, 200);
    return [as, verb, withoutRuns(path.replace(FILTER, '{$1 $2 $3}')), ...headerLines, text]
      .filter((part) => part !== '')
      .join(' ');
  }

  private keep(name: string, of: (json: Json) => unknown, ask: Ask, reply: Reply): void {
    let value: unknown;
    try {
      value = of(reply.json);
    } catch (error) {
      throw new Error(`${name} isn't in the answer to ${this.asked(ask)}: ${reply.status} ${reply.text}`, {
        cause: error,
      });
    }
    if (typeof value !== 'string' || value === '')
      throw new Error(`${name} isn't in the answer to ${this.asked(ask)}: ${reply.status} ${reply.text}`);
    this.knows(name, value);
  }

  private tokenOf(name: string): string {
    const token = this.kept.get(name);
    if (token === undefined) throw new Error(`no token of ${name}`);
    return token;
  }

  private filled(text: string): string {
    return text.replace(/«([^»]+)»/g, (_, name: string) => this.tokenOf(name));
  }

  private filledBody(body: unknown): unknown {
    if (Buffer.isBuffer(body)) return body;
    return typeof body === 'string' ? this.filled(body) : (JSON.parse(this.filled(JSON.stringify(body))) as unknown);
  }

  private headersOf(reply: Reply, verb: string): Headers {
    const headerLines = Object.entries(reply.headers).flatMap(([name, value]) => {
      if (value === undefined || (NOT_OURS.has(name) && !(verb === 'HEAD' && name === 'content-length'))) return [];
      const text = Array.isArray(value) ? value.join(' | ') : value;
      return [[name, name === VERSION ? this.step(text) : this.header(name, text)] as const];
    });
    return Object.fromEntries(headerLines);
  }

  /** Records only the difference from the last version; otherwise one more write would change all later entries. */
  private step(text: string): string {
    const version = Number(text);
    const step = version - this.version;
    this.version = version;
    return `+${step}`;
  }

  private header(name: string, text: string): string {
    if (name === 'x-request-id') return UUID.test(text) ? '<uuid>' : oneLine(text);
    const shown = oneLine(this.normaliser.text(text));
    if (name === 'last-modified') return shown.replace(INSTALLED, '<file date>');
    return name in HASHES ? shown.replace(HASHES[name] ?? '', '<hash>') : shown;
  }
}
