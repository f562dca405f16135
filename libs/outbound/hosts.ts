/** The host of a URL, without the brackets of IPv6 and the dot that a name may end with. */
export const hostIn = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

const LOCAL: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1']);

/** Whether a host is the machine itself. */
export const isLocalHost = (host: string): boolean => LOCAL.has(host);
