import type { Draft } from './blob-store.js';

/** What magic bytes tell. */
export interface ToldContent {
  /** The extension that fits; undefined if nothing is known that does. */
  readonly extension: string | undefined;
  readonly mimeType: string | undefined;
}

/** Looks into the bytes of a file; met by a library that knows formats. */
export abstract class FileContents {
  /** What the bytes tell. Reads few of them, whatever the size. */
  abstract told(draft: Draft): Promise<ToldContent>;

  /** Whether it would tell a file of this format. */
  abstract knows(extension: string): boolean;
}
