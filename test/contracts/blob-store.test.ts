import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderBlobs } from '../../src/customer-documents/adapters/storage/folder-blobs.js';
import { S3Blobs } from '../../src/customer-documents/adapters/storage/s3-blobs.js';
import { BlobMissing, type BlobStore, type Draft } from '../../src/customer-documents/ports/blob-store.js';
import { S3Server } from '../support/s3-server.js';

interface OpenStore {
  readonly store: BlobStore;
  close(): Promise<void>;
}

const folderStore = async (): Promise<OpenStore & { readonly root: string }> => {
  const root = await mkdtemp(join(tmpdir(), 'kontor-test-blobs-'));
  return { root, store: new FolderBlobs(join(root, 'deep', 'er')), close: () => rm(root, { recursive: true }) };
};

const s3Store = async (): Promise<OpenStore> => {
  const server = await S3Server.start();
  const root = await mkdtemp(join(tmpdir(), 'kontor-test-incoming-'));
  const store = new S3Blobs(server.bucket, 'some/prefix/', join(root, 'in', 'coming'), {
    endpoint: server.endpoint,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  });
  return {
    store,
    close: async () => {
      store.close();
      await server.stop();
      // Incoming files never stay there.
      await rmdir(join(root, 'in', 'coming'));
      await rm(root, { recursive: true });
    },
  };
};

async function* inChunks(bytes: Buffer, size = 65_536): AsyncGenerator<Uint8Array, void> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

const allOf = async (bytes: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
};

const keysOf = async (store: BlobStore): Promise<readonly string[]> => {
  const keys: string[] = [];
  for await (const { key } of store.list()) keys.push(key);
  return keys.sort();
};

const pass = async (): Promise<void> => {};
const CONTENTS: readonly (readonly [string, Buffer])[] = [
  ['one byte', Buffer.from([0])],
  ['a text', Buffer.from('0;chunk-signature=x\r\nhello\r\n')],
  ['a size that no chunk divides', randomBytes(300_001)],
  ['eleven million bytes', randomBytes(11_000_000)],
];

describe.each([
  ['a local directory', folderStore],
  ['S3', s3Store],
] as const)('a blob store on %s (documents-files.md)', (_, open) => {
  let opened: OpenStore;
  let store: BlobStore;

  beforeAll(async () => {
    opened = await open();
    ({ store } = opened);
  });
  afterAll(() => opened.close());

  it.each(CONTENTS)('returns %s unchanged, with size and hash', async (_name, bytes) => {
    const kept = await store.put(inChunks(bytes), pass);
    expect(kept).toEqual({
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    expect((await allOf(await store.open(kept.key))).equals(bytes)).toBe(true);
    await store.delete(kept.key);
  });

  it('stores the same bytes twice under unrelated keys', async () => {
    const [one, other] = [
      await store.put(inChunks(Buffer.from('x')), pass),
      await store.put(inChunks(Buffer.from('x')), pass),
    ];
    expect(one.sha256).toBe(other.sha256);
    expect(one.key).not.toBe(other.key);
    await store.delete(one.key);
    expect((await allOf(await store.open(other.key))).toString()).toBe('x');
    await store.delete(other.key);
  });

  it.each([
    [0, 0],
    [0, 99_999],
    [99_999, 99_999],
    [4_096, 70_000],
  ])('returns the bytes %i to %i', async (first, last) => {
    const bytes = randomBytes(100_000);
    const { key } = await store.put(inChunks(bytes), pass);
    expect((await allOf(await store.open(key, { first, last }))).equals(bytes.subarray(first, last + 1))).toBe(true);
    await store.delete(key);
  });

  it('lets the check read the draft at any position, and stores nothing if it rejects', async () => {
    const bytes = randomBytes(10_000);
    const before = await keysOf(store);
    const seen: unknown[] = [];
    const validate = async (draft: Draft): Promise<void> => {
      const [head, tail] = [await draft.read(0, 100), await draft.read(9_990, 100)];
      seen.push(draft.size, draft.sha256, Buffer.from(head), Buffer.from(tail));
      throw new Error('refused');
    };
    await expect(store.put(inChunks(bytes), validate)).rejects.toThrow('refused');
    expect(seen).toEqual([
      10_000,
      createHash('sha256').update(bytes).digest('hex'),
      bytes.subarray(0, 100),
      bytes.subarray(9_990),
    ]);
    expect(await keysOf(store)).toEqual(before);
  });

  it('stores nothing if the input breaks off', async () => {
    const before = await keysOf(store);
    async function* broken(): AsyncGenerator<Uint8Array, void> {
      yield randomBytes(50_000);
      throw new Error('gone');
    }
    await expect(store.put(broken(), pass)).rejects.toThrow('gone');
    expect(await keysOf(store)).toEqual(before);
  });

  it('throws BlobMissing for an unknown or deleted key, and allows a second deletion', async () => {
    await expect(store.open('0'.repeat(32))).rejects.toThrow(BlobMissing);
    const { key } = await store.put(inChunks(Buffer.from('x')), pass);
    await store.delete(key);
    await store.delete(key);
    await expect(store.open(key)).rejects.toThrow(BlobMissing);
  });

  it('finishes reading a blob that is deleted meanwhile', async () => {
    const bytes = randomBytes(2_000_000);
    const { key } = await store.put(inChunks(bytes), pass);
    const reading = await store.open(key);
    await store.delete(key);
    expect((await allOf(reading)).equals(bytes)).toBe(true);
  });

  it('lists stored blobs with their time', async () => {
    const before = await keysOf(store);
    const since = Date.now() - 2_000;
    const kept = await Promise.all([1, 2, 3].map((byte) => store.put(inChunks(Buffer.from([byte])), pass)));
    expect(await keysOf(store)).toEqual([...before, ...kept.map(({ key }) => key)].sort());
    for await (const { storedAt } of store.list()) expect(storedAt.getTime()).toBeGreaterThanOrEqual(since);
    for (const { key } of kept) await store.delete(key);
    expect(await keysOf(store)).toEqual(before);
  });

  it('stores many blobs concurrently', async () => {
    const contents = Array.from({ length: 20 }, () => randomBytes(40_000));
    const kept = await Promise.all(contents.map((bytes) => store.put(inChunks(bytes), pass)));
    for (const [index, { key }] of kept.entries()) {
      expect((await allOf(await store.open(key))).equals(contents[index] ?? Buffer.alloc(0))).toBe(true);
      await store.delete(key);
    }
  });
});

describe('the local directory', () => {
  it('uses random names in two levels of folders, and lists remains but no foreign files', async () => {
    const { root, store, close } = await folderStore();
    try {
      const { key } = await store.put(inChunks(Buffer.from('x')), pass);
      const folder = join(root, 'deep', 'er');
      expect(await readdir(join(folder, key.slice(0, 2), key.slice(2, 4)))).toEqual([key]);
      expect(await readdir(join(folder, 'incoming'))).toEqual([]);
      const remainder = `incoming/${'a'.repeat(32)}`;
      await writeFile(join(folder, remainder), 'half');
      await writeFile(join(folder, 'notes.txt'), 'somebody else');
      await mkdir(join(folder, 'zz'));
      expect(await keysOf(store)).toEqual([key, remainder].sort());
      await store.delete(remainder);
      expect(await keysOf(store)).toEqual([key]);
      await expect(store.delete('../../notes.txt')).rejects.toThrow('not a key');
    } finally {
      await close();
    }
  });
});
