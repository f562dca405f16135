import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { traceHeaders, Counter, Histogram, type Metric, SECONDS } from '../kernel/index.js';
import { checkedLookup, type FindAddresses, findByDns, refusalOf } from './checked-lookup.js';
import { type Connect, tunnelThrough, hostIn, isLocalHost } from './proxy.js';
import { isPublicAddress } from './public-address.js';

const OUTBOUND_REQUESTS = new Counter({
  name: 'kontor_outbound_requests_total',
  help: 'Outbound requests, by client and outcome: answered (a response with any status), failed (no response, response too long, or address not allowed)',
  labels: ['client', 'outcome'],
});

const OUTBOUND_SECONDS = new Histogram({
  name: 'kontor_outbound_request_seconds',
  help: 'Duration of outbound requests in seconds, by client',
  labels: ['client'],
  bounds: SECONDS,
});

export const OUTBOUND_METRICS: readonly Metric[] = [OUTBOUND_REQUESTS, OUTBOUND_SECONDS];

export interface ProxySettings {
  /** URL of an HTTP proxy; without one, connections are direct. */
  readonly proxy?: string | undefined;
  /** Hosts that are reached without the proxy, in addition to this machine. */
  readonly direct?: readonly string[];
}

/** Rules for requests of one outbound client. */
interface OutboundRules {
  /** Label in metrics. */
  readonly name: string;
  /** Time limit in milliseconds, from the name lookup to the end of the response, including redirects. */
  readonly limitMs: number;
  /** Largest response body in bytes. With 0, the body is not read. */
  readonly maxBytes: number;
  /** Truncates longer responses instead of failing. */
  readonly cut?: boolean;
  /** Number of redirects of a GET to follow; default 0, which returns the redirect itself. */
  readonly redirects?: number;
  /** Whether connections to this address of the host are allowed; default: public addresses only. */
  mayReach?(host: string, address: string): boolean;
  /** Whether the host may be reached without TLS; default: no. */
  mayBePlain?(host: string): boolean;
}

interface OutboundRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface OutboundAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Headers that are not sent to another origin after a redirect. */
const CREDENTIALS: ReadonlySet<string> = new Set(['authorization', 'cookie', 'proxy-authorization']);

const withoutCredentials = (headers: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !CREDENTIALS.has(name.toLowerCase())));

/** Target of a redirect; undefined if the response is not one. */
const targetOf = ({ status, headers: { location } }: OutboundAnswer, url: URL): URL | undefined =>
  status >= 300 && status < 400 && location !== undefined && URL.canParse(location, url.href)
    ? new URL(location, url)
    : undefined;

/**
 * Sends requests to other servers under one set of rules. Each request opens a new connection and checks its address,
 * because a host name can resolve to different addresses over time.
 */
export class OutboundClient {
  constructor(
    private readonly rules: OutboundRules,
    private readonly find: FindAddresses,
    /** How to connect through the proxy; undefined if the host is reached directly. */
    private readonly tunnelTo: (host: string) => Connect | undefined,
  ) {}

  /** Resolves with the response, whatever its status. */
  async send(url: string, request: OutboundRequest = {}): Promise<OutboundAnswer> {
    const { name, limitMs } = this.rules;
    const start = performance.now();
    const signal = AbortSignal.timeout(limitMs);
    let outcome = 'failed';
    try {
      const answer = await this.follow(new URL(url), request, signal);
      outcome = 'answered';
      return answer;
    } catch (error) {
      throw signal.aborted ? new Error(`no response within ${limitMs / 1000} s`, { cause: error }) : error;
    } finally {
      OUTBOUND_REQUESTS.add(1, name, outcome);
      OUTBOUND_SECONDS.observe((performance.now() - start) / 1000, name);
    }
  }

  private async follow(first: URL, request: OutboundRequest, signal: AbortSignal): Promise<OutboundAnswer> {
    let url = first;
    let sent = request;
    for (let left = this.redirectsOf(request); ; left -= 1) {
      const answer = await this.once(url, sent, signal);
      const target = left > 0 ? targetOf(answer, url) : undefined;
      if (!target) return answer;
      if (target.origin !== url.origin) sent = { ...sent, headers: withoutCredentials(sent.headers) };
      url = target;
    }
  }

  private redirectsOf({ method = 'GET' }: OutboundRequest): number {
    return method === 'GET' ? (this.rules.redirects ?? 0) : 0;
  }

  private async once(url: URL, request: OutboundRequest, signal: AbortSignal): Promise<OutboundAnswer> {
    const { method = 'GET', headers, body } = request;
    const host = hostIn(url);
    const mayReach = (address: string): boolean =>
      this.rules.mayReach ? this.rules.mayReach(host, address) : isPublicAddress(address);
    const isSecure = url.protocol === 'https:';
    if (!isSecure && !this.rules.mayBePlain?.(host)) throw new Error(`${url.host} requires https`);
    // An IP address needs no lookup, so `checkedLookup` would not check it.
    const refused = isIP(host) === 0 ? undefined : refusalOf(host, [host], mayReach);
    if (refused) throw refused;
    const connect = this.tunnelTo(host);
    const path = connect
      ? { createConnection: await connect(url, mayReach, signal), defaultPort: isSecure ? 443 : 80 }
      : { agent: false, lookup: checkedLookup(mayReach, this.find) };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = (isSecure ? requestHttps : requestHttp)(url, {
        ...path,
        method,
        signal,
        headers: {
          'user-agent': 'Kontor',
          ...traceHeaders(),
          ...headers,
          ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        },
      });
      sent.once('response', resolve);
      sent.on('error', reject);
      sent.end(body);
    });
    return { status: response.statusCode ?? 0, headers: response.headers, body: await this.bodyOf(response, url) };
  }

  /** Leaving the loop closes the connection. */
  private async bodyOf(response: IncomingMessage, url: URL): Promise<Buffer> {
    const { maxBytes, cut = false } = this.rules;
    const parts: Buffer[] = [];
    let bytes = 0;
    if (maxBytes === 0) response.destroy();
    else
      for await (const part of response as AsyncIterable<Buffer>) {
        bytes += part.length;
        if (bytes > maxBytes && !cut) throw new Error(`the response of ${url.href} is longer than ${maxBytes} bytes`);
        parts.push(part);
        if (bytes > maxBytes) break;
      }
    return Buffer.concat(parts).subarray(0, maxBytes);
  }
}

/** Creates clients for requests to other servers. The application sends such requests only through it. */
export class Outbound {
  private readonly proxy: URL | undefined;
  private readonly direct: ReadonlySet<string>;

  constructor(
    { proxy, direct = [] }: ProxySettings = {},
    private readonly find: FindAddresses = findByDns,
  ) {
    this.proxy = proxy === undefined ? undefined : new URL(proxy);
    this.direct = new Set(direct.map((host) => host.toLowerCase()));
  }

  client(rules: OutboundRules): OutboundClient {
    return new OutboundClient(rules, this.find, (host) =>
      this.proxy === undefined || isLocalHost(host) || this.direct.has(host)
        ? undefined
        : tunnelThrough(this.proxy, this.find),
    );
  }
}
