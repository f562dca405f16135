import { startApp, type TestApp } from '../../support/app.js';
import { manyAlternatives, slowPattern } from '../../support/costly-templates.js';
import { describeOnDatabases } from '../../support/databases.js';
import { PassportShop } from '../../support/passport-shop.js';
import { inReferences, longestTurn } from './ratio.js';

/** Limit as a multiple of the reference work. Without the protection, it is thousands. */
const LONGEST_TURN = 100;

describeOnDatabases('expensive templates and payloads', (database) => {
  let app: TestApp;
  let shop: PassportShop;

  beforeAll(async () => {
    app = await startApp({ database });
    shop = await new PassportShop(app).open();
  });
  afterAll(() => app.close());

  it.each([
    ['800 alternatives and a draft of 118 KB', manyAlternatives('worded'), 200],
    ['a payload that takes minutes', slowPattern('slow'), 400],
  ])('do not block other callers: %s', async (_, { template, draft }, expected) => {
    await shop.good('POST', 'templates', { template });
    const send = async (): Promise<void> => {
      const { status, body } = await shop.call('POST', 'passports', draft);
      expect(status).toBe(expected);
      if (status === 200) await shop.good('GET', `passports/${body.passport_id}/validate`);
    };
    expect(await inReferences(() => longestTurn(send))).toBeLessThan(LONGEST_TURN);
  });
});
