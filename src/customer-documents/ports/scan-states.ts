import type { ScanVerdict } from '../domain/scan.js';

/** Bytes without a final scan result. */
export interface OpenBytes {
  readonly id: number;
  readonly key: string;
  readonly sha256: string;
}

/** Scan states of stored bytes (`domain/scan.ts`). */
export abstract class ScanStates {
  /** The next batch of undecided bytes after this id. */
  abstract open(afterId: number): Promise<readonly OpenBytes[]>;

  /** The bytes of this key, if undecided. */
  abstract openOf(key: string): Promise<OpenBytes | undefined>;

  /** Number of bytes that wait for a scan. */
  abstract pending(): Promise<number>;

  /** Stores the result if the bytes are still undecided; returns false if they are not. */
  abstract settle(id: number, verdict: ScanVerdict): Promise<boolean>;
}
