import {
  createTable,
  id,
  instant,
  type Migration,
  NULL,
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
  /** Empty without one. */
  readonly batch: string;
  readonly published_at: string;
}

const nameOf = ({ gtin, batch, serial }: Version): string =>
  `(01)${gtin}${serial !== null ? `(21)${serial}` : batch !== null ? `(10)${batch}` : ''}`;

/**
 * Of versions published before: the product that was published first has an identifier, of an item the batch of it; the others
 * are noted beside it.
 */
const fill: Migration = {
  name: '20261124014200-passport-identifier-filled',

  async up(runner) {
    const dialect = schemaDialect(runner);
    const held = ['sku', 'batch', 'published_at'];
    const hold = dialect.upsert(TABLE, ['identifier', ...held], ['identifier'], held);
    const other = ['identifier', 'sku', 'batch'];
    const note = dialect.upsert(OTHERS, other, other, []);
    for (let last = 0; ;) {
      const versions = (await runner.query(
        `SELECT id, sku, gtin, batch, serial, published_at FROM passport_version
         WHERE id > ? AND gtin IS NOT NULL AND published_at IS NOT NULL ORDER BY id LIMIT ${AT_ONCE}`,
        [last],
      )) as readonly Version[];
      for (const version of versions) {
        const identifier = nameOf(version);
        const own: Held = { sku: version.sku, batch: version.batch ?? '', published_at: version.published_at };
        const [holder] = (await runner.query(`SELECT sku, batch, published_at FROM ${TABLE} WHERE identifier = ?`, [
          identifier,
        ])) as readonly Held[];
        const isFirst = holder === undefined || own.published_at < holder.published_at;
        if (isFirst) await runner.query(hold, [identifier, own.sku, own.batch, own.published_at]);
        if (!holder || (holder.sku === own.sku && holder.batch === own.batch)) continue;
        const { sku, batch } = isFirst ? holder : own;
        await runner.query(note, [identifier, sku, batch]);
      }
      if (versions.length < AT_ONCE) return;
      last = versions.at(-1)?.id ?? last;
    }
  },

  async down() {
    // The tables go.
  },
};

/** An identifier is one product's for ever (passports.md, "Ownership of identifiers"); `batch` is empty without one. */
export const PASSPORT_IDENTIFIER: readonly Migration[] = [
  createTable(
    '20261124014000-passport-identifier',
    TABLE,
    // Without a time of publication it is only reserved, by a run of serial numbers.
    [id(), varchar('identifier', 48), varchar('sku', 255), varchar('batch', 20), instant('published_at', NULL)],
    [unique('passport_identifier_identifier', 'identifier')],
  ),
  createTable(
    '20261124014100-passport-identifier-other',
    OTHERS,
    [id(), varchar('identifier', 48), varchar('sku', 255), varchar('batch', 20)],
    [unique('passport_identifier_other_identifier', 'identifier', 'sku', 'batch')],
  ),
  fill,
];
