import { addColumn, int, type Migration, NULL } from '../../../libs/database/index.js';

const ADD_SETTING = addColumn('20261129020000-qty-one-means-any', 'price_settings', int('qty_1_means_any', NULL));

/** The tables of all records with a threshold. Those of modules that are not installed exist as well. */
const WITH_THRESHOLD = [
  'customer_price',
  'price_list_product',
  'category_price',
  'category_price_group',
  'matrix',
  'product_tier_price',
];

/** With stored prices a threshold of 1 goes on meaning 1, so that no upgrade changes a price (pricing.md §3). */
export const ADD_QTY_1_MEANS_ANY: Migration = {
  ...ADD_SETTING,
  async up(runner) {
    await ADD_SETTING.up(runner);
    const rows = WITH_THRESHOLD.map((table) => `SELECT 1 FROM ${table} WHERE id = (SELECT MIN(id) FROM ${table})`);
    const found = (await runner.query(rows.join(' UNION '))) as readonly object[];
    if (found.length === 0) return;
    const level = 'website_id = 0 AND customer_group_id_key = -1 AND customer_id_key = -1';
    const settings = (await runner.query(`SELECT id FROM price_settings WHERE ${level}`)) as readonly object[];
    if (settings.length === 0)
      await runner.query(
        'INSERT INTO price_settings (website_id, customer_group_id_key, customer_id_key, qty_1_means_any) ' +
          'VALUES (0, -1, -1, 0)',
      );
    else await runner.query(`UPDATE price_settings SET qty_1_means_any = 0 WHERE qty_1_means_any IS NULL AND ${level}`);
  },
};
