import { querySerializer } from '../../../clients/typescript/src/index.js';
import { oneOf, parseAddress, parseList, writeAddress, writeList } from './address.js';

describe('lists in URLs', () => {
  it.each([
    [['A1', 'B2'], 'A1,B2'],
    [['M6,5', 'B2'], 'M6%2C5,B2'],
    [['100%', '%2C', '%252C'], '100%25,%252C,%25252C'],
    [[], ''],
  ])('write %j as "%s" and read it back', (values, text) => {
    expect(writeList(values)).toBe(text);
    expect(parseList(text)).toEqual(values);
    expect(parseList(parseAddress(writeAddress({ sku: text }))['sku'] ?? '')).toEqual(values);
  });

  it('accept empty items and bare percent signs typed by users', () =>
    expect(parseList(',A1,,50%,m6%2c5')).toEqual(['A1', '50%', 'm6,5']));
});

it.each([
  [['A1', 'B2'], '[value]=A1,B2&'],
  [['M6,5', 'B2'], '[value][]=M6,5&'],
])('a search for any of %j keeps commas inside values', (values, query) => {
  const groups = [[{ field: 'sku', condition: 'in', value: oneOf(values) }]];
  const searchCriteria = { groups, sort: [], pageSize: 20, page: 1 };
  expect(decodeURIComponent(querySerializer({ searchCriteria }))).toContain(query);
});
