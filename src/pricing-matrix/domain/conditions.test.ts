import { aProduct } from '../../../test/support/pricing.js';
import type { PricedProduct } from '../../../libs/pricing/index.js';
import { conditionIndex, type ConditionRow, conditionsMet, hitsOf, neededHits, RELATIONS } from './condition-index.js';
import { conditionFaults, valuesOf, valuesOfAll } from './conditions.js';

const product = (parts: Partial<PricedProduct>): PricedProduct => ({ ...aProduct({ sku: 'A1' }), ...parts });

const lantern = product({
  categoryIds: [3, 12],
  attributes: { color: ['red', 'blue', 'red'], material: 'wood', empty: '', nothing: [] },
});

describe('the values of a product', () => {
  it('are its SKU, its categories, and every string of its attributes, each once', () => {
    expect([...valuesOf(lantern)]).toEqual([
      ['sku', 'A1'],
      ['category_ids', '3'],
      ['category_ids', '12'],
      ['color', 'red'],
      ['color', 'blue'],
      ['material', 'wood'],
      ['empty', ''],
    ]);
  });

  it('do not include attributes named sku or category_ids', () => {
    const named = product({ categoryIds: [3], attributes: { sku: 'B2', category_ids: ['7'] } });
    expect([...valuesOf(named)]).toEqual([
      ['sku', 'A1'],
      ['category_ids', '3'],
    ]);
  });

  it('of several products are listed once each', () => {
    const all = valuesOfAll([lantern, product({ sku: 'B2', categoryIds: [3], attributes: { color: 'red' } })]);
    expect([...(all.get('sku') ?? [])]).toEqual(['A1', 'B2']);
    expect([...(all.get('category_ids') ?? [])]).toEqual(['3', '12']);
    expect([...(all.get('color') ?? [])]).toEqual(['red', 'blue']);
  });
});

describe('the conditions of a matrix', () => {
  type Pair = readonly [code: string, value: string];
  const rows = (pairs: readonly Pair[]): readonly ConditionRow[] =>
    pairs.map(([attributeCode, attributeValue]) => ({ matrixId: 1, attributeCode, attributeValue }));
  const holds = (relation: 'AND' | 'OR', pairs: readonly Pair[]): boolean =>
    conditionsMet(neededHits(relation, pairs.length), hitsOf(lantern, conditionIndex(rows(pairs))).get(1) ?? 0);

  it.each<[string, Pair[], boolean, boolean]>([
    ['no condition', [], false, false],
    ['the SKU', [['sku', 'A1']], true, true],
    ['another SKU', [['sku', 'A2']], false, false],
    ['the SKU in another case', [['sku', 'a1']], false, false],
    ['a category that the product is directly in', [['category_ids', '12']], true, true],
    ['another category', [['category_ids', '1']], false, false],
    ['both categories', [['category_ids', '3'], ['category_ids', '12']], true, true], // prettier-ignore
    ['one of two categories', [['category_ids', '3'], ['category_ids', '4']], false, true], // prettier-ignore
    ['the string of an attribute', [['material', 'wood']], true, true],
    ['a string of a list attribute', [['color', 'blue']], true, true],
    ['an attribute value in another case', [['color', 'Blue']], false, false],
    ['a part of an attribute value', [['material', 'woo']], false, false],
    ['several values of one list attribute', [['color', 'red'], ['color', 'blue']], true, true], // prettier-ignore
    ['several values of which one is not in the list', [['color', 'red'], ['color', 'green']], false, true], // prettier-ignore
    ['several codes', [['color', 'red'], ['material', 'wood'], ['sku', 'A1']], true, true], // prettier-ignore
    ['several codes of which one does not match', [['color', 'red'], ['material', 'iron']], false, true], // prettier-ignore
    ['an attribute that the product does not have', [['size', 'L']], false, false],
    ['an empty string, which is a value', [['empty', '']], true, true],
    ['an empty list, which has no value', [['nothing', '']], false, false],
    ['a code like an object property', [['constructor', 'Object']], false, false],
  ])('are evaluated under AND and OR: %s', (_, pairs, and, or) => {
    expect(RELATIONS.map((relation) => holds(relation, pairs))).toEqual([and, or]);
  });
});

describe('a condition on a category', () => {
  it.each([
    ['0', true],
    ['12', true],
    ['2147483647', true],
    ['2147483648', false],
    ['012', false],
    ['-1', false],
    ['3,4', false],
    ['', false],
    ['Garden', false],
  ])('accepts the value %j: %s', (attributeValue, good) => {
    expect(conditionFaults({ attributeCode: 'category_ids', attributeValue })).toHaveLength(good ? 0 : 1);
    expect(conditionFaults({ attributeCode: 'color', attributeValue })).toEqual([]);
  });
});
