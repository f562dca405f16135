import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import SqliteFile from 'better-sqlite3';
import { settingsOf } from '../../libs/config/index.js';
import { ROOMS } from '../../src/app.module.js';
import { settingsClasses } from '../../src/config/settings.js';
import { migratedDatabase } from '../support/databases.js';
import { KontorProcess } from '../support/process.js';

const ROOT = join(__dirname, '..', '..');
const PAGE = readFileSync(join(ROOT, 'docs', 'operations.md'), 'utf8');
const [, SECTION = ''] = /^## Backup and restore\n([^]*?)^## /m.exec(PAGE) ?? [];
/** The backup and restore commands of the page. */
const [BACKUP = '', RESTORE = ''] = [...SECTION.matchAll(/```sh\n([^]*?)```/g)].map(([, text = '']) => text);

const ADMIN = { username: 'admin', password: 'a password of the tests' };

/** An installation with default settings, in its own folder. */
class Installation {
  readonly folder = mkdtempSync(join(tmpdir(), 'kontor-restore-'));
  private child: KontorProcess | undefined;
  private url = '';
  private token = '';

  static async open(): Promise<Installation> {
    const made = new Installation();
    const migrated = await migratedDatabase('sqlite');
    mkdirSync(join(made.folder, 'var'));
    cpSync(migrated.url.slice('sqlite:'.length), join(made.folder, 'var', 'kontor.sqlite'));
    await migrated.drop();
    // The command `kontor`, as an operator types it.
    mkdirSync(join(made.folder, 'bin'));
    const hook = join(ROOT, 'test', 'support', 'typescript-hook.cjs');
    const command = `#!/bin/sh\nexec "${process.execPath}" -r "${hook}" "${join(ROOT, 'src', 'cli', 'kontor.ts')}" "$@"\n`;
    writeFileSync(join(made.folder, 'bin', 'kontor'), command, { mode: 0o755 });
    await made.start();
    return made;
  }

  async start(): Promise<void> {
    const settings = { ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password, DRAIN_S: '0' };
    this.child = KontorProcess.start('main', settings, { cwd: this.folder });
    this.url = await this.child.url();
    this.token = (await this.ask('POST', '/rest/V1/integration/admin/token', ADMIN)) as string;
  }

  async stop(): Promise<void> {
    this.child?.signal('SIGTERM');
    await this.child?.exited;
  }

  async ask(verb: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(this.url + path, {
      method: verb,
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return text.startsWith('%PDF') ? text : JSON.parse(text);
  }

  /** Runs commands as they are written on the page. */
  async run(commands: string): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
    const PATH = `${join(this.folder, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`;
    try {
      const { stdout, stderr } = await promisify(execFile)('sh', ['-e', '-c', commands], {
        cwd: this.folder,
        env: { PATH },
      });
      return { code: 0, stdout, stderr };
    } catch (error) {
      return error as { code: number; stdout: string; stderr: string };
    }
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true });
  }
}

