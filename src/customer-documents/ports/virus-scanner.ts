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
