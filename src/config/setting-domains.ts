import { isIP } from 'node:net';
import { isHostName } from '../../libs/config/index.js';

const urlOf = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

const isHttp = (url: URL): boolean => url.protocol === 'http:' || url.protocol === 'https:';

export const isListenAddress = (text: string): boolean => isIP(text) !== 0 || isHostName(text);

const isDecodable = (text: string): boolean => !/%(?![0-9a-f]{2})/i.test(text);

/**
 * Detects a password that is not URL-encoded: between `mysql://user:` and the last `@`, there is a character that ends
 * the password too early, or an invalid escape.
 */
export const holdsBarePassword = (text: string): boolean => {
  const [, password = ''] = /^(?:mysql|mariadb):\/\/[^:/?#@]*:(.*)@/s.exec(text) ?? [];
  return /[/?#@]/.test(password) || !isDecodable(password);
};

const isMysqlUrlOfOne = (text: string): boolean => {
  const url = urlOf(text);
  if (url?.protocol !== 'mysql:' || !isDecodable(url.username + url.password)) return false;
  if (url.hostname === '' || !/^\/[^/]+$/.test(url.pathname)) return false;
  const options = [...url.searchParams];
  const known = options.every(([name, value]) => (name === 'ssl' ? value === 'verify' : name === 'ca' && value !== ''));
  // A CA without verification would give a false sense of security.
  return known && url.hash === '' && (!url.searchParams.has('ca') || url.searchParams.has('ssl'));
};

/** The URL split into the parts before the hosts, the hosts, and the rest. */
const HOSTS_IN_URL = /^(mysql:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s;

/** Accepts one host, or several separated by commas. */
export const isMysqlUrl = (text: string): boolean => {
  const [, before = '', hosts = '', behind = ''] = HOSTS_IN_URL.exec(text) ?? [];
  return hosts.split(',').every((host) => isMysqlUrlOfOne(before + host + behind));
};

/** Adds the password to a URL that contains none. */
export const withPassword = (text: string, password: string | undefined): string => {
  const [, scheme = '', user = '', rest = ''] = /^(mysql:\/\/)(?:([^/?#@]*)@)?(.*)$/s.exec(text) ?? [];
  if (password === undefined || scheme === '' || user.includes(':')) return text;
  // Uses encodeURIComponent, because the URL setter does not encode a lone %.
  return `${scheme}${user}:${encodeURIComponent(password)}@${rest}`;
};

/** Rejects in-memory databases, because each connection would have a different one. */
export const isDatabaseUrl = (text: string): boolean =>
  /^sqlite:(?!(?:\/\/)?:memory:$).+$/.test(text) || isMysqlUrl(text);

export const isHttpUrl = (text: string): boolean => {
  const url = urlOf(text);
  return url !== undefined && isHttp(url);
};

/** Whether a text is the URL of an HTTP proxy, which has no path. */
export const isProxyUrl = (text: string): boolean => {
  const url = urlOf(text);
  if (url === undefined || !isHttp(url) || !isDecodable(url.username + url.password)) return false;
  return url.pathname === '/' && url.search === '' && url.hash === '';
};

/** Whether a text is an origin as browsers send it: scheme, host and port. */
export const isOrigin = (text: string): boolean => {
  const url = urlOf(text);
  return url !== undefined && isHttp(url) && url.origin === text;
};

export const isBaseUrl = (text: string): boolean => {
  const url = urlOf(text);
  if (url === undefined || !isHttp(url) || url.search !== '' || url.hash !== '') return false;
  return url.username === '' && url.password === '';
};

const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal'];

export const isProxy = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
  return PROXY_NAMES.includes(text) || (family !== 0 && fits && rest.length === 0);
};

export const isSegment = (text: string): boolean => /^[a-z][a-z0-9-]{0,63}$/.test(text);

/** Whether a text is a contact in the format of RFC 9116, on a single line. */
export const isSecurityContact = (text: string): boolean =>
  /^(mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s/]+\S*|tel:\+?[\d.()-]+)$/.test(text);
