import type { ScanVerdict } from '../domain/scan.js';

/** Bytes of which a scanner hasn't said its last word. */
export interface OpenBytes {
  readonly id: number;
  readonly key: string;
  readonly sha256: string;
}

/** What is known of stored bytes (`domain/scan.ts`), beside which of them are in use. */
export abstract class ScanStates {
  /** Some of the open ones, behind this id. */
  abstract open(afterId: number): Promise<readonly OpenBytes[]>;

  /** Those under this key, if they are open. */
  abstract openOf(key: string): Promise<OpenBytes | undefined>;

  /** How many are about to be scanned, or were when the scanner was away. */
  abstract pending(): Promise<number>;

  /** Keeps a verdict of bytes that are still open: whoever comes later with another one changes nothing. False if so. */
  abstract settle(id: number, verdict: ScanVerdict): Promise<boolean>;
}
