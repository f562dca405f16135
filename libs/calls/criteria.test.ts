import fc from 'fast-check';
import { InputRefused, say } from '../kernel/index.js';
import { fieldsOf, IntField, namesOf, StringField } from '../records/index.js';
import { criteriaOf, readCriteria, withValues } from './criteria.js';
import { parseQuery } from '../web/index.js';

class Sample {
  @StringField({ about: 'sku' })
  readonly sku!: string;

  @IntField({ about: 'customer' })
  readonly customerId!: number;
}

const NAMES = namesOf(fieldsOf(Sample));
const BUDGET = { filters: 50, values: 1000 };
const read = (query: string, mayBeAbsent = false) =>
  readCriteria(parseQuery(query), { largestPage: 300, budget: BUDGET, mayBeAbsent }).sent;

const refusal = (query: string) => {
  try {
    read(query);
  } catch (error) {
    if (error instanceof InputRefused) return error.faults.map(say);
    throw error;
  }
  return undefined;
};

const NOTHING = { groups: [], sort: [], page: 1, pageSize: 300 };

describe('absent or empty criteria (wire.md §4)', () => {
  it('are rejected if absent, unless the route makes them optional', () => {
    const message = '"%fieldName" is required. Enter and try again.';
    expect(refusal('')).toEqual([{ message, parameters: { fieldName: 'searchCriteria' } }]);
    expect(refusal('criteria[pageSize]=5')).toEqual([{ message, parameters: { fieldName: 'searchCriteria' } }]);
    expect(read('', true)).toEqual(NOTHING);
  });

  it.each([
    'searchCriteria',
    'searchCriteria=',
    'searchCriteria=all',
    'searchCriteria=0',
    'search_criteria=all',
    'searchCriteria=all&searchCriteria[pageSize]=0',
    'search_criteria=',
    'searchCriteria[]=',
    'searchCriteria[filter_groups]=',
    'searchCriteria[filterGroups][]=',
    'searchCriteria[filter_groups][0][filters]=',
    'searchCriteria[pageSize]=0',
    'searchCriteria[currentPage]=0',
    'searchCriteria[currentPage]=-5',
  ])('filter nothing: %s', (query) => expect(read(query)).toEqual(NOTHING));
});

describe('percent codes (as PHP reads them)', () => {
  const value = (text: string) =>
    read(
      `searchCriteria[filter_groups][0][filters][0][field]=sku&searchCriteria[filter_groups][0][filters][0][value]=${text}`,
    ).groups[0]?.[0]?.value;

  it.each([
    ['%25red%20shirt%25', '%red shirt%'],
    ['%red%20shirt%', '%red shirt%'],
    ['%red+shirt%', '%red shirt%'],
    ['100%+wool', '100% wool'],
    ['%C3%A9%', 'é%'],
    ['%ff', '%ff'],
    ['%', '%'],
  ])('decode %j to %j', (sent, expected) => expect(value(sent)).toBe(expected));
});

describe('page parameters', () => {
  it.each([
    ['searchCriteria[pageSize]=300', { pageSize: 300 }],
    ['searchCriteria[page_size]=1', { pageSize: 1 }],
    ['searchCriteria[currentPage]=7', { page: 7 }],
    ['searchCriteria[current_page]=99999999999999999999', { page: 2_147_483_647 }],
  ])('accept %s', (query, expected) => expect(read(query)).toMatchObject(expected));

  it.each(['-1', '1.5', 'x', '', ' 5', '1e1'])('reject a page size of %j', (size) =>
    expect(refusal(`searchCriteria[pageSize]=${size}`)).toHaveLength(1),
  );

  it.each(['1.5', 'x', ''])('reject a page number of %j', (page) =>
    expect(refusal(`searchCriteria[currentPage]=${page}`)).toHaveLength(1),
  );

  it('reject a page size above the maximum and name the maximum', () => {
    expect(refusal('searchCriteria[pageSize]=301')).toEqual([
      { message: 'Maximum SearchCriteria pageSize is %max', parameters: { max: 300 } },
    ]);
  });
});

