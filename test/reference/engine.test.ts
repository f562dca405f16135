import fc from 'fast-check';
import { ByteWriter, type Day, Decimal } from '../../libs/kernel/index.js';
import { type Buyer, type LoadDepth, type PriceSource } from '../../libs/pricing/index.js';
import { ProductPriceSource } from '../../src/pricing-calc/application/product-price-source.js';
import { RenderedLine } from '../../src/pricing-calc/application/rendered-line.js';
import { lineAnswer } from '../../src/pricing-calc/application/quote-answer.js';
import type { PricedLine } from '../../src/pricing-calc/domain/line-answers.js';
import { explain } from '../../src/pricing-calc/domain/explain.js';
import { figuresOf } from '../../src/pricing-calc/domain/figures.js';
import { fewTiers } from '../support/tiers.js';
import { type Loaded, priceLine, stepOf } from '../../src/pricing-calc/domain/price-line.js';
import { CategoryPriceSource } from '../../src/pricing-category/application/category-price-source.js';
import { CustomerPriceSource } from '../../src/pricing-customer/application/customer-price-source.js';
import { PriceListSource } from '../../src/pricing-list/application/price-list-source.js';
import { MatrixSource } from '../../src/pricing-matrix/application/matrix-source.js';
import {
  pricedProductIn,
  MemoryCategoryPriceRows,
  MemoryCustomerPriceRows,
  MemoryMatrixRows,
  MemoryPriceListRows,
  MemoryProductTiers,
} from '../support/memory-prices.js';
import { CODES } from '../support/price-codes.js';
import { slowBuyer } from './slow-buyer.js';
import { slowAnswer } from './slow-prices.js';
import { expectedOf, answerOf } from './expected-answer.js';
import type { World, WorldQuestion, WorldSettings } from './world.js';
import { aQuestion, aWorld } from './worlds.js';

const buyerOf = (world: World, asked: WorldQuestion) => {
  const slow = slowBuyer(world, asked);
  if (!slow) throw new Error('nobody buys');
  const { settings } = slow;
  const buyer: Buyer = {
    ...slow,
    settings: {
      priceSelect: settings.select,
      priceSortOrder: settings.order,
      individualPricesAreFinal: settings.individualFinal ? 1 : 0,
      skipZeroPrice: settings.skipZero ? 1 : 0,
      mergePricelistQtys: settings.mergeLists ? 1 : 0,
      mergeMatrixQtys: settings.mergeMatrices ? 1 : 0,
      categorypriceSelect: settings.categorySelect,
      pricePrecision: settings.precision,
      pricesIncludeTax: settings.tax,
      qty1MeansAny: settings.oneMeansAny ? 1 : 0,
      codes: CODES,
    },
  };
  return { slow, buyer };
};

const sourcesOf = (world: World): readonly PriceSource[] => [
  new ProductPriceSource(new MemoryProductTiers(world)),
  new CustomerPriceSource(new MemoryCustomerPriceRows(world)),
  new PriceListSource(new MemoryPriceListRows(world)),
  new CategoryPriceSource(new MemoryCategoryPriceRows(world)),
  new MatrixSource(new MemoryMatrixRows(world)),
];

const loadedFor = async (world: World, buyer: Buyer, depth: LoadDepth): Promise<readonly Loaded[]> => {
  const products = world.products.map(({ id }) => pricedProductIn(world, id, buyer.websiteId));
  return Promise.all(
    sourcesOf(world).map(async (source) => ({ source, rows: await source.load(buyer, products, depth) })),
  );
};

const shuffled = (world: World): World =>
  Object.fromEntries(
    Object.entries(world).map(([name, rows]) => [name, [...(rows as readonly unknown[])].reverse()]),
  ) as unknown as World;

