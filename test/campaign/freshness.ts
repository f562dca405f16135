import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ChangeLog, type Day, Decimal, Refusal } from '../../libs/kernel/index.js';
import type { JsonForm } from '../../libs/operations/index.js';
import { appModule, ROOMS } from '../../src/app.module.js';
import { readSettings } from '../../src/config/config.js';
import { QuotePrices } from '../../src/pricing-calc/application/quote-prices.js';
import { multiPriceAnswer, multiPriceBytes } from '../../src/pricing-calc/application/quote-answer.js';
import type { OwnDatabase } from '../bench/database.js';
import { ChangingShop } from './changing-shop.js';
import { CURRENCIES, CUSTOMERS, DAYS, PRODUCTS, QTYS, WEBSITES } from './mutations.js';
import type { Random } from './random.js';
import { serviceDoor } from './service-door.js';
import { type Ground, mustHold } from './shop.js';

/** So small that rows are evicted while they are requested. */
const SCARCE_MB = '0.03125';

const opened = (database: OwnDatabase, memory: string): Promise<INestApplicationContext> =>
  NestFactory.createApplicationContext(
    appModule(Object.assign(readSettings(database.settings, ROOMS), { PRICING_MEMORY_MB: Number(memory) })),
    { logger: false },
  );

interface Question {
  readonly customerId: number | null;
  readonly websiteId: number;
  readonly currency: string | null;
  readonly skus: readonly string[];
  readonly qty: string;
  readonly day: string;
}

const aQuestion = (random: Random): Question => ({
  customerId: random.next() < 0.15 ? null : random.whole(1, CUSTOMERS),
  websiteId: random.pick(WEBSITES),
  currency: random.next() < 0.7 ? null : random.pick(CURRENCIES),
  skus: Array.from({ length: random.pick([1, 1, 3, PRODUCTS]) }, () => `S${random.whole(1, PRODUCTS + 2)}`),
  qty: random.pick(QTYS),
  day: random.pick(DAYS),
});

/** Number of recent questions that can be repeated. */
const ASKED_AGAIN = 4;

const json: JsonForm = { key: '', memberForm: () => json, write: (value) => JSON.stringify(value) };
const tell = (refusal: unknown): object => ({ message: String(refusal), parameters: {} });

/** The complete response as sent, and the version that it is valid for. */
const quoted = async (app: INestApplicationContext, question: Question) => {
  const { skus, qty, day, ...who } = question;
  const asker = { asker: 'integration', customerGroupId: null, storeId: null, path: undefined, ...who } as const;
  try {
    const prices = app.get(QuotePrices, { strict: false });
    const lines = skus.map((sku) => ({ sku, qty: new Decimal(qty) }));
    const at = { date: day as Day, explain: false, minVersion: null };
    const quote = await prices.quote(asker, lines, at);
    const text = JSON.stringify(multiPriceAnswer(quote, 'merchant', tell));
    // As the routes do it: lines, or the whole response, may be cached.
    const request = { body: question, buyer: asker, lines, at, form: { audience: 'merchant', json } } as const;
    for (let time = 0; time < 2; time += 1) {
      const response = await prices.respond(request, (rendered) => multiPriceBytes(rendered, json, tell));
      const bytes = response.bytes.toString();
      mustHold(bytes === text, `${JSON.stringify(who)}: response ${bytes}, calculated ${text}`);
    }
    return { version: quote.version, text };
  } catch (error) {
    if (error instanceof Refusal) return { version: undefined, text: error.message };
    throw error;
  }
};

/**
 * Writes through one application and reads from the others at once: one with a cache, one with almost no cache, the
 * writer itself, and one without a cache, which is correct because it reads the database. All must return the same.
 */
export const freshness = async ({ database, random, rounds }: Ground): Promise<string> => {
  const apps: INestApplicationContext[] = [];
  try {
    for (const memory of ['64', '64', SCARCE_MB, '0']) apps.push(await opened(database, memory));
    const [writer, ...readers] = apps as [INestApplicationContext, ...INestApplicationContext[]];
    const shop = new ChangingShop(serviceDoor(writer), random);
    await shop.open();
    const asked: Question[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const did = await shop.change();
      const written = await writer.get(ChangeLog).version();
      // Most questions are repeats, so that responses from before a change can be cached.
      const question = asked.length > 0 && random.next() < 0.6 ? random.pick(asked) : aQuestion(random);
      asked.unshift(question);
      asked.length = Math.min(asked.length, ASKED_AGAIN);
      const [right, ...others] = await Promise.all([...readers].reverse().map((app) => quoted(app, question)));
      for (const answer of [...others, await quoted(writer, question)]) {
        mustHold(
          answer.text === right?.text && (answer.version ?? written) === written,
          `round ${round}, ${did}; ${JSON.stringify(question)}: ${answer.version} ${answer.text}, not ${written} ${right?.text}`,
        );
      }
    }
    return `${rounds} writes, each asked of three memories at once`;
  } finally {
    for (const app of apps) await app.close();
  }
};
