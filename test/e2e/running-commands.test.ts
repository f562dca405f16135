import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestApp, testSettings, startApp } from '../support/app.js';
import { emptyDatabase, migratedDatabase, type TestDatabase } from '../support/databases.js';
import { openDatabase, schemaState } from '../../libs/database/index.js';
import { priceBook, removeBooks } from '../support/price-book.js';
import { FROM_PAGE, SESSION } from '../support/desk.js';
import { type CommandResult, runCli } from '../support/process.js';
import { MIGRATIONS } from '../support/rooms.js';
import { until } from '../support/until.js';

/** Each write to it fails as on a full disk. */
const FULL = '/dev/full';

let folder: string;
let app: TestApp;
let settings: Readonly<Record<string, string>>;

const kontor = (...args: readonly string[]): Promise<CommandResult> => runCli(settings, args);

/** The commands run next to a running server, as they do for an operator. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kontor-cli-'));
  app = await startApp();
  const { DATABASE_URL, JWT_SECRET = '' } = testSettings(app.databaseUrl);
  settings = { DATABASE_URL, JWT_SECRET };
});
afterAll(async () => {
  await app.close();
  removeBooks();
  rmSync(folder, { recursive: true });
});

const signIn = async (username: string, password: string): Promise<number> =>
  (await app.call('POST', '/rest/V1/integration/admin/token', { username, password })).status;

describe('kontor admin', () => {
  it('creates an administrator with the password from standard input', async () => {
    const made = await runCli(settings, ['admin', 'create', '--username', 'ada'], 'the first password\nmore\n');
    expect(made).toMatchObject({ code: 0, stdout: 'Administrator ada was created.\n', stderr: '' });
    expect(await signIn('ada', 'the first password')).toBe(200);
    const listed = await kontor('admin', 'list');
    expect(listed.stdout).toMatch(/^USERNAME +EMAIL +ROLE +STATE\n/);
    expect(listed.stdout).toMatch(/^ada +\S+@\S+ +Administrators +active$/m);
  });

  it('ends a lockout', async () => {
    /** Retries on 429, because the server rejects attempts after five failures per second. */
    const guess = async (password: string): Promise<number> => {
      let status = 429;
      await until(async () => (status = await signIn('ada', password)) !== 429, 200);
      return status;
    };
    for (let time = 0; time < 6; time += 1) expect(await guess('a wrong password')).toBe(401);
    expect(await guess('the first password')).toBe(401);
    expect(await kontor('admin', 'unlock', '--username', 'ada')).toMatchObject({
      code: 0,
      stdout: 'ada is no longer locked out.\n',
    });
    expect(await guess('the first password')).toBe(200);
    expect((await kontor('admin', 'unlock', '--username', 'nobody')).stderr).toMatch(/username = nobody/);
  });

  it('prints a link that signs in to Desk once', async () => {
    const { stdout, code } = await kontor('admin', 'link', '--username', 'ADA');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/\/desk#token=[\w-]{40,}\n$/)]);
    const token = stdout.trim().replace(/^.*#token=/, '');
    const signInBy = async () => (await app.call('POST', SESSION, { token }, undefined, FROM_PAGE)).status;
    expect([await signInBy(), await signInBy()]).toEqual([200, 401]);
    expect((await kontor('admin', 'link', '--username', 'nobody')).stderr).toMatch(/username = nobody/);
    const without = await runCli({ ...settings, DESK: '0' }, ['admin', 'link', '--username', 'ada']);
    expect([without.code, without.stderr]).toEqual([1, expect.stringMatching(/^Desk is disabled by DESK=0\./)]);
  });

  it('changes a password, and deactivates an administrator', async () => {
    expect(await runCli(settings, ['admin', 'password', '--username', 'ada'], 'the second password')).toMatchObject({
      code: 0,
      stdout: 'The password of ada was changed.\n',
    });
    expect([await signIn('ada', 'the first password'), await signIn('ada', 'the second password')]).toEqual([401, 200]);
    await runCli(settings, ['admin', 'create', '--username', 'bob'], 'the password of bob');
    expect(await kontor('admin', 'deactivate', '--username', 'ada')).toMatchObject({ code: 0 });
    expect(await signIn('ada', 'the second password')).toBe(401);
  });

  it.each([
    [
      'no password',
      ['admin', 'create', '--username', 'eve'],
      '',
      'Standard input contains no password. Write the password to standard input, or run the command in a terminal.',
    ],
    ['a short password', ['admin', 'create', '--username', 'eve'], 'short', /^Invalid value of "\*\*\*" provided/],
    ['a username that is taken', ['admin', 'create', '--username', 'BOB'], 'long enough', /already exists/],
    [
      'a role that does not exist',
      ['admin', 'create', '--username', 'eve', '--role', 'x'],
      'long enough',
      /^No such entity/,
    ],
    ['an unknown username', ['admin', 'deactivate', '--username', 'eve'], '', /^No such entity with username = eve/],
    ['a missing option', ['admin', 'password'], '', /required option '--username/],
    ['an unknown command', ['administer'], '', /unknown command 'administer'/],
  ])('rejects %s with an error message and exit code 1', async (_name, args, input, message) => {
    const { code, stdout, stderr } = await runCli(settings, args, input);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr.trim()).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});

describe('kontor role and kontor integration', () => {
  it('create, rotate and revoke an integration, and print its token only once', async () => {
    const made = await kontor('integration', 'create', '--name', 'ERP', '--resource', '_Commerce::manage');
    const token = made.stdout.trim();
    const status = async (bearer: string): Promise<number> =>
      (await app.call('GET', '/rest/V1/commerce/websites/1', undefined, bearer)).status;
    expect([made.code, await status(token)]).toEqual([0, 200]);
    const listed = await kontor('integration', 'list');
    expect(listed.stdout).toMatch(/^ERP +active +_Commerce::manage$/m);
    expect(listed.stdout).not.toContain(token);
    const rotated = (await kontor('integration', 'rotate', '--name', 'ERP')).stdout.trim();
    expect([await status(token), await status(rotated)]).toEqual([401, 200]);
    expect((await kontor('integration', 'revoke', '--name', 'ERP')).code).toBe(0);
    expect(await status(rotated)).toBe(401);
  });

  it('create a role with several rights', async () => {
    const resources = ['--resource', '_Pricelist::manage', '--resource', '_Pricelist::save'];
    expect(await kontor('role', 'create', '--name', 'Clerks', ...resources)).toMatchObject({ code: 0 });
    expect((await kontor('role', 'list')).stdout).toMatch(/^Clerks +_Pricelist::manage _Pricelist::save$/m);
  });

  it('list all rights', async () => {
    expect((await kontor('role', 'rights')).stdout).toMatch(/^_Pricelist::save +Create and change price lists$/m);
  });
});

describe('kontor operations --files', () => {
  interface Route {
    readonly verb: string;
    readonly path: string;
    readonly declared_in: string;
    readonly run_by: readonly string[];
  }
  let routes: readonly Route[];

  beforeAll(async () => {
    routes = JSON.parse((await kontor('operations', '--files', '--json')).stdout) as readonly Route[];
  });

  it('prints every route of the OpenAPI document', async () => {
    const { paths } = JSON.parse((await kontor('openapi')).stdout) as { paths: Readonly<Record<string, object>> };
    const described = Object.entries(paths).flatMap(([path, verbs]) =>
      Object.keys(verbs).map((verb) => `${verb.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    const printed = new Set(routes.map(({ verb, path }) => `${verb} ${path.replace('/rest/V1', '/V1')}`));
    expect(described.length).toBeGreaterThan(250);
    expect(described.filter((route) => !printed.has(route))).toEqual([]);
  });

  it('names only files that exist', () => {
    const files = new Set(routes.flatMap(({ declared_in, run_by }) => [declared_in, ...run_by]));
    expect([...files].filter((file) => !/^(?:src|libs)\/.*\.ts$/.test(file) || !existsSync(file))).toEqual([]);
    expect(files.size).toBeGreaterThan(80);
  });

  it.each([
    // A plain record, a record with its own service, an operation, and a page.
    [
      'PUT /rest/V1/pricing/categoryprice/:id',
      'src/pricing-category/category-price.record.ts',
      'libs/records/write/service.ts',
    ],
    ['POST /rest/V1/access/roles', 'src/access/role.record.ts', 'src/access/application/roles.ts'],
    [
      'GET /rest/V1/pricing/timeline',
      'src/pricing-calc/application/timeline-operation.ts',
      'src/pricing-calc/application/build-timeline.ts',
    ],
    [
      'GET /dpp/:uuid',
      'src/dpp/public/adapters/page/page.controller.ts',
      'src/dpp/readers/application/entitled-by-grant.ts',
    ],
  ])('reports that %s is declared in %s and run by %s', (route, declared, service) => {
    const found = routes.find(({ verb, path }) => `${verb} ${path}` === route);
    expect(found).toMatchObject({ declared_in: declared, run_by: expect.arrayContaining([service]) });
  });
});

describe('--json', () => {
  it.each([
    [['admin', 'list'], { username: 'bob', role: 'Administrators', is_active: 1 }],
    [['role', 'list'], { name: 'Administrators', resources: [expect.any(String)] }],
    [['integration', 'list'], { name: 'listed', is_active: 1, resources: ['_Pricing::calculate'] }],
    [['jobs'], { bulk_uuid: expect.any(String), state: expect.any(String), start_time: expect.any(String) }],
    [['role', 'rights'], { right: '_Audit::read', title: expect.any(String) }],
    [['operations'], { verb: 'GET', path: '/rest/V1/commerce/websites/:id', effect: 'reads' }],
  ])('prints the output of %j as JSON', async (words, row) => {
    await kontor('integration', 'create', '--name', 'listed', '--resource', '_Pricing::calculate');
    const product = { sku: 'LISTED', name: 'Listed', price: 1 };
    await app.call('POST', '/rest/async/V1/commerce/products', { product }, await app.adminToken());
    const { code, stdout, stderr } = await kontor(...words, '--json');
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining(row));
  });
});

describe('commands that write a file', () => {
  const SOLD = 'sold.csv';
  const REPLAY = ['replay', SOLD, '--differences'] as const;
  const INTO_NEW: readonly (readonly string[])[] = [
    ['audit', 'export', '--to'],
    ['customer', 'export', '--number', 'FILED', '--to'],
  ];
  const written = (words: readonly string[], file: string): Promise<CommandResult> =>
    kontor(...words.map((word) => (word === SOLD ? join(folder, SOLD) : word)), file);

  beforeAll(async () => {
    await app.good('POST', '/rest/V1/commerce/customers', { customer: { customer_number: 'FILED' } });
    writeFileSync(join(folder, SOLD), 'date,customer_id,sku,qty,unit_price\n2026-01-01,1,NONE,1,1\n');
  });

  it.each([...INTO_NEW, REPLAY])('report a missing folder and do not create it: %s %s', async (...words) => {
    const away = join(folder, 'missing');
    expect(await written(words, join(away, 'file'))).toMatchObject({
      code: 1,
      stderr: `The folder ${away} does not exist. Create it, or correct the path.\n`,
    });
    expect(existsSync(away)).toBe(false);
  });

  it.each(INTO_NEW)('do not overwrite an existing file: %s %s', async (...words) => {
    const file = join(folder, 'there');
    writeFileSync(file, 'kept');
    expect(await written(words, file)).toMatchObject({
      code: 1,
      stderr: `${file} already exists. Choose another path.\n`,
    });
    expect(readFileSync(file, 'utf8')).toBe('kept');
  });

  it(`report a full disk, if ${FULL} exists: replay`, async () => {
    if (!existsSync(FULL)) return;
    expect(await written(REPLAY, FULL)).toMatchObject({
      code: 1,
      stderr: `${FULL} cannot be written, because the disk is full. Free up space, or choose another path.\n`,
    });
  });
});

describe('kontor backup', () => {
  it('copies the database of a running server, and never overwrites a file', async () => {
    const copy = join(folder, 'copy.sqlite');
    await app.good('POST', '/rest/V1/commerce/categories', { category: { name: 'Kept' } });
    expect(await kontor('backup', copy)).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(`${copy}.part`)).toBe(false);
    const restored = join(folder, 'restored.sqlite');
    copyFileSync(copy, restored);
    const persistence = await openDatabase(`sqlite:${restored}`);
    expect(await persistence.database.query('SELECT name FROM category')).toEqual([{ name: 'Kept' }]);
    await persistence.close();
    expect(await kontor('backup', copy)).toMatchObject({
      code: 1,
      stderr: `${copy} already exists. Choose another path for the copy.\n`,
    });
    // If a mount is missing, the copy must not end up on the same disk.
    const away = join(folder, 'not-mounted');
    expect(await kontor('backup', join(away, 'copy.sqlite'))).toMatchObject({
      code: 1,
      stderr: `The folder ${away} does not exist. Create it, or correct the path of the copy.\n`,
    });
    expect(existsSync(away)).toBe(false);
  });

  it('refuses MySQL and names the command to use instead', async () => {
    const mysql = { DATABASE_URL: 'mysql://u@localhost/x', JWT_SECRET: 'x'.repeat(32), PUBLIC_BASE_URL: 'http://x' };
    const { code, stderr } = await runCli(mysql, ['backup', join(folder, 'no')]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('mariadb-dump --single-transaction')]);
  });
});

describe('kontor migrate', () => {
  let database: TestDatabase;
  beforeAll(async () => (database = await emptyDatabase('sqlite')));
  afterAll(() => database.drop());

  it('applies all pending migrations, and reverts the last one with --down', async () => {
    const own = { ...settings, DATABASE_URL: database.url };
    const up = await runCli(own, ['migrate']);
    expect([up.code, up.stdout.split('\n')[0]]).toEqual([0, expect.stringMatching(/^up \d{14}-/)]);
    expect((await runCli(own, ['migrate'])).stdout).toBe('The schema is up to date.\n');
    const down = await runCli(own, ['migrate', '--down']);
    const persistence = await openDatabase(database.url, { migrations: MIGRATIONS });
    const { pending } = await schemaState(persistence);
    expect(pending.map((name) => `down ${name}\n`)).toEqual([down.stdout]);
    await persistence.close();
  });
});

describe('kontor openapi', () => {
  it('prints the document that the server returns, without a database', async () => {
    // The document contains the URL of its server.
    const own = { ...settings, DATABASE_URL: 'sqlite:/nowhere/at/all.sqlite', PUBLIC_BASE_URL: 'http://kontor.test' };
    const { code, stdout } = await runCli(own, ['openapi']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual((await app.call('GET', '/swagger-json')).body);
  });
});

describe('kontor operations', () => {
  it('lists operations with their routes, SOAP names and rights, without a database', async () => {
    const own = {
      ...settings,
      DATABASE_URL: 'sqlite:/nowhere/at/all.sqlite',
      PRICING_SEGMENT: 'prices',
      ACL_VENDOR: 'Own',
    };
    const { code, stdout } = await runCli(own, ['operations']);
    const [head, ...rows] = stdout.trimEnd().split('\n');
    expect([code, head?.split(/ {2,}/)]).toEqual([0, ['verb', 'path', 'SOAP operation', 'right', 'effect']]);
    const cells = rows.map((row) => row.split(/ {2,}/));
    expect(cells).toContainEqual([
      'POST',
      '/rest/V1/prices/get-final-price',
      'pricingCalculatedPriceV1GetFinalPrice',
      'Own_Pricing::calculate',
      'reads',
    ]);
    expect(cells).toContainEqual([
      'DELETE',
      '/rest/V1/prices/customerprice/:id',
      'pricingCustomerPriceRepositoryV1DeleteById',
      'Own_Customerprice::delete',
      'deletes',
    ]);
    expect(cells).toContainEqual([
      'POST',
      '/rest/V1/prices/customerprice/bulk',
      'pricingCustomerPriceRepositoryV1SaveMany',
      'Own_Customerprice::save',
      'writes',
    ]);
    expect(cells.filter(([, , name = '']) => !/^[a-zA-Z\d]+V\d+[A-Z][a-zA-Z]+$/.test(name))).toEqual([]);
    const { paths } = JSON.parse((await runCli(own, ['openapi'])).stdout) as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    };
    const helpOf = (verb = '', path = '') =>
      paths[path.replace('/rest', '').replace(/:(\w+)/g, '{$1}')]?.[verb.toLowerCase()];
    expect(cells.filter(([verb, path]) => helpOf(verb, path) === undefined)).toEqual([]);
  });
});

describe('kontor import and kontor replay', () => {
  it('recognize a price book by any of its files, and report missing files', async () => {
    const book = priceBook({ 'products.csv': ['A1,Lantern,4.95,,,'] });
    rmSync(join(book, 'tier_prices.csv'));
    expect(await kontor('import', book)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('tier_prices.csv: the file does not exist'),
    });
  });

  it('exit with 1 and report the file and line of each invalid row', async () => {
    const database = await migratedDatabase('sqlite');
    const own = { ...settings, DATABASE_URL: database.url };
    const book = priceBook({
      'products.csv': ['A1,Lantern,4.95,,,', 'B2,Bowl,x,,,'],
      'customers.csv': ['C1,Iceland,Export'],
      'customer_prices.csv': ['C1,A1,10,4.5,,'],
    });
    const loaded = await runCli(own, ['import', book]);
    expect(loaded).toMatchObject({ code: 1, stderr: expect.stringMatching(/^products.csv:3: .*"price".*\n$/) });
    expect(loaded.stdout).toMatch(/^products.csv +2 rows: 1 created, 0 updated, 0 unchanged, 1 failed$/m);
    const [invoices, differences] = [join(folder, 'sold.csv'), join(folder, 'differences.csv')];
    const rows = [
      'no,sold_on,customer_id,sku,qty,unit_price',
      'i1,2011-03-01 10:15,C1,A1,10,4.50',
      'i2,2011-03-01,C1,A1,9,4.5',
    ];
    const faulty = ['i3,2011-13-01,C1,A1,1,1', 'i4,2011-03-01,C9,=1+1,1,1', 'i5,2011-03-01,C1,A1,0,1'];
    writeFileSync(invoices, [...rows, ...faulty].join('\n'));
    const replayed = await runCli(own, ['replay', invoices, '--date-column', 'sold_on', '--differences', differences]);
    expect(replayed.code).toBe(1);
    expect(replayed.stdout).toMatch(
      /^Lines with the same price: 1 of 3\nLines with a different price: 1, without a price: 1; see /,
    );
    expect(replayed.stderr).toMatch(/sold.csv:4: sold_on "2011-13-01" is not a date.*\n.*sold.csv:6: qty "0"/);
    expect(readFileSync(differences, 'utf8').trim().split('\n').sort()).toEqual(
      [
        'line,invoice,date,customer_id,sku,qty,unit_price,final_price,price_code,problem',
        '3,,2011-03-01,C1,A1,9,4.5,4.95,orig_price,other_price',
        "5,,2011-03-01,C9,'=1+1,1,1,,,unknown_customer",
      ].sort(),
    );
    expect(await runCli(own, ['replay', invoices])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the column "date" is missing'),
    });
    expect(await runCli(own, ['import', book, '--format', 'other'])).toMatchObject({ code: 1 });
    await database.drop();
  });
});
