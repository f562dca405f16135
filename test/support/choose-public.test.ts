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

describe('which passport a SKU means', () => {
  it.each<[string, PassportVersion[], Partial<PassportQuestion>, number | undefined]>([
    ['none', [], {}, undefined],
    ['store 0 for every store', [version(1)], {}, 1],
    ['not another store', [version(1, { storeId: 2 })], {}, undefined],
    ["the store's own before store 0's", [version(1, { storeId: 1, serial: 'S' }), version(2)], {}, 1],
    ['model before batch', [version(1, { batch: 'B' }), version(2)], {}, 2],
    ['batch before item', [version(1, { serial: 'S' }), version(2, { batch: 'B' })], {}, 2],
    [
      'a batch with a serial number is an item',
      [version(1, { batch: 'B', serial: 'S' }), version(2, { batch: 'C' })],
      {},
      2,
    ],
    [
      'then the newest',
      [version(1, { batch: 'A' }), version(2, { batch: 'B', publishedAt: '2026-06-15T10:00:00.001Z' })],
      {},
      2,
    ],
    ['then the later number', [version(1, { batch: 'A' }), version(2, { batch: 'B' })], {}, 2],
    ['a batch asked for', [version(1), version(2, { batch: 'B' })], { batch: 'B' }, 2],
    ['a batch that is not there', [version(1)], { batch: 'B' }, undefined],
    ['a serial number asked for', [version(1), version(2, { batch: 'B', serial: 'S' })], { serial: 'S' }, 2],
    ['another SKU', [version(1, { sku: 'LAMP-2' })], {}, undefined],
    ['a SKU is exact', [version(1, { sku: 'lamp-1' })], {}, undefined],
    ['not yet valid', [version(1, { validFrom: day('2026-06-16') })], {}, undefined],
    ['from its first day', [version(1, { validFrom: TODAY })], {}, 1],
    ['to its last day', [version(1, { validTo: TODAY })], {}, 1],
    ['no longer valid', [version(1, { validTo: day('2026-06-14') })], {}, undefined],
    ['what is not valid gives way', [version(1, { validTo: day('2026-06-14') }), version(2, { serial: 'S' })], {}, 2],
  ])('%s', (_, versions, question, expected) => {
    expect(chosen(versions, question)).toBe(expected);
  });

  it.each<Status>(['draft', 'active', 'archived'])('never one that is %s', (status) => {
    expect(chosen([version(1, { status })])).toBeUndefined();
  });
});
