import { branch, type Branch, slot, type Slot } from '../../../test/contracts/samples.js';
import { aBranch, aSlot } from '../../../test/contracts/stores.js';
import { Decimal } from '../../kernel/index.js';
import type { Recorded, Resource } from '../declare/definition.js';
import { IndependentRows } from './independent-rows.js';
import { identitiesOf } from '../declare/identity.js';
import type { MergedRow } from './merge-row.js';
import { readRow } from './row.js';

/** A row merged into its record, which is new without a previous one. */
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

/** Whether the second row can be stored together with the first. */
const together = <T extends Recorded>(resource: Resource<T>, first: MergedRow<T>, second: MergedRow<T>): boolean => {
  const independent = new IndependentRows(resource);
  expect(independent.add(first)).toBe(true);
  return independent.add(second);
};

describe('IndependentRows', () => {
  it.each<[string, MergedRow<Slot>, MergedRow<Slot>, boolean]>([
    ['accepts two records with different keys', aslot({ qty: new Decimal(1) }), aslot({ qty: new Decimal(2) }), true],
    [
      'rejects an equal key in another notation',
      aslot({ qty: new Decimal('1.0') }),
      aslot({ qty: new Decimal(1) }),
      false,
    ],
    [
      'rejects keys with an absent part that counts as equal',
      aslot({ currency: null }),
      aslot({ currency: null, amount: new Decimal(9) }),
      false,
    ],
    [
      'accepts keys with an absent part that counts as different',
      aslot({ qty: new Decimal(1), label: null }),
      aslot({ qty: new Decimal(2), label: null }),
      true,
    ],
    ['rejects a key in another case', aslot({ owner: 'Ada' }), aslot({ qty: new Decimal(2), owner: 'ADA' }), false],
    [
      'rejects a record looked up by a key that the first row takes',
      aslot({ label: 'x' }),
      aslot(
        { id: 9, qty: new Decimal(7) },
        { previous: aSlot({ id: 9 }), lookups: lookup({ label: 'x' }, 'slot_label') },
      ),
      false,
    ],
    [
      'rejects a key that the first row releases',
      aslot({ id: 1, qty: new Decimal(5) }, { previous: aSlot({ id: 1, qty: new Decimal(1) }) }),
      aslot({ qty: new Decimal(1) }),
      false,
    ],
    [
      'rejects the same record found in two ways',
      aslot({ id: 1, amount: new Decimal(1) }, { previous: aSlot({ id: 1 }) }),
      aslot({ id: 1, amount: new Decimal(2) }, { previous: aSlot({ id: 1 }), status: 'unchanged' }),
      false,
    ],
    [
      'accepts a conditional key that applies to one row',
      aslot({ qty: new Decimal(1), isMain: 1 }),
      aslot({ qty: new Decimal(2), isMain: 0 }),
      true,
    ],
    [
      'rejects a conditional key that applies to both rows',
      aslot({ qty: new Decimal(1), isMain: 1 }),
      aslot({ qty: new Decimal(2), isMain: 1 }),
      false,
    ],
    [
      'rejects a conditional key that the first row takes from an unchanged second',
      aslot({ qty: new Decimal(1), isMain: 1 }),
      aslot({ id: 2, isMain: 1 }, { previous: aSlot({ id: 2, qty: new Decimal(2), isMain: 1 }), status: 'unchanged' }),
      false,
    ],
    [
      'accepts two unchanged rows',
      aslot({ id: 1 }, { previous: aSlot({ id: 1 }), status: 'unchanged', lookups: lookup({}) }),
      aslot({ id: 1 }, { previous: aSlot({ id: 1 }), status: 'unchanged', lookups: lookup({}) }),
      true,
    ],
  ])('%s', (_, first, second, expected) => {
    expect(together(slot, first, second)).toBe(expected);
  });

  it.each<[string, MergedRow<Branch>, MergedRow<Branch>, boolean]>([
    [
      'accepts two children of an existing parent',
      abranch({ id: 1, parentId: 7 }),
      abranch({ id: 2, parentId: 7 }),
      true,
    ],
    ['rejects a parent after its child', abranch({ id: 2, parentId: 1 }), abranch({ id: 1 }), false],
    ['rejects a child after its parent', abranch({ id: 1 }), abranch({ id: 2, parentId: 1 }), false],
  ])('in a tree %s', (_, first, second, expected) => {
    expect(together(branch, first, second)).toBe(expected);
  });

  it('does not list a rejected row', () => {
    const independent = new IndependentRows(slot);
    const first = aslot({});
    independent.add(first);
    independent.add(aslot({}));
    expect(independent.rows).toEqual([first]);
  });
});
