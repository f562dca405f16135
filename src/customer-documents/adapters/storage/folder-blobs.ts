import { randomBytes } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { lstat, mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import {
  BlobMissing,
  BlobStore,
  type BlobRange,
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

/** Names in a folder, those of links left out; none, if it isn't there. */
const namesIn = async (folder: string): Promise<readonly string[]> => {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.flatMap((entry) => (entry.isSymbolicLink() ? [] : [entry.name])).sort();
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    throw error;
  }
};

/** On the way to a place of the storage there is a link, which nobody here has made: nothing is read or written there. */
export class LinkFound extends Error {
  constructor(path: string) {
    super(`${path} is or is below a symbolic link, which the document storage does not allow. Remove the link.`);
  }
}

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
      // Only what isn't there yet: a link in its place is refused as well.
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

  async open(key: string, range?: BlobRange): Promise<AsyncIterable<Uint8Array>> {
    const place = this.place(key);
    try {
      await this.mustHaveNoLinks(dirname(place));
      const file = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW);
      return createReadStream('', {
        fd: file,
        highWaterMark: CHUNK_BYTES,
        ...(range === undefined ? {} : { start: range.first, end: range.last }),
      });
    } catch (error) {
      if (codeOf(error) === 'ENOENT') throw new BlobMissing(key);
      if (codeOf(error) === 'ELOOP') throw new LinkFound(place);
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    const place = this.place(key);
    try {
      await this.mustHaveNoLinks(dirname(place));
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return;
      throw error;
    }
    // A link in the place of the file is removed itself, not what it leads to.
    await rm(place, { force: true });
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
      yield { key, storedAt: (await lstat(this.place(key))).mtime };
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

  /** The root may be a link of the operator's; below it each folder is what its name says. */
  private async mustHaveNoLinks(folder: string): Promise<void> {
    if ((await realpath(folder)) !== join(await realpath(this.root), relative(this.root, folder)))
      throw new LinkFound(folder);
  }

  /** A folder of the storage, made if it isn't there. */
  private async folder(path: string): Promise<void> {
    await this.made(this.root);
    let place = this.root;
    for (const part of relative(this.root, path).split(sep)) {
      place = join(place, part);
      await this.made(place);
      await this.mustHaveNoLinks(place);
    }
  }

  /** A folder that is new is synced into the one above it. */
  private async made(path: string): Promise<void> {
    if (await isThere(path)) return;
    const first = await mkdir(path, { recursive: true, mode: 0o700 });
    if (first === undefined) return;
    for (let folder = path; folder.length >= first.length; folder = dirname(folder)) await syncFolder(dirname(folder));
  }
}
