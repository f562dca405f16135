import type { QueryRunner } from 'typeorm';
import { AddColumn, AddIndex, index, type Migration, NULL, varchar } from '../../../libs/database/index.js';

/*
 * The public list is searched by indexes alone (passports-public.md, "What may be searched"): texts that are searched by
 * their beginning and sorted by, without regard to case, have a column of their own, twice as long, as some letters are.
 */

const TABLE = 'published_passport';

export class AddPublishedSkuKey extends AddColumn {
  readonly name = '20261122151000-published-passport-sku-key';
  readonly table = TABLE;
  readonly column = varchar('sku_key', 510, NULL);
}

export class AddPublishedMpnKey extends AddColumn {
  readonly name = '20261122151100-published-passport-mpn-key';
  readonly table = TABLE;
  readonly column = varchar('mpn_key', 510, NULL);
}

export class AddPublishedEsprCategoryKey extends AddColumn {
  readonly name = '20261122151200-published-passport-espr-category-key';
  readonly table = TABLE;
  readonly column = varchar('espr_category_key', 510, NULL);
}

const FILLED = ['sku', 'mpn', 'espr_category'] as const;
const AT_ONCE = 500;

interface Row {
  readonly id: number;
  readonly [column: string]: string | number | null;
}

/** Fills the lower-case texts of what is published already: the databases' own LOWER differ. */
export class FillPublishedKeys implements Migration {
  readonly name = '20261122151300-published-passport-keys';

  async up(runner: QueryRunner): Promise<void> {
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
  }

  async down(): Promise<void> {
    // The columns go.
  }
}

/** What every index of the list ends with: the order behind its own, and what says whether a row is public now. */
const REST = ['passport_id', 'store_id', 'valid_from', 'valid_to'] as const;

export class AddPublishedListed extends AddIndex {
  readonly name = '20261122151400-published-passport-listed';
  readonly table = TABLE;
  readonly index = index('published_passport_listed', ...REST);
}

export class AddPublishedSkuKeyListed extends AddIndex {
  readonly name = '20261122151500-published-passport-sku-key-listed';
  readonly table = TABLE;
  readonly index = index('published_passport_sku_key_listed', 'sku_key', ...REST);
}

export class AddPublishedMpnListed extends AddIndex {
  readonly name = '20261122151600-published-passport-mpn-listed';
  readonly table = TABLE;
  readonly index = index('published_passport_mpn_listed', 'mpn', ...REST);
}

export class AddPublishedMpnKeyListed extends AddIndex {
  readonly name = '20261122151700-published-passport-mpn-key-listed';
  readonly table = TABLE;
  readonly index = index('published_passport_mpn_key_listed', 'mpn_key', ...REST);
}

export class AddPublishedHsCodeListed extends AddIndex {
  readonly name = '20261122151800-published-passport-hs-code-listed';
  readonly table = TABLE;
  readonly index = index('published_passport_hs_code_listed', 'hs_code', ...REST);
}

export class AddPublishedTemplateCodeListed extends AddIndex {
  readonly name = '20261122151900-published-passport-template-code-listed';
  readonly table = TABLE;
  readonly index = index('published_passport_template_code_listed', 'template_code', ...REST);
}

export class AddPublishedEsprCategoryListed extends AddIndex {
  readonly name = '20261122152000-published-passport-espr-category-listed';
  readonly table = TABLE;
  readonly index = index('published_passport_espr_category_listed', 'espr_category', ...REST);
}

export class AddPublishedEsprCategoryKeyListed extends AddIndex {
  readonly name = '20261122152100-published-passport-espr-category-key-listed';
  readonly table = TABLE;
  readonly index = index('published_passport_espr_category_key_listed', 'espr_category_key', ...REST);
}

export class AddPublishedScoreListed extends AddIndex {
  readonly name = '20261122152200-published-passport-score-listed';
  readonly table = TABLE;
  readonly index = index('published_passport_score_listed', 'completeness_score', ...REST);
}

export class AddPublishedPublishedAtListed extends AddIndex {
  readonly name = '20261122152300-published-passport-published-at-listed';
  readonly table = TABLE;
  readonly index = index('published_passport_published_at_listed', 'published_at', ...REST);
}
