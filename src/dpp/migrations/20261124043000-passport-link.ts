import {
  createTable,
  id,
  index,
  int,
  type Migration,
  refers,
  schemaDialect,
  unique,
  varchar,
} from '../../../libs/database/index.js';

const TABLE = 'passport_link';

/** What versions stored before follow: then they could name one passport alone. */
const fill: Migration = {
  name: '20261124043100-passport-link-filled',

  async up(runner) {
    const columns = ['version_id', 'kind', 'passport_id'];
    const insert = schemaDialect(runner).upsert(TABLE, columns, columns, []);
    const versions = (await runner.query(
      'SELECT id, predecessor_id FROM passport_version WHERE predecessor_id IS NOT NULL ORDER BY id',
    )) as readonly { readonly id: number; readonly predecessor_id: number }[];
    for (const version of versions) await runner.query(insert, [version.id, 'predecessor', version.predecessor_id]);
  },

  async down() {
    // The table goes.
  },
};

/** Which passports name which (passports.md, "Predecessors and successors"). */
export const PASSPORT_LINK: readonly Migration[] = [
  createTable(
    '20261124043000-passport-link',
    TABLE,
    [id(), int('version_id'), varchar('kind', 16), int('passport_id')],
    [
      unique('passport_link_version', 'version_id', 'kind', 'passport_id'),
      index('passport_link_named', 'passport_id', 'kind', 'version_id'),
    ],
    [refers('version_id', 'passport_version', 'cascade'), refers('passport_id', 'passport', 'restrict')],
  ),
  fill,
];