describe('the filter budget', () => {
  const filters = (count: number, group: (at: number) => number = (at) => at): string =>
    Array.from(
      { length: count },
      (_, at) =>
        `searchCriteria[filter_groups][${group(at)}][filters][${at}][field]=sku&searchCriteria[filter_groups][${group(at)}][filters][${at}][value]=a`,
    ).join('&');
  const values = (count: number, condition = 'in'): string =>
    `searchCriteria[filter_groups][0][filters][0][field]=sku&searchCriteria[filter_groups][0][filters][0][condition_type]=${condition}` +
    `&searchCriteria[filter_groups][0][filters][0][value]=${Array(count).fill('a').join(',')}`;
  const sorts = (count: number): string =>
    Array.from({ length: count }, (_, at) => `searchCriteria[sortOrders][${at}][field]=sku`).join('&');

  it.each([
    ['50 filters of one group', filters(50, () => 0)],
    ['50 groups', filters(50)],
    ['1,000 values', values(1000)],
    ['1,000 values of nin', values(1000, 'nin')],
    ['any number of commas in one value', values(5000, 'like')],
    ['8 sort orders', sorts(8)],
  ])('accepts %s', (_, query) => expect(refusal(query)).toBeUndefined());

  it.each([
    ['51 equal filters', filters(51, () => 0), { max: 50, count: 51 }],
    ['300 groups', filters(300), { max: 50, count: 300 }],
    ['1,001 equal values', values(1001), { max: 1000, count: 1001 }],
    ['1,001 values of nin', values(1001, 'nin'), { max: 1000, count: 1001 }],
    ['1,001 values of finset', values(1001, 'finset'), { max: 1000, count: 1001 }],
    ['9 sort orders', sorts(9), { max: 8, count: 9 }],
  ])('rejects %s with the limit and a remedy', (_, query, parameters) => {
    const message = refusal(query);
    expect(message).toEqual([{ message: expect.any(String), parameters }]);
    expect(message?.[0]?.message).toMatch(/ha(s|ve) %count .*at most %max are allowed.*\. (Split|Remove)/);
  });

  it('is checked before the values: 30,000 of a wrong type cause one error', () => {
    expect(refusal(values(30_000).replace('=sku', '=customer_id'))).toHaveLength(1);
  });

  it('does not count empty groups', () => {
    const empty = Array.from({ length: 2000 }, (_, at) => `searchCriteria[filter_groups][${at}][filters]=`).join('&');
    expect(read(empty)).toEqual(NOTHING);
  });
});

