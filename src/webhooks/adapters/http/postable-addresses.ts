import { isIP } from 'node:net';
import { hostIn, isLocalHost, isPublicAddress } from '../../../../libs/outbound/index.js';

/** Decides to which addresses events may be sent. */
export class PostableAddresses {
  private readonly own: ReadonlySet<string>;

  /** `own`: internal hosts that the operator allows; `isDevelopment`: also allows this machine, with http. */
  constructor(
    own: readonly string[],
    private readonly isDevelopment: boolean,
  ) {
    this.own = new Set(own.map((host) => host.toLowerCase()));
  }

  /** Whether a webhook may have this URL. Host names are checked again for every delivery. */
  mayPost(text: string): boolean {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url || url.username !== '' || url.password !== '') return false;
    const host = hostIn(url);
    if (this.isLocal(host)) return url.protocol === 'https:' || url.protocol === 'http:';
    return (
      url.protocol === 'https:' &&
      (isIP(host) === 0 ? !isLocalHost(host) || this.own.has(host) : this.mayReach(host, host))
    );
  }

  /** Whether connections to this address of a host are allowed. */
  mayReach(host: string, address: string): boolean {
    return isPublicAddress(address) || this.own.has(host) || this.own.has(address) || this.isLocal(host);
  }

  /** Whether a host is this machine and deliveries to it are allowed. */
  isLocal(host: string): boolean {
    return this.isDevelopment && isLocalHost(host);
  }
}
