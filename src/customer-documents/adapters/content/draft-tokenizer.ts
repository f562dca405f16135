import { AbstractTokenizer, EndOfStreamError, type IReadChunkOptions } from 'strtok3/core';
import type { Draft } from '../../ports/blob-store.js';

/** No format needs a longer read. A hostile file that asks for more is recognized by its first bytes or not at all. */
const READ_MAX = 4 * 1024 * 1024;

/** Lets the library read a draft at any position. */
export class DraftTokenizer extends AbstractTokenizer {
  override fileInfo: { readonly size: number };

  constructor(private readonly draft: Draft) {
    super({ maxBufferSize: READ_MAX });
    this.fileInfo = { size: draft.size };
  }

  override supportsRandomAccess(): boolean {
    return true;
  }

  setPosition(position: number): void {
    this.position = position;
  }

  override async readBuffer(target: Uint8Array, options: IReadChunkOptions = {}): Promise<number> {
    if (options.position !== undefined) this.position = options.position;
    const read = await this.peekBuffer(target, options);
    this.position += read;
    return read;
  }

  override async peekBuffer(target: Uint8Array, options: IReadChunkOptions = {}): Promise<number> {
    const { position = this.position, length = target.length, mayBeLess = false } = options;
    const found = await this.draft.read(position, Math.min(length, Math.max(0, this.draft.size - position)));
    if (found.length < length && !mayBeLess) throw new EndOfStreamError();
    target.set(found);
    return found.length;
  }

  override async ignore(length: number): Promise<number> {
    const skipped = Math.min(length, Math.max(0, this.draft.size - this.position));
    this.position += skipped;
    return skipped;
  }
}
