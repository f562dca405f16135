import { hostOf, StateConflict } from '../../../../libs/kernel/index.js';
import { isPublicAddress, type Outbound, type OutboundClient } from '../../../../libs/outbound/index.js';
import { Endpoints } from '../../ports/handshakes.js';

/** Time limit in milliseconds, from the name lookup to the response headers. */
const TIMEOUT_MS = 5000;

const bare = (host: string): string => host.replace(/^\[|\]$/g, '');

/**
 * HTTPS only, without redirects. Private networks are only reachable through hosts in EXTERNAL_HOSTS. Otherwise,
 * anyone with the right to save integrations could make this server send requests there.
 */
export class HttpsEndpoints extends Endpoints {
  private readonly listed: ReadonlySet<string>;
  private readonly client: OutboundClient;

  constructor(outbound: Outbound, externalHosts: readonly string[]) {
    super();
    this.listed = new Set(externalHosts.map((host) => bare(host.toLowerCase())));
    this.client = outbound.client({
      name: 'integrations',
      limitMs: TIMEOUT_MS,
      maxBytes: 0,
      mayReach: (host, address) => this.listed.has(host) || isPublicAddress(address),
    });
  }

  async post(url: string, form: Readonly<Record<string, string>>): Promise<void> {
    const host = hostOf(url);
    const refused = new StateConflict(
      'The endpoint of the integration at %host cannot be reached, or it rejected the credentials. Check the endpoint, then try again.',
      { host },
    );
    // URLs that were stored while other hosts were allowed are no longer used.
    if (this.listed.size > 0 && !this.listed.has(bare(host))) throw refused;
    try {
      const { status } = await this.client.send(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(form).toString(),
      });
      if (status >= 300 && status < 400) throw new Error(`${url} redirects`);
    } catch (error) {
      throw Object.assign(refused, { cause: error });
    }
  }
}
