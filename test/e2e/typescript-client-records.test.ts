import fc from 'fast-check';
import { quotedDecimals } from '../../clients/typescript/src/decimals.js';
import { DECIMALS, OPAQUE } from '../../clients/typescript/src/generated/known.js';
import { Kontor, querySerializer } from '../../clients/typescript/src/index.js';
import { type Asked, ScriptedServer } from '../support/scripted-server.js';

describe('records of the TypeScript client', () => {
  let script: ScriptedServer;
  let kontor: Kontor;

  beforeAll(async () => {
    script = await ScriptedServer.start();
    kontor = new Kontor({ baseUrl: `${script.url}/`, store: 'german' });
  });
  afterAll(() => script.stop());

  describe('decimals', () => {
    const plainNumber = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
    const values = fc.memo<unknown>((depth): fc.Arbitrary<unknown> =>
      depth <= 1
        ? fc.oneof(fc.string(), fc.boolean(), fc.constant(null))
        : fc.oneof(fc.string(), objects(depth - 1), fc.array(values(depth - 1), { maxLength: 3 })),
    );
    const objects = fc.memo<Record<string, unknown>>((depth) =>
      fc.dictionary(
        fc.oneof(fc.string(), fc.constantFrom('id', 'items')),
        depth <= 1 ? fc.boolean() : values(depth - 1),
        { maxKeys: 4 },
      ),
    );
    const rewritten = (value: unknown, name = ''): unknown => {
      if (Array.isArray(value)) return value.map((one) => rewritten(one));
      if (typeof value === 'object' && value !== null)
        return OPAQUE.includes(name)
          ? value
          : Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rewritten(inner, key)]));
      return typeof value === 'number' && DECIMALS.includes(name) ? String(value) : value;
    };

    it('become strings at every level, while other values stay unchanged', () => {
      fc.assert(
        fc.property(
          fc.array(
            fc.tuple(
              fc.constantFrom(...DECIMALS, 'id', 'items', 'attributes', 'x"y'),
              fc.oneof(plainNumber, objects(3)),
            ),
          ),
          objects(3),
          (pairs, inside) => {
            const value = { ...inside, ...Object.fromEntries(pairs), attributes: { price: 5, deep: [{ qty: 1.5 }] } };
            const json = JSON.stringify([value, value], null, 1);
            // String() formats a number as JSON does, also 1e21.
            expect(JSON.parse(quotedDecimals(json))).toEqual(JSON.parse(JSON.stringify(rewritten([value, value]))));
          },
        ),
      );
    });

    it('in downloaded files stay unchanged', async () => {
      script.answers(() => ({ body: { price: 4.5 } }));
      const params = { path: { bulkUuid: 'x', name: 'export.json' } };
      const { data } = await kontor.api.GET('/V1/jobs/{bulkUuid}/files/{name}', { params, parseAs: 'text' });
      expect(data).toBe('{"price":4.5}');
    });

    it('keep every digit', () => {
      const json = '{"items":[{"price":0.12345678901234567890,"id":9007199254740993,"unit_price":-1e-7}],"total":5}';
      expect(quotedDecimals(json)).toBe(
        '{"items":[{"price":"0.12345678901234567890","id":9007199254740993,"unit_price":"-1e-7"}],"total":"5"}',
      );
    });
  });
  describe('searches', () => {
    const found = (ids: readonly number[]) => ({ body: { items: ids.map((id) => ({ id })), total_count: 99 } });
    const queryOf = ({ url }: Asked) => Object.fromEntries(new URL(url, 'http://x').searchParams);

    it('request each page after the last record of the previous one', async () => {
      script.answers((asked) =>
        found(queryOf(asked)['searchCriteria[filter_groups][1][filters][0][value]'] === '2' ? [5] : [1, 2]),
      );
      const search = kontor.search('/V1/commerce/products/search').where('name', 'like', 'La%&=+').pageSize(2);
      expect(await search.all()).toEqual([{ id: 1 }, { id: 2 }, { id: 5 }]);
      const first = {
        'searchCriteria[filter_groups][0][filters][0][field]': 'name',
        'searchCriteria[filter_groups][0][filters][0][condition_type]': 'like',
        'searchCriteria[filter_groups][0][filters][0][value]': 'La%&=+',
        'searchCriteria[sortOrders][0][field]': 'id',
        'searchCriteria[sortOrders][0][direction]': 'ASC',
        'searchCriteria[pageSize]': '2',
        'searchCriteria[currentPage]': '1',
      };
      const second = {
        'searchCriteria[filter_groups][1][filters][0][field]': 'id',
        'searchCriteria[filter_groups][1][filters][0][condition_type]': 'gt',
        'searchCriteria[filter_groups][1][filters][0][value]': '2',
      };
      expect(script.asked.map(queryOf)).toEqual([first, { ...first, ...second }]);
    });

    it('use page numbers with a sort order or without an ID', async () => {
      const pages = async (search: AsyncIterable<unknown>) => {
        script.answers((asked) => found(queryOf(asked)['searchCriteria[currentPage]'] === '2' ? [3] : [1, 2]));
        let count = 0;
        for await (const _ of search) count += 1;
        return [count, ...script.asked.map((asked) => queryOf(asked)['searchCriteria[currentPage]'])];
      };
      expect(await pages(kontor.search('/V1/commerce/products/search').orderBy('sku', 'DESC').pageSize(2))).toEqual([
        3,
        '1',
        '2',
      ]);
      expect(await pages(kontor.search('/V1/pricing/lint').pageSize(2))).toEqual([3, '1', '2']);
    });

    it('use the page size of the server, and can continue by another unique field', async () => {
      const pages = async (search: AsyncIterable<{ readonly id?: unknown }>, pageSize: number | undefined) => {
        const answers = [[1, 2], [3]];
        script.answers(() => {
          const { body } = found(answers.shift() ?? []);
          return { body: pageSize === undefined ? body : { ...body, search_criteria: { page_size: pageSize } } };
        });
        const ids: unknown[] = [];
        for await (const { id } of search) ids.push(id);
        return {
          ids,
          pages: script.asked.length,
          sizes: new Set(script.asked.map((one) => queryOf(one)['searchCriteria[pageSize]'])),
        };
      };
      const all = kontor.search('/V1/commerce/products/search');
      const ids = [1, 2, 3];
      expect(await pages(all, 2)).toEqual({ ids, pages: 2, sizes: new Set(['0']) });
      expect(await pages(all.orderBy('sku'), 2)).toEqual({ ids, pages: 2, sizes: new Set(['0']) });
      // A response with selected fields does not contain the page size.
      expect(await pages(all.including({ fields: 'items[id]' }), undefined)).toMatchObject({ ids, pages: 3 });
      await expect(pages(all.after('sku'), 2)).rejects.toThrow('without sku');
      // @ts-expect-error -- the search has no such field
      expect(() => all.after('nope')).not.toThrow();
      // @ts-expect-error -- the field can be null, and then no page could follow
      expect(() => all.after('special_price')).not.toThrow();
    });

    it('send lists, conditions without a value, and parameters next to the criteria', async () => {
      script.answers(() => found([]));
      const search = kontor.search('/V1/dpp/passports').whereAny(['sku', 'in', ['a,b', 'c']], ['gtin', 'null']);
      await search.including({ store_id: 2 }).page(3);
      expect(script.asked.map(queryOf)).toEqual([
        {
          'searchCriteria[filter_groups][0][filters][0][field]': 'sku',
          'searchCriteria[filter_groups][0][filters][0][condition_type]': 'in',
          // fromEntries() keeps only the last of the two values.
          'searchCriteria[filter_groups][0][filters][0][value][]': 'c',
          'searchCriteria[filter_groups][0][filters][1][field]': 'gtin',
          'searchCriteria[filter_groups][0][filters][1][condition_type]': 'null',
          'searchCriteria[pageSize]': '0',
          'searchCriteria[currentPage]': '3',
          store_id: '2',
        },
      ]);
      expect(decodeURIComponent(script.asked[0]?.url ?? '')).toContain('[value][]=a,b&');
      expect(querySerializer({ store_codes: ['a', 'b'], no: undefined })).toBe(
        'store_codes%5B%5D=a&store_codes%5B%5D=b',
      );
    });
  });
  describe('many records', () => {
    const outcomes = ({ body }: Asked) => {
      const { records } = JSON.parse(body) as { records: readonly { code: string }[] };
      const items = records.map(({ code }, index) =>
        code === ''
          ? { index, status: 'failed', id: null, error: { message: '%fieldName!', parameters: { fieldName: 'code' } } }
          : { index, status: 'created', id: 7, error: null },
      );
      const failed = items.filter(({ status }) => status === 'failed').length;
      return { body: { created: items.length - failed, updated: 0, unchanged: 0, failed, items } };
    };

    it('are sent in chunks with derived keys, and their outcomes are numbered throughout', async () => {
      script.answers(outcomes);
      const progress: number[] = [];
      async function* rows() {
        for (const code of ['a', 'b', 'c', '', 'e']) yield Promise.resolve({ code });
      }
      const result = await kontor.bulk('/V1/commerce/websites/bulk', rows(), {
        chunk: 2,
        key: 'night',
        mode: 'all_or_nothing',
        onChunk: ({ created, failed }) => progress.push(created, failed),
      });
      expect(script.asked.map(({ headers, url }) => [headers['idempotency-key'], url])).toEqual(
        [1, 2, 3].map((part) => [`night-${part}`, '/rest/german/V1/commerce/websites/bulk?mode=all_or_nothing']),
      );
      expect(progress).toEqual([2, 0, 3, 1, 4, 1]);
      expect(result).toMatchObject({ created: 4, failed: 1, updated: 0, unchanged: 0 });
      expect(result.outcomes.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
      expect(result.outcomes[3]).toMatchObject({ status: 'failed', error: { message: 'code!', faults: [{}] } });
    });

    it('return all faults of a row', async () => {
      const errors = ['code', 'name'].map((fieldName) => ({ message: '%fieldName!', parameters: { fieldName } }));
      const error = { message: 'Several.', errors };
      const items = [{ index: 0, status: 'failed', id: null, error }];
      script.answers(() => ({ body: { created: 0, updated: 0, unchanged: 0, failed: 1, items } }));
      const { outcomes } = await kontor.bulk('/V1/commerce/websites/bulk', [{ code: '' }]);
      expect(outcomes[0]?.error).toMatchObject({
        message: 'Several. code! name!',
        faults: [{ message: 'code!' }, { message: 'name!' }],
      });
    });

    it('return the parameters of a fault without changing numbers', async () => {
      const error = { message: 'Invalid value of "%value".', parameters: { fieldName: 'id', value: -1 } };
      const items = [{ index: 0, status: 'failed', id: null, error }];
      script.answers(() => ({ body: { created: 0, updated: 0, unchanged: 0, failed: 1, items } }));
      const { outcomes } = await kontor.bulk('/V1/commerce/websites/bulk', [{ code: '' }]);
      expect(outcomes[0]?.error?.parameters).toEqual({ fieldName: 'id', value: -1 });
    });

    it('have generated keys, except for records with a secret', async () => {
      script.answers(outcomes);
      await kontor.bulk('/V1/commerce/customers/bulk', [{ email: 'a@a.example' }, { email: 'b@b.example' }], {
        chunk: 1,
      });
      const [first, second] = script.asked.map(({ headers }) => headers['idempotency-key']);
      expect([first, second]).toEqual([
        expect.stringMatching(/^[\w-]{32,36}$/),
        expect.stringMatching(/^[\w-]{32,36}$/),
      ]);
      expect(first).not.toBe(second);
      script.asked.length = 0;
      await kontor.bulk('/V1/commerce/customers/bulk', [{ email: 'a@a.example', password: 'some words' }]);
      expect(script.asked.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined]);
    });

    it('are also split by size in bytes', async () => {
      script.answers(outcomes);
      const row = { code: 'a', name: 'x'.repeat(3 * 1024 * 1024) };
      await kontor.bulk('/V1/commerce/websites/bulk', [row, row, row]);
      expect(script.asked.map(({ body }) => (JSON.parse(body) as { records: unknown[] }).records.length)).toEqual([
        2, 1,
      ]);
    });
  });
});
