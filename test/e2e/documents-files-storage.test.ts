import { type FileHandle, mkdir, mkdtemp, open, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { SweepFiles } from '../../src/customer-documents/index.js';
import { FileRecords } from '../../src/customer-documents/ports/file-records.js';
import { Database } from '../../libs/database/index.js';
import { Transactions } from '../../libs/kernel/index.js';
import { startApp, type TestApp, testSettings } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { Documents } from '../support/documents.js';
import { runCli } from '../support/process.js';
import { S3Server } from '../support/s3-server.js';
import { SAMPLES } from '../support/sample-files.js';

const DAY_MS = 86_400_000;

const filesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .flatMap((entry) => (entry.isFile() ? [join(basename(entry.parentPath), entry.name)] : []))
    .sort();

/** Creates an unused file of this age, as an interrupted upload leaves it. */
const orphan = async (folder: string, letter: string, ageMs: number, incoming = false): Promise<string> => {
  const key = letter.repeat(32);
  const path = incoming ? join(folder, 'incoming') : join(folder, letter + letter, letter + letter);
  await mkdir(path, { recursive: true });
  await writeFile(join(path, key), 'left behind');
  const at = new Date(Date.now() - ageMs);
  await utimes(join(path, key), at, at);
  return incoming ? `incoming/${key}` : key;
};

describeOnDatabases('documents:sweep (documents-files.md)', (kind) => {
  let folder: string;
  let app: TestApp;
  let documents: Documents;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kontor-test-sweep-'));
    app = await startApp({ database: kind, settings: { STORAGE_URL: `file:${folder}` } });
    documents = new Documents(app);
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  const kontor = (...args: readonly string[]) => {
    const { DATABASE_URL, JWT_SECRET = '', PUBLIC_BASE_URL = '' } = testSettings(app.databaseUrl);
    return runCli({ DATABASE_URL, JWT_SECRET, PUBLIC_BASE_URL, STORAGE_URL: `file:${folder}` }, args);
  };

  it('removes unused files older than a day while a server runs', async () => {
    const id = await documents.document();
    await documents.putJson(id, 'a.png', SAMPLES.png);
    const [kept] = await filesIn(folder);
    const old = [await orphan(folder, 'a', DAY_MS + 60_000), await orphan(folder, 'b', DAY_MS + 60_000, true)];
    const young = await orphan(folder, 'c', DAY_MS - 60_000);
    // In use, although it is as old as the others.
    const used = join(folder, (kept ?? '').slice(3, 5), kept ?? '');
    await utimes(used, new Date(0), new Date(0));

    const dry = await kontor('documents:sweep', '--dry-run');
    expect([dry.code, dry.stdout.trim().split('\n').sort()]).toEqual([0, [...old].sort()]);
    expect((await filesIn(folder)).length).toBe(4);

    const done = await kontor('documents:sweep');
    expect([done.code, done.stdout.trim().split('\n').sort()]).toEqual([0, [...old].sort()]);
    expect(done.stderr).toContain('files checked: 4; unused files removed: 2; unused files newer than --older-than: 1');
    expect((await filesIn(folder)).length).toBe(2);
    expect((await documents.content(id)).status).toBe(200);

    expect((await kontor('documents:sweep', '--older-than', '23h')).stdout.trim()).toBe(young);
    expect((await kontor('documents:sweep', '--older-than', '0s')).stdout).toBe('');
    expect((await documents.content(id)).status).toBe(200);
    expect((await kontor('documents:sweep', '--older-than', 'soon')).stderr).toContain('Expected an age, such as');
  });

  /** Starts an upload, which pauses until `end` is called. */
  const startUpload = async (id: number) => {
    const before = await filesIn(folder);
    let goOn = (): void => undefined;
    const released = new Promise<void>((resolve) => (goOn = resolve));
    async function* pieces() {
      yield Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nbegun, ');
      await released;
      yield Buffer.from('and ended\r\n--x--\r\n');
    }
    const answer = fetch(`${app.url}/rest/V1/customerdocuments/${id}/file`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${await app.adminToken()}`, 'content-type': 'multipart/form-data; boundary=x' },
      body: ReadableStream.from(pieces()) as never,
      duplex: 'half',
    });
    while ((await filesIn(folder)).length === before.length) await app.call('GET', '/health/live');
    return {
      end: async (): Promise<number> => {
        goOn();
        return (await answer).status;
      },
    };
  };

  it('keeps files of an upload in progress', async () => {
    const id = await documents.document();
    const { end } = await startUpload(id);
    expect((await app.get(SweepFiles).sweep(DAY_MS)).removed).toEqual([]);
    expect(await end()).toBe(200);
    expect((await app.get(SweepFiles).sweep(DAY_MS)).removed).toEqual([]);
    expect(await (await documents.content(id)).text()).toBe('begun, and ended');
  });

  it.each([
    ['is deleted', 'DELETE', undefined, 404],
    ['becomes external', 'PUT', { is_external: 1, external_url: 'https://docs.example/a.pdf' }, 400],
  ] as const)(
    'finds nothing to remove after an upload whose document %s meanwhile',
    async (_, verb, document, status) => {
      const id = await documents.document();
      const before = await filesIn(folder);
      const { end } = await startUpload(id);
      await app.good(verb, `/rest/V1/customerdocuments/${id}`, document && { document });
      expect(await end()).toBe(status);
      expect(await filesIn(folder)).toEqual(before);
      expect((await documents.get(id)).status).toBe(404);
    },
  );

  it('removes content that an interrupted deletion left without a document', async () => {
    const { database, transactions } = {
      database: app.get(Database),
      transactions: app.get<Transactions>(Transactions),
    };
    const id = await documents.document();
    await documents.putJson(id, 'a.txt', Buffer.from('forgotten'));
    await transactions.write(() => database.run('DELETE FROM customer_document_file WHERE document_id = ?', [id]));
    const before = (await filesIn(folder)).length;
    await app.get(SweepFiles).sweep(DAY_MS);
    expect((await filesIn(folder)).length).toBe(before - 1);
  });

  it('checks each file again before removing it and keeps one that is used by then', async () => {
    const key = await orphan(folder, 'd', 2 * DAY_MS);
    const other = await orphan(folder, 'e', 2 * DAY_MS);
    const database = app.get(Database);
    const transactions = app.get<Transactions>(Transactions);
    const use = () =>
      transactions.write(() =>
        database.run('INSERT INTO document_blob (sha256, storage_key, size, created_at) VALUES (?, ?, 1, ?)', [
          'f'.repeat(64),
          key,
          new Date(0),
        ]),
      );
    let used: Promise<unknown> | undefined;
    const { removed } = await app.get(SweepFiles).sweep(DAY_MS, {
      // Runs between the listing of the storage and the first removal.
      onSeen: () => {
        used ??= use();
      },
    });
    await used;
    expect(removed).toContain(other);
    expect((await filesIn(folder)).some((name) => name.endsWith(key))).toBe(!removed.includes(key));
    await app.get(SweepFiles).sweep(DAY_MS);
  });
});

describeOnDatabases('a file that cannot be stored', (kind) => {
  let folder: string;
  let app: TestApp;
  let documents: Documents;
  let id: number;
  const more = Buffer.alloc(3_000_000, 'a text that goes on ');

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kontor-test-full-'));
    app = await startApp({ database: kind, settings: { STORAGE_URL: `file:${folder}` } });
    documents = new Documents(app);
    id = await documents.document();
    await documents.putJson(id, 'old.txt', Buffer.from('old'));
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });
  afterEach(() => jest.restoreAllMocks());

  /** Makes this call on files fail whenever `when` is true, as on a full or broken disk. */
  const breaks = async (call: 'write' | 'sync', code: string, when: (calls: number) => unknown): Promise<void> => {
    const file = await open(__filename);
    const prototype = Object.getPrototypeOf(file) as FileHandle;
    await file.close();
    const real = prototype[call] as (...parts: readonly unknown[]) => Promise<unknown>;
    let calls = 0;
    jest.spyOn(prototype, call as 'sync').mockImplementation(async function (this: FileHandle, ...parts) {
      calls += 1;
      if (await when(calls)) throw Object.assign(new Error(`${code}: ${call}`), { code });
      return real.apply(this, parts) as Promise<void>;
    });
  };
  const BROKEN = [500, { message: expect.stringMatching(/^Internal Error\./) }];
  const FULL = [
    503,
    { message: 'The service is temporarily unavailable because a disk is full. Please wait and try again later.' },
  ];
  /** Expects this error without details by JSON and by form, and an unchanged file. */
  const isWhole = async (refusal: readonly unknown[]): Promise<void> => {
    for (const put of [documents.putJson.bind(documents), documents.putForm.bind(documents)]) {
      const answer = await put(id, 'new.txt', more);
      expect([answer.status, answer.body]).toEqual(refusal);
      expect(await filesIn(folder)).toHaveLength(1);
      expect((await documents.get(id)).body).toMatchObject({ name: 'old.txt', base64_encoded_data: 'b2xk' });
    }
    jest.restoreAllMocks();
    expect((await documents.putForm(id, 'old.txt', Buffer.from('old'))).status).toBe(200);
  };

  it.each([
    ['at the first byte', 1],
    ['in the middle', 20],
  ])('leaves nothing behind if the disk is full %s', async (_, from) => {
    await breaks('write', 'ENOSPC', (calls) => calls >= from);
    await isWhole(FULL);
  });

  it('leaves nothing behind if the file cannot be synced', async () => {
    await breaks('sync', 'EIO', () => true);
    await isWhole(BROKEN);
  });

  it('leaves nothing behind if its folder cannot be synced after the rename', async () => {
    await breaks(
      'sync',
      'EIO',
      async () => (await filesIn(folder)).filter((path) => !path.startsWith('incoming')).length > 1,
    );
    await isWhole(BROKEN);
  });

  it('leaves nothing behind if the database is full', async () => {
    const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    jest.spyOn(app.get<FileRecords>(FileRecords), 'replace').mockRejectedValue(full);
    await isWhole(FULL);
  });
});

describe('files in object storage', () => {
  let server: S3Server;
  let app: TestApp;
  let documents: Documents;
  const before = { ...process.env };

  beforeAll(async () => {
    server = await S3Server.start();
    Object.assign(process.env, server.settings);
    app = await startApp({ settings: { STORAGE_URL: `s3://${server.bucket}/of/kontor` } });
    documents = new Documents(app);
  });
  afterAll(async () => {
    await app.close();
    for (const name of Object.keys(server.settings)) delete process.env[name];
    Object.assign(process.env, before);
    await server.stop();
  });

  it('can be uploaded, downloaded and deleted as in a folder', async () => {
    const id = await documents.document();
    expect((await documents.putForm(id, 'a.png', SAMPLES.png)).status).toBe(200);
    const whole = await documents.content(id);
    expect(Buffer.from(await whole.arrayBuffer()).equals(SAMPLES.png)).toBe(true);
    const part = await documents.content(id, { range: 'bytes=10-19' });
    expect(Buffer.from(await part.arrayBuffer()).equals(SAMPLES.png.subarray(10, 20))).toBe(true);
    expect((await documents.get(id)).body.base64_encoded_data).toBe(SAMPLES.png.toString('base64'));
    expect((await documents.putForm(id, 'a.png', SAMPLES.pdf)).status).toBe(400);
    await documents.putForm(id, 'b.pdf', SAMPLES.pdf);
    expect((await app.get(SweepFiles).sweep(0)).seen).toBe(1);
    await app.good('DELETE', `/rest/V1/customerdocuments/${id}`);
    expect((await app.get(SweepFiles).sweep(0)).seen).toBe(0);
  });

  it('return 503 with Retry-After while it is unavailable, and stay consistent', async () => {
    const id = await documents.document();
    await documents.putForm(id, 'a.png', SAMPLES.png);
    await server.stop();
    const put = await documents.putForm(id, 'b.pdf', SAMPLES.pdf);
    expect([put.status, put.headers.get('retry-after')]).toEqual([503, '5']);
    expect((await documents.content(id)).status).toBe(503);
    const { file } = await app.good('GET', `/rest/V1/customerdocuments/${id}`);
    expect(file.name).toBe('a.png');
    // The document is still deleted; its bytes remain for the sweep.
    await app.good('DELETE', `/rest/V1/customerdocuments/${id}`);
    expect(app.logs.all.some(({ msg }) => String(msg).includes('documents:sweep'))).toBe(true);
    server = await S3Server.start();
  });
});