describe('docs/operations.md, "Backup and restore"', () => {
  let shop: Installation;
  let file: string;
  beforeAll(async () => {
    shop = await Installation.open();
    const document = (await shop.ask('POST', '/rest/V1/customerdocuments', { document: { name: 'Kept' } })) as {
      readonly id: number;
    };
    file = `/rest/V1/customerdocuments/${document.id}/file`;
    const base64_encoded_data = Buffer.from('%PDF-1.4 kept').toString('base64');
    await shop.ask('PUT', file, { documentFile: { name: 'kept.pdf', base64_encoded_data } });
  });
  afterAll(() => shop.remove());

  const category = (name: string) => shop.ask('POST', '/rest/V1/commerce/categories', { category: { name } });
  const names = async (): Promise<readonly string[]> => {
    const found = (await shop.ask('GET', '/rest/V1/commerce/categories/search?searchCriteria=')) as {
      readonly items: readonly { readonly name: string }[];
    };
    return found.items.map(({ name }) => name);
  };

  it('has commands that back up a running server and restore database and files', async () => {
    await category('before');
    expect(await shop.run(BACKUP)).toMatchObject({ code: 0 });
    await category('after');
    const refused = await shop.run('kontor restore backups/kontor-*.sqlite');
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/var\/kontor\.sqlite is in use\. Stop all servers/),
    });
    expect(await names()).toEqual(['before', 'after']);
    await shop.stop();
    rmSync(join(shop.folder, 'var', 'documents'), { recursive: true });
    const { code, stdout, stderr } = await shop.run(RESTORE);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^var\/kontor\.sqlite was restored\. The replaced database was renamed to var\/kontor\.sqlite\.before-\d{8}T\d{6}\.$/m,
    );
    expect(stdout).toMatch(/^Document files checked: 1, missing: 0\.$/m);
    expect(stdout).toMatch(/^The check found no problems\.$/m);
    expect(stdout).toMatch(/^The audit trail is intact\.$/m);
    await shop.start();
    expect(await names()).toEqual(['before']);
    expect(await shop.ask('GET', `${file}/content`)).toBe('%PDF-1.4 kept');
    await shop.stop();
    // The replaced database is complete.
    const [kept = ''] = readdirSync(join(shop.folder, 'var')).filter((name) => /\.before-\d+T\d+$/.test(name));
    const replaced = new SqliteFile(join(shop.folder, 'var', kept), { readonly: true });
    expect(replaced.prepare('SELECT name FROM category ORDER BY id').pluck().all()).toEqual(['before', 'after']);
    replaced.close();
  });

  it('has a check that finds missing document files and damaged tables', async () => {
    await shop.stop();
    rmSync(join(shop.folder, 'var', 'documents'), { recursive: true, force: true });
    expect(await shop.run('kontor restore --check')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /The document file [0-9a-f]{32} is missing from the storage\. Restore it from a backup\.\nProblems found: 1\./,
      ),
    });
    const database = new SqliteFile(join(shop.folder, 'var', 'kontor.sqlite'));
    database.pragma('foreign_keys = OFF');
    database.exec('DELETE FROM document');
    database.close();
    const { code, stdout } = await shop.run('kontor restore --check');
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/Rows of customer_document_file refer to rows that do not exist\./),
    ]);
  });

  it.each([
    [
      'a missing argument',
      'kontor restore',
      /No backup is specified. Specify the backup to restore, or use --documents or --check\./,
    ],
    ['a backup that does not exist', 'kontor restore nowhere.sqlite', /nowhere\.sqlite does not exist\./],
    ['a database that is not a backup', 'kontor restore other.sqlite', /other\.sqlite is not a Kontor backup/],
    [
      'a backup of a newer version',
      'kontor restore newer.sqlite',
      /newer\.sqlite was created by a newer version of Kontor, which contains the migrations 20990101000000-later\./,
    ],
    ['a damaged backup', 'kontor restore damaged.sqlite', /damaged|malformed/],
  ])('has a restore command that rejects %s and keeps the database', async (_what, command, reason) => {
    const place = (name: string): string => join(shop.folder, name);
    new SqliteFile(place('other.sqlite')).exec('CREATE TABLE IF NOT EXISTS a (b)').close();
    const [backup = ''] = readdirSync(place('backups')).filter((name) => name.endsWith('.sqlite'));
    cpSync(place(`backups/${backup}`), place('newer.sqlite'));
    const newer = new SqliteFile(place('newer.sqlite'));
    newer.exec("INSERT OR IGNORE INTO migration (name, applied_at) VALUES ('20990101000000-later', '2099-01-01')");
    newer.close();
    const bytes = readFileSync(place(`backups/${backup}`));
    writeFileSync(place('damaged.sqlite'), bytes.fill(0xff, bytes.length - 40_000));
    const before = readFileSync(place('var/kontor.sqlite'));
    const { code, stderr } = await shop.run(command);
    expect([code, stderr]).toEqual([1, expect.stringMatching(reason)]);
    expect(readFileSync(place('var/kontor.sqlite')).equals(before)).toBe(true);
    expect(existsSync(place('var/kontor.sqlite.restoring'))).toBe(false);
  });
});

describe('docs/operations.md, "What grows"', () => {
  const [, table = ''] = /^### What grows\n([^]*?)^## /m.exec(PAGE) ?? [];
  const wordsIn = (form: RegExp): readonly string[] => [...table.matchAll(form)].map(([, word = '']) => word);

  it('names only tables that exist', async () => {
    const { url, drop } = await migratedDatabase('sqlite');
    const database = new SqliteFile(url.slice('sqlite:'.length), { readonly: true });
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
    database.close();
    await drop();
    const lists = wordsIn(/^- ((?:`[a-z_]+`(?:, )?)+):/gm);
    const named = lists.flatMap((list) => list.replaceAll('`', '').split(', '));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !tables.includes(name))).toEqual([]);
  });

  it('names each setting that deletes old rows', () => {
    const settings = settingsClasses(ROOMS)
      .flatMap(settingsOf)
      .map(({ name }) => name)
      .filter((name) => /_DAYS$|_ENTRIES$/.test(name));
    expect(wordsIn(/`([A-Z_]+)`/g).toSorted()).toEqual(settings.toSorted());
  });
});
