import { Database } from '../../libs/database/index.js';
import { Transactions } from '../../libs/kernel/index.js';
import type { Answer, TestApp } from './app.js';

const DIGITS = Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS n`).join(' UNION ALL ');

/** A subquery with `count` rows, at most 100,000. */
export const rowsOf = (count: number): string =>
  `(${DIGITS}) a, (${DIGITS}) b, (${DIGITS}) c, (${DIGITS}) d, (${DIGITS}) e
   WHERE a.n * 10000 + b.n * 1000 + c.n * 100 + d.n * 10 + e.n < ${count}`;

/** Adds public documents that do not match `COSTLY`. */
export const addDocuments = (app: TestApp, count: number): Promise<unknown> =>
  app.get<Transactions>(Transactions).write(() =>
    app.get<Database>(Database).run(
      `INSERT INTO document (name, is_external, external_url, is_public, website_id, show_in_sidebar, created_at, updated_at)
       SELECT 'a document that says what is in the box and how it is put together', 1, 'https://docs.example', 1, 0, 0,
         '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z' FROM ${rowsOf(count)}`,
    ),
  );

/** The maximum number of filters, none of which can use an index: alternatives that match nothing. */
export const COSTLY = Array.from({ length: 50 }, (_, at) => {
  const filter = `searchCriteria[filter_groups][0][filters][${at}]`;
  return `${filter}[field]=name&${filter}[condition_type]=like&${filter}[value]=%25x%25y${at}%25z%25`;
}).join('&');

/** True if these are the parameters of such a search. */
export const isCostly = (params: unknown): boolean => JSON.stringify(params).includes('%x%y0%z%');

/** Many searches that share a variable with very many filters. */
export const sharedFilters = (): object => {
  const aliases = Array.from({ length: 39 }, (_, at) => `a${at}: dppPassports(searchCriteria: $c) { total_count }`);
  const filter = { field: 'product_name', value: '%a%b%c%', condition_type: 'like' };
  return {
    query: `query ($c: DppSearchCriteriaInput) { ${aliases.join(' ')} }`,
    variables: { c: { filter_groups: Array.from({ length: 900 }, () => ({ filters: [filter] })) } },
  };
};

type Work = 'quote' | 'read' | 'search' | 'write';

/** Other work by name: price requests, reads, searches by key, and writes. */
export const othersWork = (app: TestApp, sku: string, token: string): Readonly<Record<Work, () => Promise<Answer>>> => {
  const filter = 'searchCriteria[filter_groups][0][filters][0]';
  return {
    quote: () => app.call('POST', '/rest/V1/pricing/context/get-multi-price', { items: [{ sku, qty: 1 }] }),
    read: () => app.call('GET', '/rest/V1/commerce/websites/1', undefined, token),
    search: () =>
      app.call('GET', `/rest/V1/commerce/products/search?${filter}[field]=name&${filter}[value]=x`, undefined, token),
    write: () => app.call('POST', '/rest/V1/commerce/categories', { category: { name: 'Written' } }, token),
  };
};
