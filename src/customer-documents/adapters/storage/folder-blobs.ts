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

/** Bytes read ahead for each response. A larger value only uses more memory. */
const CHUNK_BYTES = 64 * 1024;

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

const isThere = async (folder: string): Promise<boolean> =>
  stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Makes folder entries survive a power failure. Has no effect on systems that cannot sync folders. */
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

/** The names in a folder, without symbolic links. Empty if the folder does not exist. */
const namesIn = async (folder: string): Promise<readonly string[]> => {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.flatMap((entry) => (entry.isSymbolicLink() ? [] : [entry.name])).sort();
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    throw error;
  }
};

/** A symbolic link is in the path. Kontor creates no links, and does not read or write through one. */
export class LinkFound extends Error {
  constructor(path: string) {
    super(
      `${path} is a symbolic link or inside a linked folder, which the document storage does not allow. Remove the link.`,
    );
  }
}

/**
 * Stores files as `ab/cd/<32 hexadecimal digits>`. A file is written to another folder, synced and then renamed, so
 * that a file with its final name is always complete.
 */
export class FolderBlobs extends BlobStore {
  constructor(private readonly root: string) {
    super();
  }

  put(bytes: AsyncIterable<Uint8Array>, check: (draft: Draft) => Promise<void>): Promise<StoredBlob> {
    return onDisk('documents', () => this.store(bytes, check));
  }

  private async store(bytes: AsyncIterable<Uint8Array>, check: (draft: Draft) => Promise<void>): Promise<StoredBlob> {
    const key = randomBytes(16).toString('hex');
    const aside = join(this.root, INCOMING, key);
    const name = this.pathOf(key);
    await this.folder(dirname(aside));
    try {
      // `wx` refuses existing files and symbolic links.
      const file = await open(aside, 'wx+', 0o600);
      try {
        const draft = await receive(bytes, file);
        await check(draft);
        await file.sync();
        await file.close();
        await this.folder(dirname(name));
        await rename(aside, name);
        await syncFolder(dirname(name));
        return { key, size: draft.size, sha256: draft.sha256 };
      } finally {
        // Closing a closed file has no effect.
        await file.close();
      }
    } catch (error) {
      // Removes the file at any stage. If a failing disk keeps it, the sweep removes it later.
      await Promise.allSettled([aside, name].map((path) => rm(path, { force: true })));
      throw error;
    }
  }

  async open(key: string, range?: BlobRange): Promise<AsyncIterable<Uint8Array>> {
    const path = this.pathOf(key);
    try {
      await this.mustHaveNoLinks(dirname(path));
      const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
      return createReadStream('', {
        fd: file,
        highWaterMark: CHUNK_BYTES,
        ...(range === undefined ? {} : { start: range.first, end: range.last }),
      });
    } catch (error) {
      if (codeOf(error) === 'ENOENT') throw new BlobMissing(key);
      if (codeOf(error) === 'ELOOP') throw new LinkFound(path);
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    const path = this.pathOf(key);
    try {
      await this.mustHaveNoLinks(dirname(path));
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return;
      throw error;
    }
    // Removes a symbolic link itself, not its target.
    await rm(path, { force: true });
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
      yield { key, storedAt: (await lstat(this.pathOf(key))).mtime };
    } catch (error) {
      // The file was renamed or removed meanwhile.
      if (codeOf(error) !== 'ENOENT') throw error;
    }
  }

  /** Only keys from the database or from `list` become paths. */
  private pathOf(key: string): string {
    if (REMAINDER_FORM.test(key)) return join(this.root, key);
    if (!KEY_FORM.test(key)) throw new Error(`not a key of this storage: ${key}`);
    return join(this.root, key.slice(0, 2), key.slice(2, 4), key);
  }

  /** The operator can set a symbolic link as root folder. Below it, links are refused. */
  private async mustHaveNoLinks(folder: string): Promise<void> {
    if ((await realpath(folder)) !== join(await realpath(this.root), relative(this.root, folder)))
      throw new LinkFound(folder);
  }

  /** Creates the missing folders of a path. */
  private async folder(path: string): Promise<void> {
    await this.made(this.root);
    let name = this.root;
    for (const part of relative(this.root, path).split(sep)) {
      name = join(name, part);
      await this.made(name);
      await this.mustHaveNoLinks(name);
    }
  }

  /** Creates a folder with its missing parents, and syncs the folders that contain them. */
  private async made(path: string): Promise<void> {
    if (await isThere(path)) return;
    const first = await mkdir(path, { recursive: true, mode: 0o700 });
    if (first === undefined) return;
    for (let folder = path; folder.length >= first.length; folder = dirname(folder)) await syncFolder(dirname(folder));
  }
}
