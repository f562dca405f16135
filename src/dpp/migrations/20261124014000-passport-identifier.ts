import {
  createTable,
  id,
  instant,
  type Migration,
  schemaDialect,
  unique,
  varchar,
} from '../../../libs/database/index.js';

const TABLE = 'passport_identifier';
const OTHERS = 'passport_identifier_other';
const AT_ONCE = 500;

interface Version {
  readonly id: number;
  readonly sku: string;
  readonly gtin: string;
  readonly batch: string | null;
  readonly serial: string | null;
  readonly published_at: string;
}

interface Held {
  readonly sku: string;
  readonly published_at: string;
}

const nameOf = ({ gtin, batch, serial }: Version): string =>
  `(01)${gtin}${serial !== null ? `(21)${serial}` : batch !== null ? `(10)${batch}` : ''}`;

/** Of versions published before: the product that was published first has an identifier, the others are noted beside it. */
const fill: Migration = {
  name: '20261124014200-passport-identifier-filled',

  async up(runner) {
    const dialect = schemaDialect(runner);
    const hold = dialect.upsert(TABLE, ['identifier', 'sku', 'published_at'], ['identifier'], ['sku', 'published_at']);
    const note = dialect.upsert(OTHERS, ['identifier', 'sku'], ['identifier', 'sku'], []);
    for (let last = 0; ;) {
      const versions = (await runner.query(
        `SELECT id, sku, gtin, batch, serial, published_at FROM passport_version
         WHERE id > ? AND gtin IS NOT NULL AND published_at IS NOT NULL ORDER BY id LIMIT ${AT_ONCE}`,
        [last],
      )) as readonly Version[];
      for (const version of versions) {
        const identifier = nameOf(version);
        const [held] = (await runner.query(`SELECT sku, published_at FROM ${TABLE} WHERE identifier = ?`, [
          identifier,
        ])) as readonly Held[];
        const isFirst = held === undefined || version.published_at < held.published_at;
        if (isFirst) await runner.query(hold, [identifier, version.sku, version.published_at]);
        if (held && held.sku !== version.sku) await runner.query(note, [identifier, isFirst ? held.sku : version.sku]);
      }
      if (versions.length < AT_ONCE) return;
      last = versions.at(-1)?.id ?? last;
    }
  },

  async down() {
    // The tables go.
  },
};

/** An identifier is one product's for ever (passports.md, "Whose an identifier is"). */
export const PASSPORT_IDENTIFIER: readonly Migration[] = [
  createTable(
    '20261124014000-passport-identifier',
    TABLE,
    [id(), varchar('identifier', 48), varchar('sku', 255), instant('published_at')],
    [unique('passport_identifier_identifier', 'identifier')],
  ),
  createTable(
    '20261124014100-passport-identifier-other',
    OTHERS,
    [id(), varchar('identifier', 48), varchar('sku', 255)],
    [unique('passport_identifier_other_identifier', 'identifier', 'sku')],
  ),
  fill,
];
