import { openDatabase } from '../../libs/database/index.js';
import { Resources } from '../../libs/records/index.js';
import type { OwnDatabase } from './database.js';

interface Column {
  readonly name: string;
  readonly type: string;
}

/** How a copy says a model: in keys for search in lower case too. */
export interface ModelWords {
  readonly sku: string;
  readonly gtin: string;
  readonly mpn: string;
}

/** Tables of an item, which of their ids move along, and which of their rows are of a model. */
const TABLES: readonly {
  readonly table: string;
  readonly moved: Readonly<Record<string, 'passport' | 'version' | 'part'>>;
  readonly of: string;
}[] = [
  { table: 'passport_part', moved: { id: 'part' }, of: 'id IN (SELECT part_1 FROM passport_publication WHERE id IN (SELECT id FROM passport_version WHERE sku = ?) UNION SELECT content_part FROM passport_version WHERE sku = ?)' }, // prettier-ignore
  { table: 'passport', moved: { id: 'passport' }, of: 'sku = ?' },
  { table: 'passport_version', moved: { id: 'version', passport_id: 'passport', content_part: 'part', passport_version_work_key: 'passport', passport_version_public_key: 'passport', passport_version_shown_key: 'passport' }, of: 'sku = ?' }, // prettier-ignore
  { table: 'passport_publication', moved: { id: 'version', part_1: 'part' }, of: 'id IN (SELECT id FROM passport_version WHERE sku = ?)' }, // prettier-ignore
  { table: 'published_passport', moved: { id: 'version', passport_id: 'passport' }, of: 'sku = ?' },
  { table: 'passport_event', moved: { passport_id: 'passport' }, of: 'passport_id IN (SELECT id FROM passport WHERE sku = ?)' }, // prettier-ignore
  { table: 'passport_identifier', moved: {}, of: 'sku = ?' },
];

/** Another uuid for each, the same wherever it stands. */
const otherUuid = (copy: number): string =>
  `CONCAT(LPAD(LOWER(HEX(CONV(SUBSTR(uuid, 1, 8), 16, 10) ^ ${copy})), 8, '0'), SUBSTR(uuid, 9))`;

/**
 * Copies the items of `made` models, row by row, to as many models as there shall be: what a server of MySQL or MariaDB has
 * and reads of a million items is measured without having them all made by runs.
 */
export const copyItems = async (
  { settings }: OwnDatabase,
  made: number,
  models: number,
  wordsOf: (model: number) => ModelWords,
): Promise<void> => {
  const persistence = await openDatabase(settings['DATABASE_URL'] ?? '', { resources: new Resources([]) });
  try {
    const { database, transactions } = persistence;
    const most = async (table: string): Promise<number> =>
      Number((await database.query<{ most: number }>(`SELECT MAX(id) AS most FROM ${table}`))[0]?.most ?? 0);
    const spans = { passport: await most('passport'), version: await most('passport_version'), part: await most('passport_part') }; // prettier-ignore
    const columns = new Map<string, readonly Column[]>();
    for (const { table } of TABLES)
      columns.set(
        table,
        await database.query<Column>(
          "SELECT column_name AS name, data_type AS type FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ? AND extra NOT LIKE '%GENERATED%'",
          [table],
        ),
      );
    for (let model = made; model < models; model += 1) {
      const [from, to, copy] = [wordsOf(model % made), wordsOf(model), Math.floor(model / made)];
      const words = [
        [from.sku, to.sku],
        [from.sku.toLowerCase(), to.sku.toLowerCase()],
        [from.gtin, to.gtin],
        [from.mpn, to.mpn],
        [from.mpn.toLowerCase(), to.mpn.toLowerCase()],
      ] as const;
      for (const { table, moved, of } of TABLES) {
        const isOwn = ({ name }: Column): boolean => name !== 'id' || moved['id'] !== undefined;
        const kept = (columns.get(table) ?? []).filter(isOwn);
        const said = kept.map(({ name, type }) => {
          const span = moved[name];
          if (span !== undefined) return `\`${name}\` + ${copy * spans[span]}`;
          if (name === 'uuid') return otherUuid(copy);
          if (name === 'digest') return `CONCAT('copy-', ${copy}, '-', id)`;
          if (!/char|text|json/.test(type)) return `\`${name}\``;
          return words.reduce((text, [one, other]) => `REPLACE(${text}, '${one}', '${other}')`, `\`${name}\``);
        });
        const names = kept.map(({ name }) => `\`${name}\``).join(', ');
        await transactions.write(() =>
          database.run(
            `INSERT INTO ${table} (${names}) SELECT ${said.join(', ')} FROM ${table} WHERE ${of}`,
            of.split('?').slice(1).map(() => from.sku), // prettier-ignore
          ),
        );
      }
    }
  } finally {
    await persistence.close();
  }
};
