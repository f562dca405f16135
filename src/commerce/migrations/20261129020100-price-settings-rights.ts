import type { Migration } from '../../../libs/database/index.js';

/** Columns with rights, and the keys of their tables: of roles and integrations, and of who set their secrets. */
const RIGHTS = [
  ['admin_role', 'id', 'resources'],
  ['integration', 'id', 'resources'],
  ['admin_account', 'admin_id', 'setter_rights'],
  ['integration_account', 'integration_id', 'setter_rights'],
  ['integration_oauth', 'integration_id', 'setter_rights'],
  ['integration_handshake', 'integration_id', 'setter_rights'],
] as const;

const PRICE_SETTINGS: ReadonlyMap<string, string> = new Map(
  ['manage', 'save', 'delete', 'all'].map((verb) => [`_Commerce::${verb}`, `_PriceSettings::${verb}`]),
);

const rightsIn = (stored: unknown): readonly string[] =>
  (typeof stored === 'string' ? JSON.parse(stored) : stored) as readonly string[];

/** Price settings needed the rights of shop data: accounts that hold these get the new ones. */
export const GRANT_PRICE_SETTINGS: Migration = {
  name: '20261129020100-price-settings-rights',

  async up(runner) {
    for (const [table, key, column] of RIGHTS) {
      const rows = (await runner.query(
        `SELECT ${key} AS found, ${column} AS rights FROM ${table} WHERE ${column} IS NOT NULL`,
      )) as readonly { readonly found: number; readonly rights: unknown }[];
      for (const { found, rights } of rows) {
        const before = rightsIn(rights);
        const all = [...new Set([...before, ...before.flatMap((right) => PRICE_SETTINGS.get(right) ?? [])])];
        if (all.length > before.length)
          await runner.query(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`, [JSON.stringify(all), found]);
      }
    }
  },

  async down() {
    // Rights that do not exist open nothing.
  },
};
