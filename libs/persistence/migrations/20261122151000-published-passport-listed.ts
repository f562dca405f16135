import { addsColumn, indexes, type Migration } from '../migration.js';
import { index, NULL, varchar } from '../tables/shape.js';

const TABLE = 'published_passport';
const NAME = (step: number, what: string): string => `2026112215${String(step).padStart(2, '0')}00-${what}`;

/** Texts that are searched by their beginning and sorted by, without regard to case; twice as long, as some letters are. */
const KEYS = [
  ['sku', 510],
  ['mpn', 510],
  ['espr_category', 510],
] as const;

interface Row {
  readonly id: number;
  readonly [column: string]: string | number | null;
}

const AT_ONCE = 500;

/** Fills the lower-case texts of what is published already: the databases' own LOWER differ. */
const fillsKeys = (name: string): Migration => ({
  name,
  async up(runner) {
    const columns = KEYS.map(([column]) => column);
    for (let last = 0; ;) {
      const rows = (await runner.query(
        `SELECT id, ${columns.join(', ')} FROM ${TABLE} WHERE id > ? ORDER BY id LIMIT ${AT_ONCE}`,
        [last],
      )) as readonly Row[];
      for (const row of rows) {
        const keys = columns.map((column) => {
          const text = row[column];
          return typeof text === 'string' ? text.toLowerCase() : null;
        });
        await runner.query(
          `UPDATE ${TABLE} SET ${columns.map((column) => `${column}_key = ?`).join(', ')} WHERE id = ?`,
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
});

/** What every index of the list ends with: the order behind its own, and what says whether a row is public now. */
const REST = ['passport_id', 'store_id', 'valid_from', 'valid_to'] as const;

const INDEXES = [
  index('published_passport_listed', ...REST),
  index('published_passport_sku_key_listed', 'sku_key', ...REST),
  index('published_passport_mpn_listed', 'mpn', ...REST),
  index('published_passport_mpn_key_listed', 'mpn_key', ...REST),
  index('published_passport_hs_code_listed', 'hs_code', ...REST),
  index('published_passport_template_code_listed', 'template_code', ...REST),
  index('published_passport_espr_category_listed', 'espr_category', ...REST),
  index('published_passport_espr_category_key_listed', 'espr_category_key', ...REST),
  index('published_passport_score_listed', 'completeness_score', ...REST),
  index('published_passport_published_at_listed', 'published_at', ...REST),
];

/** The public list is searched by indexes alone (passports-public.md, "What may be searched"). */
export const publishedPassportListed: readonly Migration[] = [
  ...KEYS.map(([column, length], at) =>
    addsColumn(NAME(10 + at, `published-passport-${column.replaceAll('_', '-')}-key`), TABLE, {
      ...varchar(`${column}_key`, length, NULL),
      nullable: true,
    }),
  ),
  fillsKeys(NAME(13, 'published-passport-keys')),
  ...INDEXES.map((shape, at) => indexes(NAME(14 + at, shape.name.replaceAll('_', '-')), TABLE, shape)),
];
