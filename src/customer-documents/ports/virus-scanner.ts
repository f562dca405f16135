import type { ScanVerdict } from '../domain/scan.js';

/** Looks for viruses in bytes. */
export abstract class VirusScanner {
  /** Whether there is one at all; without one nothing is scanned. */
  abstract readonly isThere: boolean;

  /**
   * What it says of these bytes; `scanner_away` where it can't be reached, hangs or ends on the way. It reads no further
   * than it needs. What goes wrong with the bytes themselves is thrown.
   */
  abstract scan(bytes: AsyncIterable<Uint8Array>): Promise<ScanVerdict>;

  /** Ends the scans that are under way: they say `scanner_away`. */
  abstract stop(): void;
}
