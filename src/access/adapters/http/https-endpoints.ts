import { request } from 'node:https';
import { isIP } from 'node:net';
import { hostOf, StateConflict, traceHeaders } from '../../../../libs/kernel/index.js';
import { isPublicAddress, judgedLookup } from '../../../../libs/web/index.js';
import { Endpoints } from '../../ports/endpoints.js';

/** From the name lookup to the headers of the response. */
const PATIENCE_MS = 5000;

const bare = (host: string): string => host.replace(/^\[|\]$/g, '');

/**
 * HTTPS only, without redirects. Private networks are only reachable through hosts in EXTERNAL_HOSTS. Otherwise,
 * anyone who may save integrations could make this server send requests there.
 */
export class HttpsEndpoints extends Endpoints {
  private readonly listed: ReadonlySet<string>;

  constructor(externalHosts: readonly string[]) {
    super();
    this.listed = new Set(externalHosts.map((host) => host.toLowerCase()));
  }

  async post(url: string, form: Readonly<Record<string, string>>): Promise<void> {
    const host = hostOf(url);
    const isListed = this.listed.has(host);
    const refused = new StateConflict('%host does not accept the credentials or cannot be reached.', { host });
    // What was stored while other hosts were listed isn't posted to any more.
    if ((this.listed.size > 0 && !isListed) || !url.toLowerCase().startsWith('https:')) throw refused;
    // An IP address needs no lookup, so the lookup hook would not check it.
    if (!isListed && isIP(bare(host)) !== 0 && !isPublicAddress(bare(host))) throw refused;
    try {
      await this.send(url, new URLSearchParams(form).toString(), isListed);
    } catch (error) {
      throw Object.assign(refused, { cause: error });
    }
  }

  private send(url: string, body: string, isListed: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': String(Buffer.byteLength(body)),
        ...traceHeaders(),
      };
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const options = {
        method: 'POST',
        headers,
        signal,
        agent: false,
        ...(isListed ? {} : { lookup: judgedLookup(isPublicAddress) }),
      };
      const sent = request(url, options, (response) => {
        const status = response.statusCode ?? 0;
        response.destroy();
        if (status >= 300 && status < 400) reject(new Error(`${url} redirects`));
        else resolve();
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }
}
