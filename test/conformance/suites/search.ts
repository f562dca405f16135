import { type Field, isList, type Resource } from '../../../libs/records/index.js';
import { type Answered, pathOf, Samples } from '../samples.js';
import { noAttribute, required, wrongType } from '../texts.js';
import { compare, holds } from '../wire-model.js';
import { ask, good, type World } from '../world.js';

interface Filter {
  readonly field: string;
  readonly condition?: string;
  readonly value?: string;
}

const encoded = encodeURIComponent;

const filterText = ({ field, condition, value }: Filter, group: number, index = 0): string => {
  const at = `searchCriteria[filter_groups][${group}][filters][${index}]`;
  return [
    `${at}[field]=${encoded(field)}`,
    ...(value === undefined ? [] : [`${at}[value]=${encoded(value)}`]),
    ...(condition === undefined ? [] : [`${at}[condition_type]=${encoded(condition)}`]),
  ].join('&');
};

const CONDITIONS = ['eq', 'neq', 'gt', 'lt', 'gteq', 'lteq', 'from', 'to', 'moreq', 'in', 'nin'] as const;

/** Search values: two existing ones, and a day for points in time. */
const askedValues = (field: Field, records: readonly Answered[]): readonly string[] => {
  const there = records
    .flatMap((record) => record[field.name])
    .filter((value) => value !== null && value !== '')
    .map(String);
  return [...new Set([...there.slice(0, 2), ...(field.kind.type === 'instant' ? ['2026-01-31'] : [])])];
};

const conditionsOf = ({ kind }: Field): readonly string[] => {
  if (isList(kind)) return ['eq', 'in', 'finset'];
  return kind.type === 'string' ? [...CONDITIONS, 'like', 'nlike'] : CONDITIONS;
};

const isComparable = ({ kind }: Field): boolean => kind.type !== 'string' || kind.lowerKey !== true;

