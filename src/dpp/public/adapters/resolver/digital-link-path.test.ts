import { levelsOf, linkKeyOf } from './digital-link-path.js';

const GTIN = '04006381333931';
const key = (batch?: string, serial?: string) => ({ gtin: GTIN, batch, serial });

describe('the path of a GS1 Digital Link', () => {
  it.each([
    [[GTIN], key()],
    [['4006381333931'], key()],
    [['96385074'], { gtin: '00000096385074', batch: undefined, serial: undefined }],
    [['036000291452'], { gtin: '00036000291452', batch: undefined, serial: undefined }],
    [[GTIN, '10', 'L-1'], key('L-1')],
    [[GTIN, '21', 'S/1'], key(undefined, 'S/1')],
    [[GTIN, '10', 'L-1', '21', 'S-1'], key('L-1', 'S-1')],
    [[GTIN, '22', '2A', '10', 'L-1', '21', 'S-1'], key('L-1', 'S-1')],
    [[GTIN, '22', '2A'], key()],
    [[GTIN, '235', 'x'.repeat(28)], key()],
  ])('%j names %j', (segments, expected) => {
    expect(linkKeyOf(segments)).toEqual(expected);
  });

  it.each([
    ['no number', []],
    ['a wrong check digit', ['04006381333932']],
    ['11 digits', ['40063813339']],
    ['letters', ['ABC']],
    ['a qualifier alone', [GTIN, '10']],
    ['an unknown qualifier', [GTIN, '17', '261231']],
    ['a wrong order', [GTIN, '21', 'S', '10', 'L']],
    ['a qualifier twice', [GTIN, '10', 'A', '10', 'B']],
    ['too long a batch', [GTIN, '10', 'x'.repeat(21)]],
    ['a sign out of the set', [GTIN, '10', 'ü']],
    ['nothing as serial', [GTIN, '21', '']],
    ['a third party beside a batch', [GTIN, '235', 'x', '10', 'L']],
    ['too long a third party', [GTIN, '235', 'x'.repeat(29)]],
  ])('%s is refused', (_, segments) => {
    expect(linkKeyOf(segments)).toBeUndefined();
  });

  it('has levels from the model down', () => {
    expect(levelsOf(key('L', 'S'))).toEqual([key(), key('L'), key('L', 'S')]);
    expect(levelsOf(key(undefined, 'S'))).toEqual([key(), key(undefined, 'S')]);
    expect(levelsOf(key())).toEqual([key()]);
  });
});
