/** What is known of bytes: whether a scanner for viruses has looked at them, and what it said. */
export const SCAN_STATES = ['not_scanned', 'pending', 'clean', 'infected', 'too_large', 'scanner_away'] as const;
export type ScanState = (typeof SCAN_STATES)[number];

/** What a scanner says of bytes. */
export type ScanVerdict =
  | { readonly state: 'clean' | 'too_large' | 'scanner_away' }
  /** `found`: the name of what it found. */
  | { readonly state: 'infected'; readonly found: string };

/** Of which a scanner hasn't said its last word. */
export const OPEN_STATES: readonly ScanState[] = ['not_scanned', 'pending', 'scanner_away'];

const SAID: Readonly<Record<Exclude<ScanState, 'clean'>, string>> = {
  not_scanned: 'The file of document %documentId is waiting for a virus scan. Retry in a moment.',
  pending: 'The file of document %documentId is waiting for a virus scan. Retry in a moment.',
  scanner_away: 'The file of document %documentId could not be scanned for viruses yet. Retry later.',
  too_large: 'The file of document %documentId is too large for the virus scan and cannot be downloaded.',
  infected: 'The file of document %documentId is infected and cannot be downloaded. Replace it with a clean file.',
};

/**
 * Why bytes aren't given out (documents-files.md, "Viruses"); undefined if they are. What a scanner found isn't given out
 * whether or not there still is one; anything else that isn't clean isn't while there is.
 */
export const withheldBecause = (state: ScanState, isScanning: boolean): string | undefined => {
  if (state === 'clean' || (state !== 'infected' && !isScanning)) return undefined;
  return SAID[state];
};