describe('filters', () => {
  const filter = (part: string, value: string, group: number | string = 0, index: number | string = 0) =>
    `searchCriteria[filter_groups][${group}][filters][${index}][${part}]=${value}`;

  it('compare with eq by default', () => {
    expect(read(`${filter('field', 'sku')}&${filter('value', 'A1')}`).groups).toEqual([
      [{ field: 'sku', value: 'A1', conditionType: 'eq' }],
    ]);
  });

  it('form groups; indexes may be sparse, high or omitted', () => {
    const one = `${filter('field', 'a', 3, 900)}&${filter('value', '1', 3, 900)}`;
    const two = `${filter('field', 'b', 900, 1)}&${filter('value', '2', 900, 1)}`;
    expect(read(`${two}&${one}`).groups).toEqual([
      [{ field: 'a', value: '1', conditionType: 'eq' }],
      [{ field: 'b', value: '2', conditionType: 'eq' }],
    ]);
    expect(read(filter('field', 'a', '', '')).groups).toEqual([[{ field: 'a', value: '', conditionType: 'eq' }]]);
  });

  it('keep brackets, equal signs and commas in a value', () => {
    const value = encodeURIComponent('a]=[b],c&d');
    expect(read(`${filter('field', 'a')}&${filter('value', value)}`).groups[0]?.[0]?.value).toBe('a]=[b],c&d');
  });

  it.each(['in', 'nin'])('with %s accept a list, whose values keep commas, or a comma-separated text', (condition) => {
    const query = (value: string) => `${filter('field', 'sku')}&${filter('condition_type', condition)}&${value}`;
    const list = query(`${filter('value', 'a,b').replace('=a', '[]=a')}&${filter('value', 'c').replace('=c', '[]=c')}`);
    const typed = (text: string) =>
      criteriaOf(NAMES, readCriteria(parseQuery(text), { largestPage: 300, budget: BUDGET }));
    expect(typed(list).criteria.groups[0]?.[0]?.values).toEqual(['a,b', 'c']);
    expect(typed(list).echo).toMatchObject({ filter_groups: [{ filters: [{ value: ['a,b', 'c'] }] }] });
    expect(typed(query(filter('value', 'a,b'))).criteria.groups[0]?.[0]?.values).toEqual(['a', 'b']);
    const long = Array.from({ length: 600 }, (_, at) => filter('value', `${at}`).replace(/=(?=\d+$)/, '[]='));
    expect(typed(query(long.join('&'))).criteria.groups[0]?.[0]?.values).toHaveLength(600);
  });

  it('accept either value or values; an empty list counts as absent', () => {
    expect(withValues({ field: 'a', value: '', values: ['x,y'] })).toEqual({ field: 'a', value: ['x,y'] });
    expect(withValues({ field: 'a', value: 'x', values: [] })).toEqual({ field: 'a', value: 'x' });
    expect(() => withValues({ field: 'a', value: 'x', values: ['y'] })).toThrow('"value" and "values"');
  });

  it.each([
    ['an unknown part', 'searchCriteria[filtergroups][0][filters][0][field]=a'],
    ['an unknown part of a group', 'searchCriteria[filter_groups][0][filter][0][field]=a'],
    ['an unknown part of a filter', `${filter('field', 'a')}&${filter('val', '1')}`],
    ['a filter without a field', filter('value', '1')],
    ['a field that is a list', filter('field', 'a').replace('=', '[x]=')],
    ['a value that is a list', `${filter('field', 'a')}&${filter('value', 'x').replace('=', '[]=')}`],
    [
      'a list inside a list',
      `${filter('field', 'a')}&${filter('condition_type', 'in')}&${filter('value', 'x').replace('=', '[0][]=')}`,
    ],
    [
      'a list for like',
      `${filter('field', 'a')}&${filter('condition_type', 'like')}&${filter('value', 'x').replace('=', '[]=')}`,
    ],
    ['a value that is an object', `${filter('field', 'a')}&${filter('value', 'x').replace('=', '[0]=')}`],
    ['groups that are a text', 'searchCriteria[filter_groups]=x'],
    ['a group that is a text', 'searchCriteria[filter_groups][0]=x'],
    ['groups by name', 'searchCriteria[filter_groups][a][filters][0][field]=x'],
    ['criteria that are a text', 'searchCriteria=everything'],
    ['a page size that is a list', 'searchCriteria[pageSize][]=5'],
  ])('reject %s', (_, query) => expect(refusal(query)).not.toBeUndefined());
});

describe('sort orders', () => {
  const sort = (field: string, direction?: string) =>
    `searchCriteria[sortOrders][0][field]=${field}` +
    (direction === undefined ? '' : `&searchCriteria[sortOrders][0][direction]=${direction}`);

  it.each([
    [undefined, 'DESC'],
    ['ASC', 'ASC'],
    ['asc', 'ASC'],
    ['Desc', 'DESC'],
  ])('read the direction %s as %s', (direction, expected) =>
    expect(read(sort('a', direction)).sort).toEqual([{ field: 'a', direction: expected }]),
  );

  it.each(['', 'up', 'ASC ', '1'])('reject the direction %j', (direction) => {
    expect(refusal(sort('a', direction))).toEqual([
      {
        message: 'The sort order has to be specified as %1 for ascending order or %2 for descending order.',
        parameters: ['ASC', 'DESC'],
      },
    ]);
  });
});

describe('the echoed criteria', () => {
  const echo = (query: string) =>
    criteriaOf(NAMES, readCriteria(parseQuery(query), { largestPage: 300, budget: BUDGET })).echo;

  it('always contain the groups, and the sort orders if sent', () => {
    expect(echo('searchCriteria=')).toEqual({ filter_groups: [], page_size: 300, current_page: 1 });
    expect(
      echo('searchCriteria[sortOrders][0][field]=sku&searchCriteria[pageSize]=5&searchCriteria[currentPage]=-1'),
    ).toEqual({
      filter_groups: [],
      sort_orders: [{ field: 'sku', direction: 'DESC' }],
      page_size: 5,
      current_page: 1,
    });
  });

  it('contain values as strings', () => {
    expect(
      echo(
        'searchCriteria[filterGroups][0][filters][0][field]=customer_id&searchCriteria[filterGroups][0][filters][0][value]=5',
      ),
    ).toMatchObject({ filter_groups: [{ filters: [{ field: 'customer_id', value: '5', condition_type: 'eq' }] }] });
  });
});