/** Searches every field with every suitable condition, and compares with a second implementation (wire.md §4). */
export const describeSearch = (resource: Resource, world: () => World): void => {
  const path = `${pathOf(resource)}/search`;
  const searchable = resource.fields.filter((field) => field.searchable && field.access !== 'write');
  let records: Answered[];
  let ours: string;

  const query = async (...parts: readonly string[]) => ask(world(), { path: `${path}?${parts.join('&')}` });
  /** Finds only the records of this test. */
  const found = async (...parts: readonly string[]): Promise<Answered[]> =>
    (await good(world(), { path: `${path}?${[ours, ...parts].join('&')}` })).items as Answered[];
  const ids = (items: readonly Answered[]): number[] => items.map(({ id }) => id);

  beforeAll(async () => {
    const samples = new Samples(world());
    records = [];
    for (let count = 0; count < 4; count += 1) {
      const fields = count % 2 === 0 ? {} : await samples.fullBody(resource);
      records.push(await samples.create(resource, fields));
    }
    ours = filterText({ field: 'id', condition: 'in', value: ids(records).join(',') }, 90);
  });

  it('answers items as GET does, the echo and the count of all matches', async () => {
    const { json } = await query(
      ours,
      'searchCriteria[sortOrders][0][field]=id',
      'searchCriteria[sortOrders][0][direction]=asc',
      'searchCriteria[pageSize]=3',
    );
    expect(Object.keys(json)).toEqual(['items', 'search_criteria', 'total_count']);
    expect(json.items).toEqual(records.slice(0, 3));
    expect(json.total_count).toBe(4);
    expect(json.search_criteria).toEqual({
      filter_groups: [{ filters: [{ field: 'id', value: ids(records).join(','), condition_type: 'in' }] }],
      sort_orders: [{ field: 'id', direction: 'ASC' }],
      page_size: 3,
      current_page: 1,
    });
  });

  for (const field of searchable) {
    it(`by ${field.name}`, async () => {
      const values = askedValues(field, records);
      const comparable = isComparable(field) ? conditionsOf(field) : ['eq', 'in'];
      for (const condition of comparable) {
        for (const value of condition === 'in' || condition === 'nin' ? [...values, values.join(',')] : values) {
          const sent = condition === 'like' || condition === 'nlike' ? `%${value.slice(1, 4).toUpperCase()}%` : value;
          const modelled = condition === 'finset' ? 'eq' : condition;
          const expected = records.filter((record) => holds(field.kind, record[field.name], modelled, sent));
          const items = await found(filterText({ field: field.name, condition, value: sent }, 0));
          expect({ condition, sent, ids: ids(items).sort() }).toEqual({ condition, sent, ids: ids(expected).sort() });
        }
      }
      for (const condition of isList(field.kind) ? ['null'] : ['null', 'notnull']) {
        const expected = records.filter((record) => holds(field.kind, record[field.name], condition, ''));
        expect(ids(await found(filterText({ field: field.name, condition }, 0))).sort()).toEqual(ids(expected).sort());
      }
    });

    if (isList(field.kind)) {
      it(`${field.name} is no sort`, async () => {
        const { status, json } = await query(`searchCriteria[sortOrders][0][field]=${field.name}`);
        expect([status, json]).toEqual([400, noAttribute(field.name)]);
      });
      continue;
    }

    it(`sorted by ${field.name}, the id last`, async () => {
      for (const direction of ['ASC', 'DESC', undefined]) {
        const order = [`searchCriteria[sortOrders][0][field]=${field.name}`];
        if (direction) order.push(`searchCriteria[sortOrders][0][direction]=${direction}`);
        const values = (await found(...order)).map((item) => item[field.name]);
        const sorted = records.map((record) => record[field.name]).sort(compare);
        if (isComparable(field)) expect(values).toEqual(direction === 'ASC' ? sorted : sorted.reverse());
        const twice = await found(...order);
        expect(ids(twice)).toEqual(ids(await found(...order)));
      }
    });
  }

  it('from and to of one field in one group make a range; other filters of a group are alternatives', async () => {
    const [first, second, third, last] = ids(records).map(String);
    const range = [
      filterText({ field: 'id', condition: 'from', value: second ?? '' }, 0, 0),
      filterText({ field: 'id', condition: 'to', value: third ?? '' }, 0, 1),
    ];
    expect(ids(await found(...range)).sort()).toEqual([Number(second), Number(third)].sort());
    const either = [
      filterText({ field: 'id', value: first ?? '' }, 0, 0),
      filterText({ field: 'id', value: last ?? '' }, 0, 1),
    ];
    expect(ids(await found(...either)).sort()).toEqual([Number(first), Number(last)].sort());
    expect(await found(either[0] ?? '', filterText({ field: 'id', value: last ?? '' }, 1))).toEqual([]);
  });

  it('pages never overlap and end empty', async () => {
    const seen: number[] = [];
    for (const page of [1, 2, 3, 4]) {
      const { items, total_count } = await good(world(), {
        path: `${path}?${ours}&searchCriteria[pageSize]=1&searchCriteria[currentPage]=${page}`,
      });
      expect([items.length, total_count]).toEqual([1, 4]);
      seen.push(...ids(items));
    }
    expect(new Set(seen).size).toBe(4);
    const past = await good(world(), {
      path: `${path}?${ours}&searchCriteria[pageSize]=1&searchCriteria[currentPage]=5`,
    });
    expect([past.items, past.total_count]).toEqual([[], 4]);
    const below = await good(world(), { path: `${path}?${ours}&searchCriteria[currentPage]=0` });
    expect([below.items.length, below.search_criteria.current_page]).toEqual([4, 1]);
  });

  it('the page size has its end, and is told', async () => {
    const { pageSizeMax } = world();
    expect((await query('searchCriteria=')).json.search_criteria.page_size).toBe(pageSizeMax);
    expect((await query('searchCriteria[pageSize]=0')).json.search_criteria.page_size).toBe(pageSizeMax);
    const { status, json } = await query(`searchCriteria[pageSize]=${pageSizeMax + 1}`);
    expect([status, json]).toEqual([
      400,
      { message: 'Maximum SearchCriteria pageSize is %max', parameters: { max: pageSizeMax } },
    ]);
  });

  it('is refused without criteria, with unknown fields and conditions, and with secrets', async () => {
    const none = await ask(world(), { path });
    expect([none.status, none.json]).toEqual([400, required('searchCriteria')]);
    const hidden = resource.fields
      .filter(({ searchable: may, access }) => !may || access === 'write')
      .map(({ name }) => name);
    const aliases = resource.fields.flatMap(({ alias }) => (alias === undefined ? [] : [alias]));
    for (const name of ['nope', `id' OR 1=1 -- `, ...hidden, ...aliases]) {
      const byName = await query(filterText({ field: name, value: 'x' }, 0));
      expect([byName.status, byName.json]).toEqual([400, noAttribute(name)]);
      const sorted = await query(`searchCriteria[sortOrders][0][field]=${encoded(name)}`);
      expect([sorted.status, sorted.json]).toEqual([400, noAttribute(name)]);
    }
    expect((await query(filterText({ field: 'id', condition: 'equals', value: '1' }, 0))).status).toBe(400);
    expect((await query(filterText({ field: 'id', value: 'x' }, 0))).status).toBe(400);
  });

  it('a list where the value of a filter stands is refused', async () => {
    const filter = filterText({ field: 'id', value: '1' }, 0);
    for (const list of [filter.replace('[value]', '[value][]'), filter.replace('[value]', '[value][0]')]) {
      const { status, json } = await query(list);
      expect([status, json]).toEqual([400, wrongType('value', ['1'], 'string')]);
    }
  });

  it('an empty fields= trims nothing', async () => {
    expect((await query(ours, 'fields=')).json).toEqual((await query(ours)).json);
    const [one] = records;
    const at = path.replace(/\/search$/, `/${one?.id}`);
    expect((await ask(world(), { path: `${at}?fields=` })).json).toEqual((await ask(world(), { path: at })).json);
  });

  it('is trimmed by fields=', async () => {
    const { json } = await query(ours, 'fields=items[id],total_count');
    expect(json).toEqual({ items: expect.arrayContaining(records.map(({ id }) => ({ id }))), total_count: 4 });
  });
};
