import type { Criteria, Filter } from '../../../../libs/kernel/index.js';
import { beginningOf, publicSearchOf } from './public-search.js';

const filter = (property: string, condition: Filter['condition'], ...values: readonly unknown[]): Filter => ({
  property,
  condition,
  values,
});
const criteria = (...groups: readonly (readonly Filter[])[]): Criteria => ({ groups, sort: [], page: 1, pageSize: 20 });

describe('a search pattern', () => {
  it.each([
    ['Abc%', { text: 'abc', isWhole: false }],
    ['abc%%', { text: 'abc', isWhole: false }],
    ['ABC', { text: 'abc', isWhole: true }],
    ['a\\%b\\_c%', { text: 'a%b_c', isWhole: false }],
    ['a\\', { text: 'a\\', isWhole: true }],
    ['a\\\\%', { text: 'a\\', isWhole: false }],
    ['😀%', { text: '😀', isWhole: false }],
    ['', { text: '', isWhole: true }],
    ['%', undefined],
    ['%abc', undefined],
    ['a%b', undefined],
    ['a_', undefined],
  ])('%s has the fixed prefix %j', (pattern, beginning) => {
    expect(beginningOf(pattern)).toEqual(beginning);
  });
});

describe('a search of the public list', () => {
  it.each<[string, Criteria]>([
    ['no criteria', criteria()],
    ['equality of a field with an index', criteria([filter('mpn', 'eq', 'x')])],
    ['several conditions on one field', criteria([filter('sku', 'in', 'a', 'b'), filter('sku', 'eq', 'c')])],
    ['a range of numbers', criteria([filter('completenessScore', 'from', 1), filter('completenessScore', 'to', 9)])],
    ['the store and days alone', criteria([filter('storeId', 'neq', 0)], [filter('validTo', 'gteq', '2026-01-01')])],
    [
      'any condition together with an indexed field',
      criteria([filter('gtin', 'eq', '1')], [filter('batch', 'nin', 'x'), filter('version', 'gt', 1)]),
    ],
    ['the status', criteria([filter('status', 'eq', 'published')])],
    ['an empty group', criteria([])],
  ])('accepts %s', (_, searched) => {
    expect(publicSearchOf(searched).isEmpty).toBe(false);
  });

  it.each<[string, Criteria, RegExp]>([
    [
      'a pattern without a fixed prefix',
      criteria([filter('sku', 'like', '%x')]),
      /requires a fixed prefix.*sku, gtin, mpn/,
    ],
    [
      'a pattern of a field without lower-case texts',
      criteria([filter('batch', 'like', 'x%')]),
      /requires a fixed prefix/,
    ],
    ['a negated pattern', criteria([filter('sku', 'nlike', 'x%')]), /cannot be filtered by "nlike" on "sku"/],
    ['a range of texts', criteria([filter('sku', 'gteq', 'x')]), /cannot be filtered by "gteq" on "sku"/],
    [
      'a URL field',
      criteria([filter('imageUrl', 'eq', 'x')]),
      /cannot be filtered by "image_url". Use one of passport_id/,
    ],
    ['a negative condition alone', criteria([filter('sku', 'neq', 'x')]), /no filter group on an indexed field/],
    ['a null check alone', criteria([filter('gtin', 'null')]), /no filter group on an indexed field/],
    ['two fields in one group', criteria([filter('sku', 'eq', 'x'), filter('gtin', 'eq', '1')]), /no filter group/],
    ['a field without an index alone', criteria([filter('granularity', 'eq', 'item')]), /no filter group/],
    [
      'a sort field without an index',
      { ...criteria(), sort: [{ property: 'batch', direction: 'ASC' }] },
      /cannot be sorted by "batch"/,
    ],
    [
      'two sort fields',
      {
        ...criteria(),
        sort: [
          { property: 'sku', direction: 'ASC' },
          { property: 'mpn', direction: 'ASC' },
        ],
      },
      /sorted by one field/,
    ],
    [
      'a page beyond the first 10,000 passports',
      { ...criteria(), page: 501 },
      /first 10000 passports.*"passport_id".*"gt"/,
    ],
  ])('rejects %s', (_, searched, says) => {
    expect(() => publicSearchOf(searched)).toThrow(says);
  });

  it('accepts the last page within the limit', () => {
    expect(publicSearchOf({ ...criteria(), page: 500 }).isEmpty).toBe(false);
  });

  it('is empty if its status filter excludes published passports', () => {
    expect(publicSearchOf(criteria([filter('status', 'eq', 'draft')])).isEmpty).toBe(true);
    expect(publicSearchOf(criteria([filter('status', 'neq', 'published')])).isEmpty).toBe(true);
    expect(publicSearchOf(criteria([filter('status', 'null')])).isEmpty).toBe(true);
    expect(publicSearchOf(criteria([filter('status', 'neq', 'draft')])).isEmpty).toBe(false);
    expect(publicSearchOf(criteria([filter('status', 'in', 'draft', 'published')])).isEmpty).toBe(false);
  });

  it.each([
    ['like', 'draf%', true],
    ['like', '%x%', true],
    ['like', 'Pub%', false],
    ['like', '%lish_d', false],
    ['nlike', 'draf%', false],
    ['nlike', '%lish%', true],
    ['gt', 'a', false],
    ['gteq', 'published', false],
    ['lt', 'draft', true],
    ['from', 'q', true],
    ['to', 'q', false],
    ['finset', 'draft', true],
    ['nfinset', 'draft', false],
  ] as const)('accepts a filter on the status: %s %s', (condition, value, isEmpty) => {
    expect(publicSearchOf(criteria([filter('status', condition, value)])).isEmpty).toBe(isEmpty);
  });

  it('sorts texts in lower case by their index', () => {
    const { sort, walked } = publicSearchOf({ ...criteria(), sort: [{ property: 'sku', direction: 'DESC' }] });
    expect([sort, walked]).toEqual([[{ property: 'skuKey', direction: 'DESC' }], 'published_passport_sku_key_listed']);
  });
});
