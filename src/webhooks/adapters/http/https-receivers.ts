import { performance } from 'node:perf_hooks';
import { Webhook } from 'standardwebhooks';
import { inSpan } from '../../../../libs/kernel/index.js';
import type { Outbound, OutboundClient } from '../../../../libs/outbound/index.js';
import { askedPause } from '../../domain/delivery.js';
import type { PostableAddresses } from './postable-addresses.js';
import { type Tried, type Message, Receivers } from '../../ports/deliveries.js';

const LIMIT_MS = 10_000;
/** Maximum number of response bytes that are read. */
const ANSWER_MAX = 64 * 1024;

const signed = ({ id, at, payload, secrets }: Message): Readonly<Record<string, string>> => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, payload)).join(' '),
  'user-agent': 'Kontor-Webhooks',
  'content-type': 'application/json',
});

/** Sends deliveries by POST. Redirects are not followed (webhooks.md, "Addresses"). */
export class HttpsReceivers extends Receivers {
  private readonly client: OutboundClient;

  constructor(
    outbound: Outbound,
    private readonly addresses: PostableAddresses,
    limitMs = LIMIT_MS,
  ) {
    super();
    this.client = outbound.client({
      name: 'webhooks',
      limitMs,
      maxBytes: ANSWER_MAX,
      cut: true,
      mayReach: (host, address) => addresses.mayReach(host, address),
      mayBePlain: (host) => addresses.isLocal(host),
    });
  }

  post(url: string, message: Message): Promise<Tried> {
    const began = performance.now();
    const triedWith = (status: number | null, error: string | null): Tried => ({
      status,
      ms: Math.round(performance.now() - began),
      error,
    });
    return inSpan(
      'webhook delivery',
      async () => {
        if (!this.addresses.mayPost(url))
          return triedWith(null, 'this URL is not allowed; use https, and a public host or a host in WEBHOOK_HOSTS');
        try {
          const { status, headers } = await this.client.send(url, {
            method: 'POST',
            headers: signed(message),
            body: message.payload,
          });
          const waitMs = askedPause(status, headers['retry-after'], Date.now());
          return { ...triedWith(status, null), ...(waitMs === undefined ? {} : { waitMs }) };
        } catch (error) {
          return triedWith(null, (error as Error).message || ((error as NodeJS.ErrnoException).code ?? 'no response'));
        }
      },
      { kind: 'client', attributes: { 'server.address': URL.canParse(url) ? new URL(url).hostname : '' } },
    );
  }
}