describe('spellings (wire.md §4)', () => {
  interface Part {
    readonly path: readonly string[];
    readonly value: string;
  }

  const other: Readonly<Record<string, string>> = {
    searchCriteria: 'search_criteria',
    filter_groups: 'filterGroups',
    condition_type: 'conditionType',
    sortOrders: 'sort_orders',
    pageSize: 'page_size',
    currentPage: 'current_page',
  };

  const filters = fc.array(
    fc.array(fc.record({ value: fc.string(), conditionType: fc.constantFrom('eq', 'gt', 'like', 'null') }), {
      minLength: 1,
      maxLength: 3,
    }),
    { maxLength: 3 },
  );
  const criteria = fc.record({
    filters,
    directions: fc.array(fc.constantFrom('ASC', 'DESC'), { maxLength: 2 }),
    pageSize: fc.integer({ min: 1, max: 300 }),
    currentPage: fc.integer({ min: 1, max: 1000 }),
  });
  type Sample = typeof criteria extends fc.Arbitrary<infer T> ? T : never;

  const partsOf = ({ filters: groups, directions, pageSize, currentPage }: Sample): readonly Part[] => [
    ...groups.flatMap((group, g) =>
      group.flatMap(({ value, conditionType }, f) => {
        const path = ['searchCriteria', 'filter_groups', String(g), 'filters', String(f)];
        return [
          { path: [...path, 'field'], value: 'sku' },
          { path: [...path, 'value'], value },
          { path: [...path, 'condition_type'], value: conditionType },
        ];
      }),
    ),
    ...directions.flatMap((direction, index) => [
      { path: ['searchCriteria', 'sortOrders', String(index), 'field'], value: 'sku' },
      { path: ['searchCriteria', 'sortOrders', String(index), 'direction'], value: direction },
    ]),
    { path: ['searchCriteria', 'pageSize'], value: String(pageSize) },
    { path: ['searchCriteria', 'currentPage'], value: String(currentPage) },
  ];

  it('can be mixed, in any order, with raw or encoded brackets', () => {
    fc.assert(
      fc.property(criteria, fc.infiniteStream(fc.boolean()), fc.infiniteStream(fc.nat()), (sample, coins, order) => {
        const flip = (): boolean => coins.next().value as boolean;
        const name = (part: string): string => (other[part] !== undefined && flip() ? other[part] : part);
        const bracket = (sign: string, code: string): string => (flip() ? sign : code);
        const written = partsOf(sample).map(({ path: [first = '', ...rest], value }) => {
          const key = rest.map((part) => bracket('[', '%5B') + name(part) + bracket(']', '%5D')).join('');
          return `${name(first)}${key}=${encodeURIComponent(value)}`;
        });
        const shuffled = written
          .map((part) => ({ part, position: order.next().value as number }))
          .sort((one, two) => one.position - two.position)
          .map(({ part }) => part);
        expect(read(shuffled.join('&'))).toEqual({
          groups: sample.filters.map((group) => group.map((filter) => ({ field: 'sku', ...filter }))),
          sort: sample.directions.map((direction) => ({ field: 'sku', direction })),
          page: sample.currentPage,
          pageSize: sample.pageSize,
        });
      }),
    );
  });

  it('of any query string are read or rejected, without another error', () => {
    const word = fc.constantFrom(
      'searchCriteria',
      'filter_groups',
      'filters',
      'field',
      'value',
      '0',
      '[',
      ']',
      '=',
      '&',
      '%',
      '__proto__',
      'pageSize',
      '%5B',
      '%00',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), (words) => {
        refusal(words.join(''));
      }),
      { numRuns: 2000 },
    );
  });
});
