import type { Database } from '../../libs/database/index.js';
import { Clock, type Day, day, type Filter, type Sort } from '../../libs/kernel/index.js';
import type { DppSettings } from '../../src/dpp/passport/index.js';
import { type PassportStore, PassportStores } from '../../src/dpp/passport/ports/passport-stores.js';
import { SqlPublishedPassports } from '../../src/dpp/public/adapters/sql/sql-published-passports.js';
import { SqlSharedBodies } from '../../src/dpp/versions/adapters/sql/sql-shared-bodies.js';
import type { OpenTestDatabase } from './databases.js';
import { MemoryTemplates } from './dpp-public.js';
import { analyze, fillWith } from './query-plans.js';

const NOW = new Date('2026-06-15T12:00:00Z');

export class FixedClock extends Clock {
  now(): Date {
    return NOW;
  }
}

/** Every store exists, and the date is the same everywhere, because these tests are not about stores or dates. */
class AnyStore extends PassportStores {
  issuerOf(): Promise<null> {
    return Promise.resolve(null);
  }

  byId(id: number): Promise<PassportStore> {
    return Promise.resolve({ id, locale: null });
  }

  today(): Promise<Day> {
    return Promise.resolve(day('2026-06-15'));
  }
}

/**
 * For each of 5,000 SKUs, a model, a batch and eighteen items. Every tenth passport belongs to store 1, the others to
 * all stores.
 */
export const PASSPORTS = 100_000;
export const SKUS = 5_000;

export const fillPassports = async ({ persistence }: OpenTestDatabase): Promise<void> => {
  await fillWith(
    persistence,
    'published_passport',
    {
      id: 'n + 1',
      passport_id: 'n + 1',
      uuid: "CONCAT('uuid-', n)",
      published_passport_key_key: "CONCAT('key-', n)",
      sku: `CONCAT('SKU-', n % ${SKUS})`,
      sku_key: `CONCAT('sku-', n % ${SKUS})`,
      mpn: "CONCAT('M', n % 20000)",
      mpn_key: "CONCAT('m', n % 20000)",
      espr_category: "CASE WHEN n % 2 = 0 THEN 'Batteries' ELSE 'textiles' END",
      espr_category_key: "CASE WHEN n % 2 = 0 THEN 'batteries' ELSE 'textiles' END",
      hs_code: "CONCAT('85', n % 10000)",
      gtin: `CONCAT('GTIN-', n % ${SKUS})`,
      store_id: 'CASE WHEN n % 10 = 0 THEN 1 ELSE 0 END',
      preference: `CASE WHEN n < ${SKUS} THEN 3 WHEN n < ${2 * SKUS} THEN 2 ELSE 1 END`,
      granularity: `CASE WHEN n < ${SKUS} THEN 'model' WHEN n < ${2 * SKUS} THEN 'batch' ELSE 'item' END`,
      batch: `CASE WHEN n < ${SKUS} THEN NULL ELSE CONCAT('B-', n % 100) END`,
      serial: `CASE WHEN n < ${2 * SKUS} THEN NULL ELSE CONCAT('S-', n) END`,
      template_code: "'tiny'",
      template_version: "'1.0.0'",
      version: 1,
      status: "'published'",
      completeness_score: 'n % 101',
      published_at: "'2026-06-01T00:00:00.000Z'",
    },
    PASSPORTS,
  );
  await fillWith(
    persistence,
    'passport_publication',
    { id: 'n + 1', template_id: 1, public_url: "''", qr_target: "''", view: "'{}'", jsonld: "'{}'" },
    PASSPORTS,
  );
  await analyze(persistence, ['published_passport', 'passport_publication']);
};

export const passportsOn = (
  opened: OpenTestDatabase,
  database: Database = opened.persistence.database,
): SqlPublishedPassports =>
  new SqlPublishedPassports(
    opened.persistence.resources,
    database,
    opened.persistence.transactions,
    new AnyStore(),
    new FixedClock(),
    new SqlSharedBodies(database),
    new MemoryTemplates([]),
    { publicBaseUrl: 'https://id.example' } as DppSettings,
  );

/** Lookups on all levels, including one without a match. */
export const HUNDRED = Array.from({ length: 100 }, (_, at) => {
  const gtin = `GTIN-${at}`;
  if (at % 5 === 0) return { uuid: `uuid-${at}` };
  if (at % 5 === 1) return { gtin, storeId: 1 };
  if (at % 5 === 2) return { gtin, storeId: 1, batch: `B-${at}` };
  if (at % 5 === 3) return { gtin, storeId: 1, serial: `S-${15_000 + at}` };
  return { gtin, storeId: 1, serial: 'S-0' };
});

export const filter = (property: string, condition: Filter['condition'], ...values: readonly unknown[]): Filter => ({
  property,
  condition,
  values,
});
export const sorted = (property: string, direction: Sort['direction'] = 'ASC'): Sort => ({ property, direction });
export const SCORE = 'completenessScore';

/**
 * Public list searches that the API allows, with the number of matches among 100,000 as far as they are counted, and
 * the index used.
 */
export const LISTS: readonly (readonly [
  name: string,
  groups: readonly (readonly Filter[])[],
  sort: readonly Sort[],
  total: number,
  index: string,
])[] = [
  ['all', [], [], 10_000, 'listed'],
  ['sorted by SKU', [], [sorted('sku', 'DESC')], 10_000, 'sku_key_listed'],
  ['sorted by score', [], [sorted(SCORE), sorted('passportId')], 10_000, 'score_listed'],
  ['of a day that nothing begins on', [[filter('validFrom', 'eq', '2020-01-01')]], [], 0, 'listed'],
  ['of half of all', [[filter('esprCategory', 'eq', 'Batteries')]], [], 10_000, 'espr_category_key_listed'],
  ['of all of them', [[filter('templateCode', 'eq', 'tiny')]], [], 10_000, 'template_code_listed'],
  ['of a number and above', [[filter(SCORE, 'gteq', 1)]], [sorted(SCORE)], 10_000, 'score_listed'],
  ['of numbers in between', [[filter(SCORE, 'from', 7), filter(SCORE, 'to', 8)]], [], 1982, 'score_listed'],
  ['that begin so', [[filter('sku', 'like', 'Sku-12%')]], [sorted('sku')], 2220, 'sku_key_listed'],
  ['that are so', [[filter('sku', 'like', 'sKU-12')]], [sorted('publishedAt')], 20, 'sku_key_listed'],
  ['that nearly all begin so', [[filter('mpn', 'like', 'm%')]], [], 10_000, 'mpn_key_listed'],
  ['by digits', [[filter('hsCode', 'like', '8512%')]], [], 1110, 'hs_code_listed'],
  [
    'of several',
    [[filter('mpn', 'in', 'M1', 'M2'), filter('mpn', 'eq', 'M3')]],
    [sorted(SCORE), sorted('gtin')],
    15,
    'mpn_key_listed',
  ],
  [
    'narrowed down: by the group that fewest match, whatever the others are',
    [
      [filter('templateCode', 'eq', 'tiny')],
      [filter('mpn', 'eq', 'M1')],
      [filter('granularity', 'neq', 'model'), filter('version', 'gt', 5)],
    ],
    [sorted('sku')],
    4,
    'mpn_key_listed',
  ],
];
