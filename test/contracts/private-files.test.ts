import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { backupSqlite, migrate, openDatabase } from '../../libs/database/index.js';
import { FolderBlobs, LinkFound } from '../../src/customer-documents/adapters/storage/folder-blobs.js';

const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8);

let folder: string;
let umask: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kontor-private-'));
  // The usual mask, which makes files readable by all users.
  umask = process.umask(0o022);
});

afterEach(() => {
  process.umask(umask);
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

describe('the files of an SQLite database (running.md, "Files")', () => {
  const written = async (file: string) => {
    const persistence = await openDatabase(`sqlite:${file}`);
    await migrate(persistence);
    return persistence;
  };

  it('are accessible only to their owner, also in a new folder', async () => {
    const file = join(folder, 'new', 'kontor.sqlite');
    const persistence = await written(file);
    expect(['', '-wal', '-shm'].map((end) => modeOf(file + end))).toEqual(['600', '600', '600']);
    await persistence.close();
  });

  it('lose permissions of other users, which is logged', async () => {
    const file = join(folder, 'kontor.sqlite');
    await (await written(file)).close();
    chmodSync(file, 0o644);
    writeFileSync(`${file}-wal`, '');
    chmodSync(`${file}-wal`, 0o664);
    const warned = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const persistence = await openDatabase(`sqlite:${file}`);
    await persistence.transactions.write(() => persistence.database.run('DELETE FROM kept_answer'));
    expect(['', '-wal', '-shm'].map((end) => modeOf(file + end))).toEqual(['600', '600', '600']);
    expect(warned.mock.calls.map(([text]) => String(text))).toEqual([
      expect.stringMatching(/kontor\.sqlite was accessible to other users \(644\)/),
      expect.stringMatching(/kontor\.sqlite-wal was accessible to other users \(664\)/),
    ]);
    await persistence.close();
  });

  it('have backups that are accessible only to their owner', async () => {
    const file = join(folder, 'kontor.sqlite');
    const persistence = await written(file);
    await backupSqlite(file, join(folder, 'copy.sqlite'));
    expect(modeOf(join(folder, 'copy.sqlite'))).toBe('600');
    expect(await readdir(folder)).not.toContain('copy.sqlite.part');
    await persistence.close();
  });
});

describe('links in the folder of documents (documents-files.md, "Where files are stored")', () => {
  const pass = async (): Promise<void> => {};
  async function* bytes(): AsyncGenerator<Uint8Array, void> {
    yield Buffer.from('of a document');
  }

  const stored = async () => {
    const root = join(folder, 'documents');
    const store = new FolderBlobs(root);
    const { key } = await store.put(bytes(), pass);
    return { root, store, key, path: join(root, key.slice(0, 2), key.slice(2, 4), key) };
  };

  it('to a file are not read, and a deletion keeps their target', async () => {
    const { store, key, path } = await stored();
    const secret = join(folder, 'secret');
    writeFileSync(secret, 'not a document');
    rmSync(path);
    symlinkSync(secret, path);
    await expect(store.open(key)).rejects.toBeInstanceOf(LinkFound);
    await store.delete(key);
    expect(existsSync(path)).toBe(false);
    expect(readFileSync(secret, 'utf8')).toBe('not a document');
  });

  it.each([1, 2])('to a folder are not followed to read, list or delete (level %i)', async (level) => {
    const { root, store, key } = await stored();
    const parts = [key.slice(0, 2), key.slice(2, 4)].slice(0, level);
    const elsewhere = join(folder, 'elsewhere');
    const below = join(elsewhere, ...(level === 1 ? [key.slice(2, 4)] : []));
    await mkdir(below, { recursive: true });
    writeFileSync(join(below, key), 'not a document');
    rmSync(join(root, ...parts), { recursive: true });
    symlinkSync(elsewhere, join(root, ...parts));
    await expect(store.open(key)).rejects.toBeInstanceOf(LinkFound);
    await expect(store.delete(key)).rejects.toBeInstanceOf(LinkFound);
    const keys: string[] = [];
    for await (const listed of store.list()) keys.push(listed.key);
    expect(keys).toEqual([]);
    expect(readFileSync(join(below, key), 'utf8')).toBe('not a document');
  });

  it('in the folder for incoming files are not written through', async () => {
    const { root, store } = await stored();
    const elsewhere = join(folder, 'elsewhere');
    await mkdir(elsewhere);
    rmSync(join(root, 'incoming'), { recursive: true });
    symlinkSync(elsewhere, join(root, 'incoming'));
    await expect(store.put(bytes(), pass)).rejects.toBeInstanceOf(LinkFound);
    expect(await readdir(elsewhere)).toEqual([]);
  });

  it('are allowed for the root, because the operator sets it', async () => {
    const { root, key } = await stored();
    symlinkSync(root, join(folder, 'linked'));
    const found = await new FolderBlobs(join(folder, 'linked')).open(key);
    const chunks: Uint8Array[] = [];
    for await (const chunk of found) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe('of a document');
  });

  it('cannot be created by other users, who have no access to files and folders', async () => {
    const { root, path, key } = await stored();
    expect(modeOf(path)).toBe('600');
    expect([root, join(root, key.slice(0, 2)), join(root, 'incoming')].map(modeOf)).toEqual(['700', '700', '700']);
  });
});
