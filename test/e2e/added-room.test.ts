import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { WholeSetting } from '../../libs/config/index.js';
import { createTable, id, unique, varchar } from '../../libs/database/index.js';
import { exportsOf, recordService, type Room, type RoomManifest } from '../../libs/manifest/index.js';
import { answers, needs, operation, recordOperations } from '../../libs/operations/index.js';
import { defineRecord, IdField, IntField, serviceOf, StringField } from '../../libs/records/index.js';

import { ROOMS } from '../../src/app.module.js';
import { runCommand } from '../../src/cli/program.js';
import { readSettings, SettingsRefused } from '../../src/config/config.js';
import { startApp, type TestApp, testSettings } from '../support/app.js';
import { exported, filesIn, imported, newFolder, removeExports } from '../support/export.js';

/** A room that is nowhere below `src/`: what the shelves of a warehouse are called. */
class Shelf {
  @IdField()
  readonly id!: number;

  @StringField({ about: 'Its name', required: true, example: 'A-12' })
  readonly name!: string;
}

const shelfResource = defineRecord<Shelf>({
  resource: 'shelf',
  record: Shelf,
  room: 'shelves',
  path: 'shelves',
  title: { one: 'shelf', many: 'shelves' },
  table: 'shelf',
  rights: { read: '_Shelves::manage', save: '_Shelves::save', delete: '_Shelves::delete' },
  ids: 'made',
  unique: [{ name: 'shelf_name', properties: ['name'], says: 'A shelf with this name already exists.' }],
  service: 'shelvesRepositoryV1',
});

const CREATE_SHELF = createTable(
  '20270101000000-shelf',
  'shelf',
  [id(), varchar('name', 255)],
  [unique('shelf_name', 'name')],
);

class ShelfCount {
  @IntField({ about: 'How many there are' })
  readonly count!: number;
}

class ShelfSettings {
  @WholeSetting({ about: 'Most shelves', default: '7', min: 1, max: 9 })
  readonly SHELVES_MAX!: number;
}

const countShelves = operation({
  service: 'shelvesCountV1',
  name: 'count',
  summary: 'How many shelves there are',
  right: needs.anonymous,
  effect: 'reads',
  rest: { verb: 'GET', path: 'shelves-count' },
  input: {},
  output: answers.fields(ShelfCount),
  by: serviceOf(shelfResource),
  run: async (shelves) => ({ count: (await shelves.search({ groups: [], sort: [], page: 1, pageSize: 1 })).total }),
});

const pruned: number[] = [];

const MANIFEST: RoomManifest<ShelfSettings> = {
  name: 'shelves',
  addOn: true,
  settings: ShelfSettings,
  resources: [shelfResource],
  migrations: [CREATE_SHELF],
  operations: [...recordOperations(shelfResource), countShelves],
  services: [shelfResource],
  chores: [{ what: 'shelves', prune: async (_find, { SHELVES_MAX }) => void pruned.push(SHELVES_MAX) }],
  firstRecords: async (find) => {
    await find(serviceOf(shelfResource)).create({ name: 'first' });
    return 'the first shelf is made';
  },
};

@Module({ providers: [recordService(shelfResource)], exports: exportsOf(MANIFEST) })
class ShelvesModule {}

const rooms: readonly Room[] = [...ROOMS, { manifest: MANIFEST, module: ShelvesModule }];

describe('a room beside those of the house', () => {
  let app: TestApp;

  /** What a command of the command line prints. */
  const kontor = async (...args: readonly string[]): Promise<string> => {
    const { DATABASE_URL } = testSettings(app.databaseUrl);
    const before = process.env['DATABASE_URL'];
    process.env['DATABASE_URL'] = DATABASE_URL;
    const printed: string[] = [];
    const output = jest.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
    try {
      await runCommand(['node', 'kontor', ...args], rooms);
    } finally {
      output.mockRestore();
      if (before === undefined) delete process.env['DATABASE_URL'];
      else process.env['DATABASE_URL'] = before;
    }
    return printed.join('');
  };

  beforeAll(async () => {
    app = await startApp({ rooms });
  });
  afterAll(async () => {
    await app.close();
    removeExports();
  });

  it('has its table, its routes and its operation', async () => {
    const { id } = await app.good('POST', '/rest/V1/shelves', { shelf: { name: 'A-12' } });
    expect(await app.good('GET', `/rest/V1/shelves/${id}`)).toEqual({ id, name: 'A-12' });
    expect(await app.good('GET', '/rest/V1/shelves-count')).toEqual({ count: 2 });
  });

  it('is told by the OpenAPI document', async () => {
    const { paths } = await app.good('GET', '/rest/schema');
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/V1/shelves', '/V1/shelves-count']));
  });

  it('has its first records and its chores', () => {
    expect(app.logs.all.map(({ msg }) => msg)).toContain('the first shelf is made');
    expect(pruned).toEqual([7]);
  });

  it('goes out in files and comes back', async () => {
    const folder = await exported(app, ['shelves']);
    expect(filesIn(folder)).toEqual({ 'shelf.csv': 'name\nfirst\nA-12\n' });
    expect((await imported(app, folder)).files).toEqual([expect.objectContaining({ unchanged: 2, failed: 0 })]);
  });

  it('stands in what the commands know', async () => {
    expect(await kontor('operations')).toMatch(/GET +\/rest\/V1\/shelves-count +shelvesCountV1Count/);
    expect(await kontor('migrate')).toBe('The schema is up to date.\n');
    const folder = newFolder();
    expect(await kontor('export', folder, '--area', 'shelves')).toContain('shelf.csv  2 rows');
    expect(readFileSync(join(folder, 'shelf.csv'), 'utf8')).toBe('name\nfirst\nA-12\n');
    expect(await kontor('import', folder)).toContain('2 unchanged');
    expect(process.exitCode).toBeUndefined();
  });

  it('has settings among the others', () => {
    expect(readSettings({ SHELVES_MAX: '9' }, rooms)).toMatchObject({ SHELVES_MAX: 9 });
    expect(readSettings({}, rooms).ADD_ONS).toContain('shelves');
    expect(() => readSettings({ PORT: 'x', SHELVES_MAX: '10', PRICING_SEGMENT: 'shelves' }, rooms)).toThrow(
      new SettingsRefused([
        'PORT is "x": give a whole number from 0 to 65535.',
        'PRICING_SEGMENT is "shelves": give small letters, digits and dashes, a letter first, and no segment that another area has.',
        'SHELVES_MAX is "10": give a whole number from 1 to 9.',
      ]),
    );
  });

  it('can be left out, but for its table', async () => {
    const other = await startApp({ rooms, addOns: ['pricing-calc'] });
    try {
      expect((await other.call('GET', '/rest/V1/shelves-count')).status).toBe(404);
    } finally {
      await other.close();
    }
  });
});
