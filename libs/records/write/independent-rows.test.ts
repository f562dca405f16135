import { branch, type Branch, slot, type Slot } from '../../../test/contracts/samples.js';
import { aBranch, aSlot } from '../../../test/contracts/stores.js';
import { Decimal } from '../../kernel/index.js';
import type { Recorded, Resource } from '../declare/definition.js';
import { IndependentRows } from './independent-rows.js';
import { identitiesOf } from '../declare/identity.js';
import type { MergedRow } from './merge-row.js';
import { readRow } from './row.js';

/** What a row made of its record; without a previous one it is new. */
const merged = <T extends Recorded>(
  resource: Resource<T>,
  record: T,
  { previous, lookups = [], status }: Partial<MergedRow<T>> = {},
): MergedRow<T> => ({
  row: readRow(resource, { id: record.id > 0 ? record.id : null }, 0, 'upsert'),
  previous,
  lookups,
  status: status ?? (previous ? 'updated' : 'created'),
  record,
  faults: [],
  refusal: undefined,
});

const aslot = (values: Partial<Slot>, rest: Partial<MergedRow<Slot>> = {}) => merged(slot, aSlot(values), rest);
const abranch = (values: Partial<Branch>, rest: Partial<MergedRow<Branch>> = {}) =>
  merged(branch, aBranch(values), rest);

const lookup = (values: Partial<Slot>, name = 'slot_key'): readonly string[] =>
  identitiesOf(slot)
    .lookups.filter(({ key }) => key.name === name)
    .flatMap(({ keyOfValues }) => keyOfValues(aSlot(values) as unknown as Record<string, unknown>) ?? []);

/** Whether the second row may be stored together with the first. */
const together = <T extends Recorded>(resource: Resource<T>, first: MergedRow<T>, second: MergedRow<T>): boolean => {
  const independent = new IndependentRows(resource);
  expect(independent.add(first)).toBe(true);
  return independent.add(second);
};

describe('rows that may be stored together', () => {
  it.each<[string, MergedRow<Slot>, MergedRow<Slot>, boolean]>([
    ['two records of other keys', aslot({ qty: new Decimal(1) }), aslot({ qty: new Decimal(2) }), true],
    ['one key, however it is written', aslot({ qty: new Decimal('1.0') }), aslot({ qty: new Decimal(1) }), false],
    [
      'keys that miss what collides',
      aslot({ currency: null }),
      aslot({ currency: null, amount: new Decimal(9) }),
      false,
    ],
    [
      'keys that miss what does not collide',
      aslot({ qty: new Decimal(1), label: null }),
      aslot({ qty: new Decimal(2), label: null }),
      true,
    ],
    ['a key in another case', aslot({ owner: 'Ada' }), aslot({ qty: new Decimal(2), owner: 'ADA' }), false],
    [
      'a record that is looked up by a key which the first takes',
      aslot({ label: 'x' }),
      aslot(
        { id: 9, qty: new Decimal(7) },
        { previous: aSlot({ id: 9 }), lookups: lookup({ label: 'x' }, 'slot_label') },
      ),
      false,
    ],
    [
      'a key that the first gives back',
      aslot({ id: 1, qty: new Decimal(5) }, { previous: aSlot({ id: 1, qty: new Decimal(1) }) }),
      aslot({ qty: new Decimal(1) }),
      false,
    ],
    [
      'the same record, found in two ways',
      aslot({ id: 1, amount: new Decimal(1) }, { previous: aSlot({ id: 1 }) }),
      aslot({ id: 1, amount: new Decimal(2) }, { previous: aSlot({ id: 1 }), status: 'unchanged' }),
      false,
    ],
    [
      'a key under a condition that one has',
      aslot({ qty: new Decimal(1), isMain: 1 }),
      aslot({ qty: new Decimal(2), isMain: 0 }),
      true,
    ],
    [
      'a key under a condition that both have',
      aslot({ qty: new Decimal(1), isMain: 1 }),
      aslot({ qty: new Decimal(2), isMain: 1 }),
      false,
    ],
    [
      'a key under a condition that the first takes from the second, which changes nothing',
      aslot({ qty: new Decimal(1), isMain: 1 }),
      aslot({ id: 2, isMain: 1 }, { previous: aSlot({ id: 2, qty: new Decimal(2), isMain: 1 }), status: 'unchanged' }),
      false,
    ],
    [
      'two that change nothing',
      aslot({ id: 1 }, { previous: aSlot({ id: 1 }), status: 'unchanged', lookups: lookup({}) }),
      aslot({ id: 1 }, { previous: aSlot({ id: 1 }), status: 'unchanged', lookups: lookup({}) }),
      true,
    ],
  ])('%s', (_, first, second, expected) => {
    expect(together(slot, first, second)).toBe(expected);
  });

  it.each<[string, MergedRow<Branch>, MergedRow<Branch>, boolean]>([
    ['two on one that is there', abranch({ id: 1, parentId: 7 }), abranch({ id: 2, parentId: 7 }), true],
    ['one and its parent after it', abranch({ id: 2, parentId: 1 }), abranch({ id: 1 }), false],
    ['one and its child after it', abranch({ id: 1 }), abranch({ id: 2, parentId: 1 }), false],
  ])('records that refer to their kind: %s', (_, first, second, expected) => {
    expect(together(branch, first, second)).toBe(expected);
  });

  it('a row that waits is none of them', () => {
    const independent = new IndependentRows(slot);
    const first = aslot({});
    independent.add(first);
    independent.add(aslot({}));
    expect(independent.rows).toEqual([first]);
  });
});
