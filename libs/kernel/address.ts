const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;

/** Length of the longest text form of an IP address. */
const ADDRESS_LENGTH_MAX = 45;

const WITH_PORT = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/;
const BRACKETED = /^\[([^\]]*)\](?::\d{1,5})?$/;

/**
 * Normalizes an IP address: removes the port and brackets that some proxies add (`203.0.113.7:49152`,
 * `[2001:db8::1]:443`) and converts IPv4-mapped IPv6 addresses of dual-stack sockets to IPv4. Returns other text
 * unchanged.
 */
export const bareAddress = (sent: string): string => {
  const text = sent.trim();
  const bare = WITH_PORT.exec(text)?.[1] ?? BRACKETED.exec(text)?.[1] ?? text;
  return MAPPED.exec(bare)?.[1] ?? bare;
};

const groupsOf = (part: string): readonly string[] => (part === '' ? [] : part.split(':'));

/**
 * The client address for lockouts and quotas: an IPv4 address, or the /64 network of an IPv6 address, because a
 * household has a whole network and changes addresses within it daily. Returns other text unchanged.
 */
export const addressKey = (address: string): string => {
  const text = (address.split('%')[0] ?? '').toLowerCase().slice(0, ADDRESS_LENGTH_MAX);
  const mapped = MAPPED.exec(text)?.[1];
  if (mapped !== undefined) return mapped;
  if (IPV4.test(text) || !text.includes(':')) return text;
  const [head = '', tail] = text.split('::');
  const front = groupsOf(head);
  const back = tail === undefined ? [] : groupsOf(tail);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length);
  const groups = [...front, ...Array.from({ length: zeros }, () => '0'), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
};

/** Spaces, control characters and backslashes: URL parsers silently repair them into another URL. */
// eslint-disable-next-line no-control-regex -- those are meant
const REPAIRED = /[\s\\\u0000-\u001f\u007f]/;

/** Whether every percent sign starts a valid percent-encoding. */
export const hasValidPercentCodes = (text: string): boolean => !/%(?![\da-f]{2})/i.test(text);

/** The part between `//` and the path. */
const AUTHORITY = /^https?:\/\/([^/?#]+)/i;

/**
 * Whether a text is a valid URL of an external object: http or https, a host, no user info (documents.md, "Records").
 */
export const isExternalUrl = (text: string): boolean => {
  const authority = AUTHORITY.exec(text)?.[1];
  return authority !== undefined && !authority.includes('@') && !REPAIRED.test(text) && URL.canParse(text);
};

/** The host of such a URL in lowercase, without a trailing dot. */
export const hostOf = (url: string): string => new URL(url).hostname.replace(/\.$/, '');

/** Returns a check for hosts of URLs: allows exactly those listed, or all if the list is empty. */
export const allowedHosts = (hosts: readonly string[]): ((host: string) => boolean) => {
  const listed = new Set(hosts.map((host) => host.toLowerCase()));
  return (host) => listed.size === 0 || listed.has(host);
};
