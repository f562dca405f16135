import { NotProcessable } from '../wire-errors.js';

/** Path and query of a URL; an absolute one, as proxies may send it, loses its origin. */
export const originForm = (url: string): string => {
  if (url.startsWith('/')) return url;
  if (!URL.canParse(url)) throw new NotProcessable();
  const { pathname, search } = new URL(url);
  return pathname + search;
};
