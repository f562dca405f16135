/** Blanks, control characters and backslashes: a parser of the web quietly repairs them into another address. */
// eslint-disable-next-line no-control-regex -- those are meant
const REPAIRED = /[\s\\\u0000-\u001f\u007f]/;

/** The part between `//` and the path, as it was sent. */
const AUTHORITY = /^https?:\/\/([^/?#]+)/i;

/** The URL of an external object: http or https, a host, no user info (documents.md, "Records"). */
export const isExternalUrl = (text: string): boolean => {
  const authority = AUTHORITY.exec(text)?.[1];
  return authority !== undefined && !authority.includes('@') && !REPAIRED.test(text) && URL.canParse(text);
};

/** The host of such an address, in small letters and without the dot that a name may end with. */
export const hostOf = (url: string): string => new URL(url).hostname.replace(/\.$/, '');

/** Hosts that URLs may refer to: exactly those listed, or all if the list is empty. */
export const allowedHosts = (hosts: readonly string[]): ((host: string) => boolean) => {
  const listed = new Set(hosts.map((host) => host.toLowerCase()));
  return (host) => listed.size === 0 || listed.has(host);
};
