import { randomBytes } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { lstat, mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { onDisk } from '../../../../libs/kernel/index.js';
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
/** Folder of incomplete uploads; also the prefix of their keys. */
const INCOMING = 'incoming';
const REMAINDER_FORM = /^incoming\/[0-9a-f]{32}$/;

/** Bytes read ahead per response; more only costs memory. */
const CHUNK_BYTES = 64 * 1024;

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

const isThere = async (folder: string): Promise<boolean> =>
  stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Makes folder entries survive a power failure. Systems that cannot sync folders are ignored. */
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

/** The names in a folder without links; empty if the folder does not exist. */
const namesIn = async (folder: string): Promise<readonly string[]> => {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.flatMap((entry) => (entry.isSymbolicLink() ? [] : [entry.name])).sort();
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    throw error;
  }
};

/** Kontor creates no links, so nothing is read or written through one. */
export class LinkFound extends Error {
  constructor(path: string) {
    super(`${path} is or is below a symbolic link, which the document storage does not allow. Remove the link.`);
  }
}

/**
 * Stores files as `ab/cd/<32 hexadecimal digits>`. They are written to another folder, synced and renamed, so that a
 * file with its final name is complete.
 */
export class FolderBlobs extends BlobStore {
  constructor(private readonly root: string) {
    super();
  }

  put(bytes: AsyncIterable<Uint8Array>, judge: (draft: Draft) => Promise<void>): Promise<StoredBlob> {
    return onDisk('documents', () => this.store(bytes, judge));
  }

  private async store(bytes: AsyncIterable<Uint8Array>, judge: (draft: Draft) => Promise<void>): Promise<StoredBlob> {
    const key = randomBytes(16).toString('hex');
    const aside = join(this.root, INCOMING, key);
    const place = this.place(key);
    await this.folder(dirname(aside));
    try {
      // `wx` refuses an existing file and also a link.
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
        // A second close has no effect.
        await file.close();
      }
    } catch (error) {
      // Removes the file at any stage. What a failing disk keeps is removed by the sweep.
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
    // Removes a link itself, not its target.
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
      // The file was renamed or removed meanwhile.
      if (codeOf(error) !== 'ENOENT') throw error;
    }
  }

  /** Only keys from the database or from `list` become paths. */
  private place(key: string): string {
    if (REMAINDER_FORM.test(key)) return join(this.root, key);
    if (!KEY_FORM.test(key)) throw new Error(`not a key of this storage: ${key}`);
    return join(this.root, key.slice(0, 2), key.slice(2, 4), key);
  }

  /** The root can be a link set by the operator, but nothing below it. */
  private async mustHaveNoLinks(folder: string): Promise<void> {
    if ((await realpath(folder)) !== join(await realpath(this.root), relative(this.root, folder)))
      throw new LinkFound(folder);
  }

  /** Creates the missing folders of a path. */
  private async folder(path: string): Promise<void> {
    await this.made(this.root);
    let place = this.root;
    for (const part of relative(this.root, path).split(sep)) {
      place = join(place, part);
      await this.made(place);
      await this.mustHaveNoLinks(place);
    }
  }

  /** Creates a folder and syncs its parents. */
  private async made(path: string): Promise<void> {
    if (await isThere(path)) return;
    const first = await mkdir(path, { recursive: true, mode: 0o700 });
    if (first === undefined) return;
    for (let folder = path; folder.length >= first.length; folder = dirname(folder)) await syncFolder(dirname(folder));
  }
}
