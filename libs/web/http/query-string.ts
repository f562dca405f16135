import type { Request } from 'express';
import { parse, type ParsedQs } from 'qs';
import { NotProcessable } from '../wire-errors.js';

const CRITERIA_KEY = /^(?:searchCriteria|search_criteria)(?=\[|$)/;

/** The canonical spelling of each part; both spellings are accepted in any mixture (wire.md §4). */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['filterGroups', 'filter_groups'],
  ['conditionType', 'condition_type'],
  ['sortOrders', 'sort_orders'],
  ['pageSize', 'page_size'],
  ['currentPage', 'current_page'],
]);

const canonical = (key: string): string =>
  CRITERIA_KEY.test(key)
    ? key
        .replace(CRITERIA_KEY, 'search_criteria')
        .replace(/\[(\w+)\]/g, (part, name: string) => (SPELLINGS.has(name) ? `[${SPELLINGS.get(name)}]` : part))
    : key;

const unescaped = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** Decodes like PHP: a `%` without a valid code is kept, so that `%red%20shirt%` works as a pattern. */
const decoded = (text: string): string => {
  const spaced = text.replaceAll('+', ' ');
  return unescaped(spaced) ?? spaced.replace(/(?:%[\da-f]{2})+/gi, (codes) => unescaped(codes) ?? codes);
};

const decoder = (text: string, _fallback: unknown, _charset: unknown, kind?: 'key' | 'value'): string =>
  kind === 'key' ? canonical(decoded(text)) : decoded(text);

export const PARAMETERS_MAX = 5000;

/** Whether a query string has more parameters than are parsed, so that a filter could be silently lost. */
export const isCrowded = (text: string): boolean => {
  let count = 1;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) count += 1;
  return count > PARAMETERS_MAX;
};

/**
 * The query parser: supports nesting, and converts search criteria to one spelling. Lists above the limit become
 * objects by index; readers accept both.
 */
export const parseQuery = (text: string): ParsedQs => {
  const query = parse(text, { depth: 10, arrayLimit: 500, parameterLimit: PARAMETERS_MAX, decoder: decoder as never });
  // An empty parameter counts as missing, because unfilled forms send it.
  if (query['fields'] === '') delete query['fields'];
  return query;
};

/** The parameter `fields`; undefined without it. Parses the query string only if it may contain the parameter. */
export const selectedFields = (request: Request): unknown => {
  const start = request.url.indexOf('?');
  return start !== -1 && request.url.includes('fields', start) ? request.query['fields'] : undefined;
};

/** Whether a path is equal to an area or below it. */
export const isBelow = (path: string, area: string): boolean =>
  path.startsWith(area) && (path.length === area.length || path[area.length] === '/');

/** Path and query of a URL. Removes the origin of an absolute URL, which proxies may send. */
export const originForm = (url: string): string => {
  if (url.startsWith('/')) return url;
  if (!URL.canParse(url)) throw new NotProcessable();
  const { pathname, search } = new URL(url);
  return pathname + search;
};
