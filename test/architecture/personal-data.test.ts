import { type AllRooms, AllRooms as Rooms, type RoomManifest } from '../../libs/manifest/index.js';
import type { PersonalRecords } from '../../libs/records/index.js';
import type { Database } from '../../libs/database/index.js';
import { openDatabase } from '../../libs/database/index.js';
import { ROOMS } from '../../src/app.module.js';
import { migratedDatabase } from '../support/databases.js';
import { ALL_ROOMS } from '../support/rooms.js';

/** Columns that can hold personal data: IDs, addresses and names of people, and what people have sent. */
const OF_A_PERSON =
  /^(customer_id|.*email|address|caller|subject|user_id|user_type|first_name|last_name|to_name|personal|input)$/;

/** Tables with such a column that hold no data of customers. */
const EXEMPT: Readonly<Record<string, string>> = {
  admin_identity: 'employees of the merchant, as in `admin_user`; deleted with the account',
  admin_user: 'employees of the merchant; deleted by `kontor admin` and the routes of accounts',
  kept_answer: 'packed responses of one day, of any caller; PersonalDataInIdempotencyStore counts them for the report',
};

const traced = (manifests: readonly RoomManifest[]): readonly string[] =>
  manifests.flatMap(({ personal }) => personal?.traces?.tables ?? []);

const recorded = ({ personal }: AllRooms): readonly string[] => personal.map(({ resource }) => resource.table);

/** Tables with personal columns that no module declares and that are not exempt. */
const forgotten = (
  columns: readonly (readonly [table: string, column: string])[],
  rooms: AllRooms,
): readonly string[] => {
  const answered = new Set([...recorded(rooms), ...traced(rooms.manifests), ...Object.keys(EXEMPT)]);
  const found = columns.filter(([table, column]) => OF_A_PERSON.test(column) && !answered.has(table));
  return [...new Set(found.map(([table]) => table))].sort();
};

describe('personal data of customers', () => {
  let columns: readonly (readonly [string, string])[];

  beforeAll(async () => {
    const { url, drop } = await migratedDatabase('sqlite');
    const persistence = await openDatabase(url, {});
    const { database }: { database: Database } = persistence;
    const found = await database.query<{ tbl: string; col: string }>(
      "SELECT m.name AS tbl, c.name AS col FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'",
    );
    columns = found.map(({ tbl, col }) => [tbl, col]);
    await persistence.close();
    await drop();
  });

  it('is declared by exactly one module for each table, or the table is exempt', () => {
    expect(columns.length).toBeGreaterThan(300);
    expect(forgotten(columns, ALL_ROOMS)).toEqual([]);
    const answers = [...recorded(ALL_ROOMS), ...traced(ALL_ROOMS.manifests), ...Object.keys(EXEMPT)];
    expect(answers.filter((table, index) => answers.indexOf(table) !== index)).toEqual([]);
  });

  it('is declared only for existing tables, by the module that owns them', () => {
    const tables = new Set(columns.map(([table]) => table));
    const named = [...recorded(ALL_ROOMS), ...traced(ALL_ROOMS.manifests), ...Object.keys(EXEMPT)];
    expect(named.filter((table) => !tables.has(table))).toEqual([]);
    for (const { manifest } of ROOMS)
      for (const { resource } of manifest.personal?.records ?? []) expect(resource.room).toBe(manifest.name);
  });

  it('includes each declared reference to a customer, and names existing properties', () => {
    const referring = ALL_ROOMS.resources
      .filter(({ fields }) => fields.some(({ reference }) => reference?.resource === 'customer'))
      // Another resource declares the table of a list.
      .filter(({ fields }) =>
        fields.some(({ reference, kind }) => reference?.resource === 'customer' && kind.type === 'int'),
      )
      .map(({ table }) => table);
    expect(referring.length).toBeGreaterThan(6);
    expect(recorded(ALL_ROOMS)).toEqual(expect.arrayContaining(referring));
    const misnamed = ({ resource, by, hidden = [], alongside = [] }: PersonalRecords) =>
      [by, ...hidden, ...alongside].filter((property) => !resource.byProperty.has(property));
    expect(ALL_ROOMS.personal.flatMap(misnamed)).toEqual([]);
  });

  it('is reported as missing if a module does not declare its table', () => {
    const more = [...columns, ['loyalty_card', 'customer_id'] as const, ['loyalty_level', 'name'] as const];
    expect(forgotten(more, ALL_ROOMS)).toEqual(['loyalty_card']);
    const without = new Rooms(
      ROOMS.map(({ manifest }) => {
        const { personal: _forgotten, ...rest } = manifest;
        return manifest.name === 'pricing-matrix' ? rest : manifest;
      }),
    );
    expect(forgotten(columns, without)).toEqual(['matrix_customer']);
  });

  it('cannot be traces of an optional module, because no module would erase them without it', () => {
    const traces = ROOMS.flatMap(({ manifest: { personal } }) => personal?.traces ?? []).slice(0, 1);
    const [first] = traces;
    const room: RoomManifest = { name: 'x', addOn: true, resources: [], migrations: [], operations: [] };
    expect(() => new Rooms([first ? { ...room, personal: { traces: first } } : room])).toThrow(/x is optional/);
  });
});
