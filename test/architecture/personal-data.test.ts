import { type AllRooms, AllRooms as Rooms, type RoomManifest } from '../../libs/manifest/index.js';
import type { PersonalRecords } from '../../libs/records/index.js';
import type { Database } from '../../libs/database/index.js';
import { openDatabase } from '../../libs/database/index.js';
import { ROOMS } from '../../src/app.module.js';
import { migratedDatabase } from '../support/databases.js';
import { ALL_ROOMS } from '../support/rooms.js';

/** Columns in which somebody may stand: whose id, address or name they hold, or what somebody has sent. */
const OF_A_PERSON =
  /^(customer_id|.*email|address|caller|subject|user_id|user_type|first_name|last_name|to_name|personal|input)$/;

/** Tables with such a column that are about no customer. */
const EXEMPT: Readonly<Record<string, string>> = {
  admin_identity: 'who works for the merchant, as `admin_user`: goes with the account',
  admin_user: 'who works for the merchant: `kontor admin`, and its own routes, delete them',
  kept_answer:
    'answers of a day, of whomever, packed: PersonalDataInIdempotencyStore counts them, and the report tells of them',
};

const traced = (manifests: readonly RoomManifest[]): readonly string[] =>
  manifests.flatMap(({ personal }) => personal?.traces?.tables ?? []);

const recorded = ({ personal }: AllRooms): readonly string[] => personal.map(({ resource }) => resource.table);

/** Tables of these in which somebody may stand, and for which nobody answers. */
const forgotten = (
  columns: readonly (readonly [table: string, column: string])[],
  rooms: AllRooms,
): readonly string[] => {
  const answered = new Set([...recorded(rooms), ...traced(rooms.manifests), ...Object.keys(EXEMPT)]);
  const found = columns.filter(([table, column]) => OF_A_PERSON.test(column) && !answered.has(table));
  return [...new Set(found.map(([table]) => table))].sort();
};

describe('what is kept of a customer', () => {
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

  it('is answered for by one room for each table, or the table is exempt', () => {
    expect(columns.length).toBeGreaterThan(300);
    expect(forgotten(columns, ALL_ROOMS)).toEqual([]);
    const answers = [...recorded(ALL_ROOMS), ...traced(ALL_ROOMS.manifests), ...Object.keys(EXEMPT)];
    expect(answers.filter((table, index) => answers.indexOf(table) !== index)).toEqual([]);
  });

  it('is told of tables that are there, by the room whose they are', () => {
    const tables = new Set(columns.map(([table]) => table));
    const named = [...recorded(ALL_ROOMS), ...traced(ALL_ROOMS.manifests), ...Object.keys(EXEMPT)];
    expect(named.filter((table) => !tables.has(table))).toEqual([]);
    for (const { manifest } of ROOMS)
      for (const { resource } of manifest.personal?.records ?? []) expect(resource.room).toBe(manifest.name);
  });

  it('counts each declared reference to a customer, and names properties that are there', () => {
    const referring = ALL_ROOMS.resources
      .filter(({ fields }) => fields.some(({ reference }) => reference?.resource === 'customer'))
      // A list of a record is the table of its own that another resource declares.
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

  it('of a room that forgets its table is missed', () => {
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

  it('traces of a room that can be left out are refused: nobody would erase them then', () => {
    const traces = ROOMS.flatMap(({ manifest: { personal } }) => personal?.traces ?? []).slice(0, 1);
    const [first] = traces;
    const room: RoomManifest = { name: 'x', addOn: true, resources: [], migrations: [], operations: [] };
    expect(() => new Rooms([first ? { ...room, personal: { traces: first } } : room])).toThrow(/x is optional/);
  });
});
