import { Clock, currentOrigin, Transactions } from '../../libs/kernel/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { BoundedValidator } from '../../src/dpp/authoring/adapters/schema/bounded-validator.js';
import { manyAlternatives, slowPattern, withProperty } from '../support/costly-templates.js';
import { PassportShop, publishable, tinyTemplate } from '../support/passport-shop.js';

const MANAGE = '/rest/V1/dpp/manage';
describeOnDatabases('expensive templates and payloads', (database) => {
  let app: TestApp;
  let shop: PassportShop;
  let author: string;

  beforeAll(async () => {
    app = await startApp({ database, settings: { PASSPORT_CHECK_MS: '2000' } });
    shop = await new PassportShop(app).open();
    author = await app.integrationToken('_Dpp::manage', '_Dpp::save', '_Dpp::publish');
    await shop.published({ sku: 'VICTIM' });
  });
  afterAll(() => app.close());

  /** Checks that others get answers during an attack, and that this process validates nothing itself. */
  const whileAsking = async (attack: () => Promise<unknown>): Promise<void> => {
    const checkedHere = jest.spyOn(BoundedValidator.prototype, 'errors');
    let isOver = false;
    const over = attack().finally(() => (isOver = true));
    let answers = 0;
    while (!isOver) {
      const { status, body } = await shop.read('VICTIM');
      if (status !== 200 || body === null) throw new Error(`the victim was answered ${status}`);
      answers += 1;
    }
    await over;
    expect(answers).toBeGreaterThan(0);
    expect(checkedHere).not.toHaveBeenCalled();
    checkedHere.mockRestore();
  };

  /** Counts the outermost transactions that requests start from now on. */
  const countTransactions = (): { readonly outer: () => number; readonly end: () => void } => {
    const transactions = app.get<Transactions>(Transactions);
    const write = transactions.write.bind(transactions);
    let outer = 0;
    const spy = jest.spyOn(transactions, 'write').mockImplementation((work) => {
      // Background work of the server does not count.
      if (!transactions.isOpen && currentOrigin() !== undefined) outer += 1;
      return write(work);
    });
    return { outer: () => outer, end: () => spy.mockRestore() };
  };

  it('are rejected on saving if a pattern is too large for its texts', async () => {
    const pattern = '(.{0,1000})'.repeat(8);
    const template = withProperty('patterned', { name: 'text', schema: { type: 'string', pattern }, example: 'x' });
    const answer = await shop.call('POST', 'templates', { template }, author);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe('%reason.');
    expect(answer.body.parameters.reason).toMatch(
      /^properties\/text: the pattern compiles to \d+ instructions and applies to texts of up to 262144 characters, .*Add a maxLength of at most \d+/,
    );
  });

  it('do not delay other requests, even with 800 alternatives and a 118 KB draft', async () => {
    const { template, draft } = manyAlternatives('worded');
    await shop.good('POST', 'templates', { template });
    await whileAsking(async () => {
      const made = await shop.call('POST', 'passports', draft, author);
      expect(made.status).toBe(200);
      const { body } = await shop.call('GET', `passports/${made.body.passport_id}/validate`, undefined, author);
      expect(body).toMatchObject({ valid: 0 });
      expect(body.faults.length).toBeLessThanOrEqual(100);
    });
  });

  it('return 400 after PASSPORT_CHECK_MS, while others can publish', async () => {
    const { template, draft } = slowPattern('slow');
    await shop.good('POST', 'templates', { template });
    await whileAsking(async () => {
      const attacks = Array.from({ length: 4 }, () => shop.call('POST', 'passports', draft, author));
      let [isOver, published] = [false, 0];
      const ended = Promise.all(attacks).then((answers) => {
        isOver = true;
        return answers;
      });
      while (!isOver) {
        await shop.published();
        published += 1;
      }
      const answers = await ended;
      const refused = answers.filter(({ status }) => status === 400);
      // Simultaneous checks of one caller run one after another, and wait at most ten seconds.
      expect(answers.filter(({ status }) => status !== 400 && status !== 503)).toEqual([]);
      expect(refused.length).toBeGreaterThan(0);
      for (const { body } of refused) {
        expect(body.message).toMatch(
          /^The payload takes longer than %limit ms to check \(PASSPORT_CHECK_MS\)\. Make it smaller/,
        );
        expect(body.parameters).toEqual({ limit: 2000 });
      }
      expect(published).toBeGreaterThan(1);
    });
    const { total_count } = await shop.good('GET', `passports/search?searchCriteria[filter_groups][0][filters][0][field]=template_code&searchCriteria[filter_groups][0][filters][0][value]=slow`); // prettier-ignore
    expect(total_count).toBe(0);
  });

  it('return 400 if two versions have too many differences', async () => {
    const numbers = { type: 'array', items: { type: 'array', items: { type: 'number' } } };
    const property = { name: 'numbers', schema: numbers, example: [[1]], type: 'number' };
    await shop.good('POST', 'templates', { template: withProperty('listed', property) });
    const payload = (number: number) => ({
      material: 'x',
      numbers: Array.from({ length: 6 }, () => Array.from({ length: 2000 }, () => number)),
    });
    const { passport_id: id } = await shop.published({ template_code: 'listed', dpp_payload: payload(1) });
    await shop.act(id, 'revisions');
    await shop.good('PUT', `passports/${id}`, { passport: { dpp_payload: payload(2) } });
    const answer = await shop.call('GET', `passports/${id}/diff?from=1&to=2`);
    expect([answer.status, answer.body.parameters]).toEqual([400, { max: 10_000 }]);
  });

  it('have a history in pages', async () => {
    const { passport_id: id } = await shop.draft();
    await shop.act(id, 'activate');
    expect((await shop.good('GET', `passports/${id}/history`)).map((one: { action: string }) => one.action)).toEqual([
      'created',
      'activated',
    ]);
    expect(await shop.good('GET', `passports/${id}/history?page=2`)).toEqual([]);
    expect((await shop.call('GET', `passports/${id}/history?page=0`)).status).toBe(400);
  });

  it('rescore all drafts in groups when their template changes', async () => {
    const code = 'rescored';
    const template = tinyTemplate({ code, vocabulary: { ...tinyTemplate().vocabulary, prefix: code, iri: `/dpp/vocab/${code}/1#` } }); // prettier-ignore
    const { id } = await shop.good('POST', 'templates', { template });
    const drafts = [];
    for (let made = 0; made < 23; made += 1)
      drafts.push(await shop.draft({ template_code: code, dpp_payload: { material: 'x' } }));
    const before = drafts[0].completeness_score;
    const { outer, end } = countTransactions();
    const properties = { ...template.schema.properties, material: { type: 'string', 'x-weight': 100 } };
    await shop.good('PUT', `templates/${id}`, { template: { schema: { ...template.schema, properties } } });
    end();
    // One for the template, and one for every ten drafts.
    expect(outer()).toBe(4);
    const scores = await Promise.all(
      drafts.map(async ({ passport_id }) => (await shop.good('GET', `passports/${passport_id}`)).completeness_score),
    );
    expect(new Set(scores).size).toBe(1);
    expect(scores[0]).toBeGreaterThan(before);
  });

  describe('in an import', () => {
    const ROWS = 600;
    const rows = (count: number): string =>
      Array.from({ length: count }, () => JSON.stringify(publishable({ sku: shop.sku() }))).join('\n');
    const send = async (body: string, query = '') =>
      app.call('POST', `${MANAGE}/import${query}`, body, author, { 'content-type': 'application/x-ndjson' });

    it('do not block other writers in a dry run, which applies rows of one key in order', async () => {
      const sku = shop.sku();
      const same = JSON.stringify(publishable({ sku }));
      const other = JSON.stringify(publishable({ sku, mpn: 'M' }));
      const strange = [publishable({ sku: 'S-1', store_id: 4711 }), publishable({ sku: 'S-2', predecessor_id: 4711 })];
      const body = [rows(ROWS), same, same, other, ...strange.map((one) => JSON.stringify(one))].join('\n');
      let [isOver, written] = [false, 0];
      const tried = send(body, '?dryRun=1').finally(() => (isOver = true));
      while (!isOver) {
        await shop.draft();
        written += 1;
      }
      // If the dry run were one transaction, the first write would have waited for its end.
      expect(written).toBeGreaterThan(1);
      const { items } = (await tried).body;
      expect(items.slice(ROWS).map(({ status }: { status: string }) => status)).toEqual([
        'created',
        'unchanged',
        'updated',
        'failed',
        'failed',
      ]);
      expect(items[0]).toMatchObject({ passport_id: null, version: 1 });
      expect(items.slice(ROWS + 3).map(({ error }: { error: { parameters: object } }) => error.parameters)).toEqual([
        { fieldName: 'store_id', value: 4711 },
        { fieldName: 'predecessor_id', value: 4711 },
      ]);
      expect(items.at(-1).error.message).toMatch(/ Allowed: the id of an existing passport\.$/);
      const stored = await send([same, same, other, ...strange.map((one) => JSON.stringify(one))].join('\n'));
      const outcomes = ({ status, error }: { status: string; error: unknown }) => [status, error];
      expect(stored.body.items.map(outcomes)).toEqual(items.slice(ROWS).map(outcomes));
    });

    it('are stored in groups of rows, each in its own transaction', async () => {
      const { outer, end } = countTransactions();
      const { body } = await send(rows(120));
      end();
      expect(body).toMatchObject({ created: 120, failed: 0 });
      expect(outer()).toBeGreaterThanOrEqual(3);
      expect(outer()).toBeLessThan(120);
    });

    it('are stored in smaller groups if rows take long', async () => {
      const clock = app.get<Clock>(Clock);
      let ms = Date.now();
      // Each clock reading advances 50 ms, so no third row starts within 80 ms.
      clock.now = () => new Date((ms += 50));
      const { outer, end } = countTransactions();
      const { body } = await send(rows(40));
      end();
      Reflect.deleteProperty(clock, 'now');
      expect(body).toMatchObject({ created: 40, failed: 0 });
      expect(outer()).toBeGreaterThanOrEqual(20);
    });

    it('return 503 at the deadline, and the idempotency key stores no response', async () => {
      const slow = await startApp({ database, settings: { DEADLINE_BULK_S: '1' } });
      try {
        const there = await new PassportShop(slow).open();
        await there.published({ sku: 'FIRST' });
        const token = await slow.integrationToken('_Dpp::manage', '_Dpp::save');
        const headers = { 'content-type': 'application/x-ndjson', 'idempotency-key': 'night' };
        const importWithKey = (text: string) => slow.call('POST', `${MANAGE}/import`, text, token, headers);
        const unkeyed = { 'content-type': headers['content-type'] };
        const without = await slow.call('POST', `${MANAGE}/import`, rows(8_000), token, unkeyed);
        expect([without.status, without.body.message]).toEqual([503, expect.stringContaining('DEADLINE_BULK_S')]);
        const { status, body } = await importWithKey(rows(8_000));
        expect([status, body.message]).toEqual([503, expect.stringContaining('DEADLINE_BULK_S')]);
        // If the key had stored a response, other rows would return 409.
        let again = await importWithKey(JSON.stringify(publishable({ sku: 'FIRST' })));
        while (again.status === 503) again = await importWithKey(JSON.stringify(publishable({ sku: 'FIRST' })));
        expect([again.status, again.body.failed]).toEqual([200, 0]);
      } finally {
        await slow.close();
      }
    });

    it('are all stored when two imports change the same passports', async () => {
      const skus = Array.from({ length: 40 }, () => shop.sku());
      await send(skus.map((sku) => JSON.stringify(publishable({ sku }))).join('\n'));
      const change = (mpn: string, order: readonly string[]) =>
        send(order.map((sku) => JSON.stringify(publishable({ sku, mpn }))).join('\n'));
      const [one, other] = await Promise.all([change('one', skus), change('other', skus.toReversed())]);
      expect([one.body.updated, other.body.updated]).toEqual([40, 40]);
    });
  });
});
