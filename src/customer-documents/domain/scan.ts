/** States of the virus scan. */
export const SCAN_STATES = ['not_scanned', 'pending', 'clean', 'infected', 'too_large', 'scanner_away'] as const;
export type ScanState = (typeof SCAN_STATES)[number];

export type ScanVerdict =
  | { readonly state: 'clean' | 'too_large' | 'scanner_away' }
  /** `found` is the name of the virus. */
  | { readonly state: 'infected'; readonly found: string };

/** States without a final result. */
export const OPEN_STATES: readonly ScanState[] = ['not_scanned', 'pending', 'scanner_away'];

const SAID: Readonly<Record<Exclude<ScanState, 'clean'>, string>> = {
  not_scanned: 'The file of document %documentId is waiting for a virus scan. Retry in a moment.',
  pending: 'The file of document %documentId is waiting for a virus scan. Retry in a moment.',
  scanner_away:
    'The file of document %documentId has not been scanned for viruses, because the scanner is unavailable. Retry later.',
  too_large:
    'The file of document %documentId is too large for the virus scan and cannot be downloaded. Replace it with a smaller file.',
  infected: 'The file of document %documentId is infected and cannot be downloaded. Replace it with a clean file.',
};

/**
 * Reason why a file cannot be downloaded (documents-files.md, "Viruses"); undefined if it can. An infected file is
 * always blocked. Other files that are not clean are blocked only if a scanner is configured.
 */
export const withheldBecause = (state: ScanState, isScanning: boolean): string | undefined => {
  if (state === 'clean' || (state !== 'infected' && !isScanning)) return undefined;
  return SAID[state];
};
