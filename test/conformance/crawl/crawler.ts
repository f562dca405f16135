import { type Reply, send } from '../../support/send.js';
import { hashOf, Normaliser, oneLine, shortened, withoutRuns } from './normalise.js';

/** One request of the crawl. `«name»` in path, body or headers stands for what an earlier answer told. */
export interface Ask {
  /** Whose token: `none` has no Authorization header. */
  readonly as: string;
  readonly verb: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text or bytes as they are; anything else as JSON. */
  readonly body?: unknown;
  /** Values of the answer to keep under a name, and to show under it. */
  readonly keep?: Readonly<Record<string, (json: Json) => unknown>>;
  /** The name under which the value of the cookie that it sets is kept. */
  readonly cookie?: string;
  /** Whether all of the answer is kept, however long it is. */
  readonly whole?: boolean;
  /** How the body is told, where that isn't the body itself. */
  readonly bodyNote?: string;
  /** A drawing or the like, of which only the beginning stays the same. */
  readonly drawn?: boolean;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- of an answer; one that reads a wrong member fails by itself
export type Json = any;

export type Headers = Readonly<Record<string, string>>;

/** One request and what was answered, both as text. */
export interface RecordedCall {
  readonly area: string;
  readonly asked: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  readonly verb: string;
  readonly path: string;
  /** What was answered before it became text. */
  readonly reply: Reply;
}

/** Neither these nor how a body is cut into pieces is said by the application. */
const NOT_OURS = new Set(['date', 'connection', 'keep-alive', 'content-length']);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Passports have a uuid in what is hashed. */
const HASHES: Readonly<Record<string, RegExp>> = { etag: /(?<=").*(?=")/, 'repr-digest': /(?<=:).*(?=:)/ };
/** Of a package's file: the day of its installation. What the application makes is of the day on which its clock stands still. */
const INSTALLED = /^(?!Mon, 15 Jun 2026 ).*$/;
/** A filter of a search, as long as it is sent. */
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

/** Asks and notes down. */
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

  /** From now on another application is asked. */
  goesTo(base: string): void {
    this.base = base;
    this.version = 0;
  }

  /** A token of that name. */
  knows(name: string, token: string): void {
    this.kept.set(name, token);
    this.normaliser.learn(token, name);
  }

  /** All that is asked in `work` is noted down in that area. */
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

  /** Of versions only the way from the last one is told: else one more write would change all that follows. */
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
