import type { Draft } from './blob-store.js';

export interface DetectedContent {
  /** Extension of the format; undefined if it is unknown. */
  readonly extension: string | undefined;
  readonly mimeType: string | undefined;
}

/** Detects the format of a file. */
export abstract class FileContents {
  /** Detects the format from few bytes, whatever the size. */
  abstract detect(draft: Draft): Promise<DetectedContent>;

  /** Whether the format of this extension can be detected. */
  abstract knows(extension: string): boolean;
}
