import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  BlobMissing,
  BlobStore,
  type ByteRange,
  type Draft,
  type ListedBlob,
  type StoredBlob,
} from '../../ports/blob-store.js';
import { receive } from './receive.js';

const KEY_FORM = /^[0-9a-f]{32}$/;
/** Of what hasn't come in whole: the key of a remainder begins so. */
const INCOMING = 'incoming';
const REMAINDER_FORM = /^incoming\/[0-9a-f]{32}$/;

/** Bytes read ahead for each answer; more only costs memory. */
const CHUNK_BYTES = 64 * 1024;

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

const isThere = async (folder: string): Promise<boolean> =>
  stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** What a folder holds must outlive a power cut as well; a system that can't sync folders is left alone. */
const syncFolder = async (folder: string): Promise<void> => {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP'].includes(codeOf(error) ?? '')) throw error;
  }
};

/** Names in a folder; none, if it isn't there. */
const namesIn = async (folder: string): Promise<readonly string[]> => {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    throw error;
  }
};

/** A local directory: `ab/cd/<32 hexadecimal digits>`. Written aside, synced, renamed: what has its name is whole. */
export class FolderBlobs extends BlobStore {
  constructor(private readonly root: string) {
    super();
  }

  async put(bytes: AsyncIterable<Uint8Array>, judge: (draft: Draft) => Promise<void>): Promise<StoredBlob> {
    const key = randomBytes(16).toString('hex');
    const aside = join(this.root, INCOMING, key);
    const place = this.place(key);
    await this.folder(dirname(aside));
    try {
      const file = await open(aside, 'wx+', 0o600);
      try {
        const draft = await receive(bytes, file);
        await judge(draft);
        await file.sync();
        await file.close();
        await this.folder(dirname(place));
        await rename(aside, place);
        await syncFolder(dirname(place));
        return { key, size: draft.size, sha256: draft.sha256 };
      } finally {
        // Closing twice does nothing.
        await file.close();
      }
    } catch (error) {
      // However far it had come; what a disk that fails doesn't let go of either, the sweep finds.
      await Promise.allSettled([aside, place].map((path) => rm(path, { force: true })));
      throw error;
    }
  }

  async open(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>> {
    try {
      const file = await open(this.place(key), 'r');
      return createReadStream('', {
        fd: file,
        highWaterMark: CHUNK_BYTES,
        ...(range === undefined ? {} : { start: range.first, end: range.last }),
      });
    } catch (error) {
      if (codeOf(error) === 'ENOENT') throw new BlobMissing(key);
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    await rm(this.place(key), { force: true });
  }

  async *list(): AsyncGenerator<ListedBlob, void> {
    for (const name of await namesIn(join(this.root, INCOMING))) yield* this.listed(`${INCOMING}/${name}`);
    for (const first of await namesIn(this.root)) {
      if (!/^[0-9a-f]{2}$/.test(first)) continue;
      for (const second of await namesIn(join(this.root, first)))
        for (const name of await namesIn(join(this.root, first, second)))
          if (KEY_FORM.test(name)) yield* this.listed(name);
    }
  }

  private async *listed(key: string): AsyncGenerator<ListedBlob, void> {
    if (!KEY_FORM.test(key) && !REMAINDER_FORM.test(key)) return;
    try {
      yield { key, storedAt: (await stat(this.place(key))).mtime };
    } catch (error) {
      // Renamed or removed meanwhile.
      if (codeOf(error) !== 'ENOENT') throw error;
    }
  }

  /** Keys come from the database or from `list`: nothing else becomes a path. */
  private place(key: string): string {
    if (REMAINDER_FORM.test(key)) return join(this.root, key);
    if (!KEY_FORM.test(key)) throw new Error(`not a key of this storage: ${key}`);
    return join(this.root, key.slice(0, 2), key.slice(2, 4), key);
  }

  /** A folder that is new is synced into the one above it. */
  private async folder(path: string): Promise<void> {
    if (await isThere(path)) return;
    const first = await mkdir(path, { recursive: true, mode: 0o700 });
    if (first === undefined) return;
    for (let folder = path; folder.length >= first.length; folder = dirname(folder)) await syncFolder(dirname(folder));
  }
}
