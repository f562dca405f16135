import type { ScanVerdict } from '../domain/scan.js';

export abstract class VirusScanner {
  /** False if no scanner is configured. */
  abstract readonly isThere: boolean;

  /**
   * Returns `scanner_away` if the scanner is unreachable, hangs or disconnects. Reads no more bytes than needed. Errors
   * of the byte stream are thrown.
   */
  abstract scan(bytes: AsyncIterable<Uint8Array>): Promise<ScanVerdict>;

  /** Ends running scans with `scanner_away`. */
  abstract stop(): void;
}

/** A file without a final scan result. */
export interface UnscannedFile {
  readonly id: number;
  readonly key: string;
  readonly sha256: string;
}

/** Scan states of stored bytes (`domain/scan.ts`). */
export abstract class ScanStates {
  /** The next batch of bytes without a final result, after this ID. */
  abstract open(afterId: number): Promise<readonly UnscannedFile[]>;

  /** The bytes with this key, if they have no final result. */
  abstract openOf(key: string): Promise<UnscannedFile | undefined>;

  /** Number of bytes that wait for a scan. */
  abstract pending(): Promise<number>;

  /** Stores the result if the bytes have no final result yet. Returns false otherwise. */
  abstract settle(id: number, verdict: ScanVerdict): Promise<boolean>;
}
