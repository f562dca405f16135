import { SCAN_STATES, withheldBecause } from './scan.js';

const withheld = (isScanning: boolean) =>
  SCAN_STATES.filter((state) => withheldBecause(state, isScanning) !== undefined);

describe('bytes are given out', () => {
  it('where files are scanned, if they are clean and not otherwise', () => {
    expect(withheld(true)).toEqual(['not_scanned', 'pending', 'infected', 'too_large', 'scanner_away']);
  });

  it('where no file is scanned, unless something was found in them when they were', () => {
    expect(withheld(false)).toEqual(['infected']);
  });
});
