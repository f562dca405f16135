import type { INestApplicationContext } from '@nestjs/common';
import { type Day, Decimal, Refusal } from '../../libs/kernel/index.js';
import { QuotePrices } from '../../src/pricing-calc/application/quote-prices.js';
import { isPriced } from '../../src/pricing-calc/domain/line-answers.js';
import { slowBuyer } from '../reference/slow-buyer.js';
import { slowAnswer } from '../reference/slow-prices.js';
import { expectedOf, answerOf } from '../reference/expected-answer.js';
import type { World, WorldQuestion } from '../reference/world.js';
import { pricingOn } from '../support/pricing-services.js';
import { ChangingShop } from './changing-shop.js';
import { CURRENCIES, CUSTOMERS, DAYS, GROUPS, PRODUCTS, QTYS, WEBSITES } from './mutations.js';
import type { Random } from './random.js';
import { serviceDoor } from './service-door.js';
import { type Ground, mustHold } from './shop.js';

const QUESTIONS = 4;
const SCARCE_BYTES = 32 * 1024;

/** Times in UTC at which it is another date in some time zone. */
const HOURS = ['00:00:00.000', '09:59:59.999', '10:00:00.000', '15:00:00.000', '18:15:00.000', '23:59:59.999'];

type Asked = Omit<WorldQuestion, 'sku'>;

const aQuestion = (random: Random): Asked => ({
  qty: random.pick(QTYS),
  day: random.next() < 0.5 ? null : random.pick(DAYS),
  now: new Date(`${random.pick(DAYS)}T${random.pick(HOURS)}Z`),
  customerId: random.pick([null, 1, 1, 1, random.whole(1, CUSTOMERS)]),
  groupId: random.next() < 0.9 ? null : random.pick(GROUPS),
  websiteId: random.pick([null, 0, ...WEBSITES]),
  currency: random.next() < 0.85 ? null : random.pick(CURRENCIES),
});

/** The engine's result for each SKU; undefined as a whole if the buyer is refused. */
const quoted = async (app: INestApplicationContext, asked: Asked, skus: readonly string[], explain: boolean) => {
  const { customerId, groupId: customerGroupId, websiteId, currency, qty, day } = asked;
  try {
    const quote = await app.get(QuotePrices, { strict: false }).quote(
      { asker: 'integration', customerId, customerGroupId, storeId: null, websiteId, currency, path: undefined },
      skus.map((sku) => ({ sku, qty: new Decimal(qty) })),
      { date: day as Day | null, explain, minVersion: null },
    );
    return quote.lines.map((line) => (isPriced(line) ? answerOf(quote.buyer, line) : undefined));
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
};

const reference = (world: World, asked: Asked, skus: readonly string[], explain: boolean) => {
  const buyer = slowBuyer(world, { ...asked, sku: '' });
  return buyer && skus.map((sku) => expectedOf(slowAnswer(world, buyer, sku, asked.qty), explain));
};

/**
 * Makes random changes through the real services. After each change, quotes are requested from the application that
 * wrote and from another one with almost no cache. Both must return and explain what the slow reference implementation
 * computes from everything that was sent.
 */
export const differential = async ({ database, random, rounds }: Ground): Promise<string> => {
  const url = database.settings['DATABASE_URL'] ?? '';
  let moment = new Date(0);
  const now = (): Date => moment;
  const apps: INestApplicationContext[] = [];
  let [prices, refusals] = [0, 0];
  try {
    const writer = await pricingOn(url, { now, migrate: true });
    apps.push(writer, await pricingOn(url, { now, memoryBytes: SCARCE_BYTES }));
    const shop = new ChangingShop(serviceDoor(writer), random);
    await shop.open();
    for (let round = 0; round < rounds; round += 1) {
      const did = await shop.change();
      const { world } = shop.model;
      for (let question = 0; question < QUESTIONS; question += 1) {
        const asked = aQuestion(random);
        moment = asked.now;
        const skus = world.products.map(({ sku }) => sku);
        const explain = random.next() < 0.3;
        const app = random.pick(apps);
        const answers = await quoted(app, asked, skus, explain);
        const expected = reference(world, asked, skus, explain);
        prices += answers?.filter((answer) => answer !== undefined).length ?? 0;
        refusals += answers ? 0 : 1;
        mustHold(
          JSON.stringify(answers) === JSON.stringify(expected),
          `round ${round}, ${did}; ${JSON.stringify(asked)}:\n${difference(answers, expected, skus)}\n${JSON.stringify(world)}`,
        );
      }
    }
    mustHold(prices > rounds, `only ${prices} prices were asked for`);
    return `${rounds} shops, ${prices} prices and ${refusals} refused buyers as the reference has them, of ${PRODUCTS} products`;
  } finally {
    for (const app of apps) await app.close();
  }
};

const difference = (
  answers: readonly unknown[] | undefined,
  expected: readonly unknown[] | undefined,
  skus: readonly string[],
): string => {
  const at = skus.findIndex((_, index) => JSON.stringify(answers?.[index]) !== JSON.stringify(expected?.[index]));
  return `of ${skus[at]} the engine says\n${JSON.stringify(answers?.[at])}\nthe reference\n${JSON.stringify(expected?.[at])}`;
};
