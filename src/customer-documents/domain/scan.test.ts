import { SCAN_STATES, withheldBecause } from './scan.js';

const withheld = (isScanning: boolean) =>
  SCAN_STATES.filter((state) => withheldBecause(state, isScanning) !== undefined);

describe('the content of a document', () => {
  it('is delivered only if clean while scanning is on', () => {
    expect(withheld(true)).toEqual(['not_scanned', 'pending', 'infected', 'too_large', 'scanner_away']);
  });

  it('is delivered unless infected while scanning is off', () => {
    expect(withheld(false)).toEqual(['infected']);
  });
});