/** Prices with the engine over rows in memory. */
const priced = async (world: World, asked: WorldQuestion, depth: LoadDepth) => {
  const { buyer } = buyerOf(world, asked);
  const product = world.products.find(({ sku }) => sku === asked.sku);
  const facts = pricedProductIn(world, product?.id ?? 0, buyer.websiteId);
  const line = { product: facts, qty: new Decimal(asked.qty), day: asked.day as Day };
  const loaded = await loadedFor(world, buyer, depth);
  const found = priceLine(loaded, line, buyer);
  if (!found.selected) return undefined;
  const answer: PricedLine = {
    question: { sku: asked.sku, qty: line.qty },
    product: facts,
    selected: found.selected,
    figures: figuresOf(found.selected.taken.price, line.qty, found.evaluations, buyer),
    step: stepOf(found, line),
    tiers: fewTiers(loaded, line, buyer, found),
    explained: depth === 'all' ? () => explain(found, buyer) : undefined,
  };
  return { answer, buyer };
};

/** The result of the engine in the format of the reference. */
const fast = async (world: World, asked: WorldQuestion, depth: LoadDepth = 'usable') => {
  const found = await priced(world, asked, depth);
  return found && answerOf(found.buyer, found.answer);
};

const slow = (world: World, asked: WorldQuestion, depth: LoadDepth = 'usable') =>
  expectedOf(slowAnswer(world, buyerOf(world, asked).slow, asked.sku, asked.qty), depth === 'all');

const property = (holds: (world: World, asked: WorldQuestion) => Promise<void>, numRuns: number) =>
  fc.assert(fc.asyncProperty(aWorld, aQuestion, holds), { numRuns });

describe('the engine over random shops', () => {
  it('returns the same prices as the slow reference', () =>
    property(async (world, asked) => {
      expect(await fast(world, asked)).toEqual(slow(world, asked));
    }, 3_000));

  it('explains each row as the slow reference does, without a change of the price', () =>
    property(async (world, asked) => {
      expect(await fast(world, asked, 'all')).toEqual(slow(world, asked, 'all'));
    }, 1_500));

  it('does not depend on the order in which rows are stored', () =>
    property(async (world, asked) => {
      expect(await fast(shuffled(world), asked, 'all')).toEqual(await fast(world, asked, 'all'));
    }, 300));

  it('returns tiers with the price that it returns for their quantity', () =>
    property(async (world, asked) => {
      const answer = await fast(world, asked);
      for (const { qty, ...tier } of answer?.tiers ?? []) {
        expect(await fast(world, { ...asked, qty })).toMatchObject(tier);
      }
    }, 300));

  it('renders for each quantity of a step the line that is calculated for it', () =>
    property(async (world, asked) => {
      const line = await priced(world, asked, 'usable');
      if (!line) return;
      const { answer, buyer } = line;
      const members = lineAnswer({ buyer, version: 0, lines: [] }, answer, 'merchant');
      const rendered = new RenderedLine('', answer, (open) => JSON.stringify({ ...members, ...open }));
      for (const qty of [asked.qty, '0.0001', '0.5', '1', '2.5', '7', '10', '99', '1000', '99999999.9999']) {
        if (!rendered.isFor('', Number(qty))) continue;
        const other = await priced(world, { ...asked, qty }, 'usable');
        const expected = other && lineAnswer({ buyer, version: 9, lines: [] }, other.answer, 'merchant');
        const writer = new ByteWriter(16);
        const { customerId, currency } = buyer;
        rendered.write(writer, new Decimal(qty), { customerId: JSON.stringify(customerId), version: '9', currency });
        expect(writer.written.toString()).toBe(JSON.stringify(expected));
      }
    }, 500));

  it('selects prices in this order: lowest, by sort order, highest', () =>
    property(async (world, asked) => {
      const by = async (select: WorldSettings['select']) => {
        const settings = world.settings.map((level) => ({ ...level, values: { ...level.values, select } }));
        return Number((await fast({ ...world, settings }, asked))?.unit_price ?? 0);
      };
      const [lowest, highest, ordered] = [await by('lowest'), await by('highest'), await by('sort_order')];
      expect(lowest <= ordered && ordered <= highest).toBe(true);
    }, 300));
});
