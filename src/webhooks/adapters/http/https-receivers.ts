import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { performance } from 'node:perf_hooks';
import { Webhook } from 'standardwebhooks';
import { inSpan, traceHeaders } from '../../../../libs/kernel/index.js';
import { type FindAddresses, judgedLookup } from '../../../../libs/web/index.js';
import { hostIn, type PostableAddresses } from './postable-addresses.js';
import type { Tried } from '../../ports/deliveries.js';
import { type Message, Receivers } from '../../ports/receivers.js';

const LIMIT_MS = 10_000;
/** No more of an answer is read. */
const ANSWER_MAX = 64 * 1024;

const signed = ({ id, at, payload, secrets }: Message): Readonly<Record<string, string>> => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, payload)).join(' '),
  'user-agent': 'Kontor-Webhooks',
});

/**
 * Opens a new connection for each delivery. The address is checked when the connection is made, because a host name
 * can change what it resolves to. Redirects are not followed (webhooks.md, "Addresses").
 */
export class HttpsReceivers extends Receivers {
  constructor(
    private readonly addresses: PostableAddresses,
    private readonly find?: FindAddresses,
    private readonly limitMs = LIMIT_MS,
  ) {
    super();
  }

  post(url: string, message: Message): Promise<Tried> {
    const began = performance.now();
    const told = (status: number | null, error: string | null): Tried => ({
      status,
      ms: Math.round(performance.now() - began),
      error,
    });
    return inSpan(
      'webhook delivery',
      async () => {
        if (!this.addresses.mayPost(url)) return told(null, 'deliveries to this address are not allowed');
        try {
          return told(await this.send(new URL(url), { ...signed(message), ...traceHeaders() }, message.payload), null);
        } catch (error) {
          return told(null, (error as Error).message || ((error as NodeJS.ErrnoException).code ?? 'no response'));
        }
      },
      { kind: 'client', attributes: { 'server.address': URL.canParse(url) ? new URL(url).hostname : '' } },
    );
  }

  private send(url: URL, headers: Readonly<Record<string, string>>, body: string): Promise<number> {
    const host = hostIn(url);
    if (isIP(host) !== 0 && !this.addresses.mayReach(host, host))
      throw new Error('deliveries to this address are not allowed');
    return new Promise((resolve, reject) => {
      const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
        method: 'POST',
        agent: false,
        lookup: judgedLookup((address) => this.addresses.mayReach(host, address), this.find),
        headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      });
      const late = setTimeout(() => {
        request.destroy(new Error(`no response within ${this.limitMs / 1_000} s`));
      }, this.limitMs);
      request.once('close', () => {
        clearTimeout(late);
      });
      request.once('error', reject);
      request.once('response', (response) => {
        let read = 0;
        response.once('error', reject);
        response.on('data', (chunk: Buffer) => {
          read += chunk.length;
          // Nothing of it is needed: a sender of endless answers is left.
          if (read > ANSWER_MAX) {
            resolve(response.statusCode ?? 0);
            request.destroy();
          }
        });
        response.once('end', () => {
          resolve(response.statusCode ?? 0);
        });
      });
      request.end(body);
    });
  }
}
