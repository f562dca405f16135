import { aVersion } from './passport-content.js';
import { day } from '../../libs/kernel/index.js';
import { choosePublic, type PassportQuestion } from './choose-public.js';
import type { Status } from '../../src/dpp/passport/domain/life.js';
import type { PassportVersion } from '../../src/dpp/passport/domain/passport.js';

const TODAY = day('2026-06-15');
const version = (passportId: number, parts: Partial<PassportVersion> = {}): PassportVersion =>
  aVersion({ passportId, ...parts });
const chosen = (versions: readonly PassportVersion[], question: Partial<PassportQuestion> = {}): number | undefined => {
  const asked = { sku: 'LAMP-1', storeId: 1, ...question };
  const one = choosePublic(versions, asked, TODAY)?.passportId;
  expect(choosePublic([...versions].reverse(), asked, TODAY)?.passportId).toBe(one);
  return one;
};

describe('choosePublic', () => {
  it.each<[string, PassportVersion[], Partial<PassportQuestion>, number | undefined]>([
    ['nothing without passports', [], {}, undefined],
    ['a passport of store 0 for every store', [version(1)], {}, 1],
    ['no passport of another store', [version(1, { storeId: 2 })], {}, undefined],
    ["the store's own passport before that of store 0", [version(1, { storeId: 1, serial: 'S' }), version(2)], {}, 1],
    ['a model before a batch', [version(1, { batch: 'B' }), version(2)], {}, 2],
    ['a batch before an item', [version(1, { serial: 'S' }), version(2, { batch: 'B' })], {}, 2],
    [
      'a batch before an item with a batch',
      [version(1, { batch: 'B', serial: 'S' }), version(2, { batch: 'C' })],
      {},
      2,
    ],
    [
      'the most recently published of equal passports',
      [version(1, { batch: 'A' }), version(2, { batch: 'B', publishedAt: '2026-06-15T10:00:00.001Z' })],
      {},
      2,
    ],
    [
      'the highest ID of passports published at the same time',
      [version(1, { batch: 'A' }), version(2, { batch: 'B' })],
      {},
      2,
    ],
    ['the requested batch', [version(1), version(2, { batch: 'B' })], { batch: 'B' }, 2],
    ['nothing for an unknown batch', [version(1)], { batch: 'B' }, undefined],
    ['the requested serial number', [version(1), version(2, { batch: 'B', serial: 'S' })], { serial: 'S' }, 2],
    ['nothing for another SKU', [version(1, { sku: 'LAMP-2' })], {}, undefined],
    ['nothing for a SKU in other letter case', [version(1, { sku: 'lamp-1' })], {}, undefined],
    ['nothing before the first valid day', [version(1, { validFrom: day('2026-06-16') })], {}, undefined],
    ['a passport on its first valid day', [version(1, { validFrom: TODAY })], {}, 1],
    ['a passport on its last valid day', [version(1, { validTo: TODAY })], {}, 1],
    ['nothing after the last valid day', [version(1, { validTo: day('2026-06-14') })], {}, undefined],
    [
      'a valid item before an expired model',
      [version(1, { validTo: day('2026-06-14') }), version(2, { serial: 'S' })],
      {},
      2,
    ],
  ])('selects %s', (_, versions, question, expected) => {
    expect(chosen(versions, question)).toBe(expected);
  });

  it.each<Status>(['draft', 'active', 'archived'])('never selects a passport with the status %s', (status) => {
    expect(chosen([version(1, { status })])).toBeUndefined();
  });
});
