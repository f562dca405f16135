import { addColumn, addIndex, index, type Migration, NULL, varchar } from '../../../libs/database/index.js';

const TABLE = 'published_passport';

const FILLED = ['sku', 'mpn', 'espr_category'] as const;
const AT_ONCE = 500;

interface Row {
  readonly id: number;
  readonly [column: string]: string | number | null;
}

/** Fills the lower-case texts of what is published already: the databases' own LOWER differ. */
const fillKeys: Migration = {
  name: '20261122151300-published-passport-keys',

  async up(runner) {
    for (let last = 0; ;) {
      const rows = (await runner.query(
        `SELECT id, ${FILLED.join(', ')} FROM ${TABLE} WHERE id > ? ORDER BY id LIMIT ${AT_ONCE}`,
        [last],
      )) as readonly Row[];
      for (const row of rows) {
        const keys = FILLED.map((column) => {
          const text = row[column];
          return typeof text === 'string' ? text.toLowerCase() : null;
        });
        await runner.query(
          `UPDATE ${TABLE} SET ${FILLED.map((column) => `${column}_key = ?`).join(', ')} WHERE id = ?`,
          [...keys, row.id],
        );
      }
      if (rows.length < AT_ONCE) return;
      last = rows.at(-1)?.id ?? last;
    }
  },

  async down() {
    // The columns go.
  },
};

/** What every index of the list ends with: the order behind its own, and what says whether a row is public now. */
const REST = ['passport_id', 'store_id', 'valid_from', 'valid_to'] as const;

const listedBy = (name: string, column: string): Migration =>
  addIndex(name, TABLE, index(`published_passport_${column}_listed`, column, ...REST));

/**
 * The public list is searched by indexes alone (passports-public.md, "What may be searched"): texts that are searched by
 * their beginning and sorted by, without regard to case, have a column of their own, twice as long, as some letters are.
 */
export const PUBLISHED_PASSPORT_LISTED: readonly Migration[] = [
  addColumn('20261122151000-published-passport-sku-key', TABLE, varchar('sku_key', 510, NULL)),
  addColumn('20261122151100-published-passport-mpn-key', TABLE, varchar('mpn_key', 510, NULL)),
  addColumn('20261122151200-published-passport-espr-category-key', TABLE, varchar('espr_category_key', 510, NULL)),
  fillKeys,
  addIndex('20261122151400-published-passport-listed', TABLE, index('published_passport_listed', ...REST)),
  listedBy('20261122151500-published-passport-sku-key-listed', 'sku_key'),
  listedBy('20261122151600-published-passport-mpn-listed', 'mpn'),
  listedBy('20261122151700-published-passport-mpn-key-listed', 'mpn_key'),
  listedBy('20261122151800-published-passport-hs-code-listed', 'hs_code'),
  listedBy('20261122151900-published-passport-template-code-listed', 'template_code'),
  listedBy('20261122152000-published-passport-espr-category-listed', 'espr_category'),
  listedBy('20261122152100-published-passport-espr-category-key-listed', 'espr_category_key'),
  addIndex(
    '20261122152200-published-passport-score-listed',
    TABLE,
    index('published_passport_score_listed', 'completeness_score', ...REST),
  ),
  listedBy('20261122152300-published-passport-published-at-listed', 'published_at'),
];
