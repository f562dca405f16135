import { percentage, rounded, timesRounded, whole, written } from './slow-amounts.js';
import { currencyDigits, type SlowRow, slowRows } from './slow-rows.js';
import type { World, WorldBuyer, WorldSettings } from './world.js';

/**
 * A second implementation of pricing.md §2 to §4, as slow and simple as possible: no sources, no shared vocabulary, no
 * decimal library, and amounts as whole numbers of 10^-14. Where it disagrees with the engine, one of them is wrong.
 */
export interface SlowPriced {
  readonly row: SlowRow;
  readonly unitPrice: bigint;
}

/** Keeps the rows with the highest rank. The others get the reason. */
interface Step {
  readonly reason: string;
  readonly rank: (row: SlowRow) => bigint | string;
}

const priority: Step = { reason: 'lower_priority', rank: (row) => BigInt(row.priority) };
const threshold: Step = { reason: 'lower_qty', rank: ({ qty }) => qty };
const cheap: Step = { reason: 'dearer_in_source', rank: ({ price }) => -(price ?? 0n) };
const tie = (rank: Step['rank']): Step => ({ reason: 'tie_in_source', rank });
const low: Step = tie((row) => -BigInt(row.recordId ?? 0));
const high: Step = tie((row) => BigInt(row.recordId ?? 0));
const ofWebsite: Step['rank'] = ({ websiteId }) => (websiteId === 0 ? 0n : 1n);
const ofCustomer: Step['rank'] = ({ recordType }) => (recordType === 'categoryPrice' ? 1n : 0n);
const ofGroup: Step['rank'] = ({ recordType }) => (recordType === 'categoryPrice' ? 0n : 1n);

const stepsOf = (code: string, settings: WorldSettings): readonly Step[] => {
  const pool = [threshold, cheap, low];
  const kind = { customer: ofCustomer, group: ofGroup }[settings.categorySelect as string];
  switch (code) {
    case 'tier_price':
      return [cheap, low];
    case 'customer_price':
      return [threshold, tie(ofWebsite), tie(({ from }) => from ?? '0000-00-00'), high];
    case 'pricelist':
      return settings.mergeLists ? pool : [priority, ...pool];
    case 'base_pricelist':
      return [{ reason: 'lower_priority', rank: ofWebsite }, ...pool];
    case 'categoryprice':
      return [
        ...(kind ? [{ reason: 'lower_priority', rank: kind }] : []),
        ...[priority, tie(ofCustomer), threshold, cheap, low],
      ];
    case 'product_customer_matrix':
      return settings.mergeMatrices ? pool : [priority, ...pool];
    default:
      return [];
  }
};

const INDIVIDUAL = ['customer_price', 'product_customer_matrix', 'pricelist', 'categoryprice'];

/** All rows, the reason for each (null for the selected one), and the candidate of each source. */
export const evaluated = (world: World, buyer: WorldBuyer, product: World['products'][number], qty: bigint) => {
  const { settings } = buyer;
  const rows = slowRows(world, buyer, product, qty);
  const reasons = new Map<SlowRow, string | null>(rows.map((row) => [row, row.lack]));
  const candidates: SlowRow[] = [];
  const usable = (code: string): SlowRow[] => rows.filter((row) => row.code === code && row.lack === null);
  for (const code of new Set(rows.map((row) => row.code))) {
    let left = usable(code);
    if (code === 'base_pricelist' && usable('pricelist').length > 0) {
      for (const row of left) reasons.set(row, 'lower_priority');
      continue;
    }
    for (const { reason, rank } of stepsOf(code, settings)) {
      const best = left.map(rank).reduce((most, some) => (some > most ? some : most), left.map(rank)[0] ?? 0n);
      for (const row of left) if (rank(row) !== best) reasons.set(row, reason);
      left = left.filter((row) => rank(row) === best);
    }
    const [candidate, ...others] = left;
    if (others.length > 0) throw new Error('two candidates of one source');
    if (candidate) candidates.push(candidate);
  }
  const agreed = candidates.some(({ code }) => INDIVIDUAL.includes(code));
  const standBack = (row: SlowRow): boolean =>
    settings.individualFinal && agreed && ['special_price', 'tier_price'].includes(row.code);
  const rank = (row: SlowRow): number => settings.order.indexOf(row.code);
  let selected: SlowRow | undefined;
  for (const row of candidates.filter((some) => !standBack(some)).sort((one, other) => rank(one) - rank(other))) {
    const [mine, best] = [row.price ?? 0n, selected?.price ?? 0n];
    if (selected === undefined) selected = row;
    else if (settings.select === 'lowest' && mine < best) selected = row;
    else if (settings.select === 'highest' && mine > best) selected = row;
  }
  for (const row of candidates)
    if (row !== selected) reasons.set(row, standBack(row) ? 'individual_prices_are_final' : 'not_selected');
  return { rows, reasons, candidates, selected };
};

const EVERYTHING = whole('99999999.9999');

const number = (amount: bigint | null): string | null => (amount === null ? null : written(amount));

/** The response for a line, with amounts as texts; undefined without a price. */
export const slowAnswer = (world: World, buyer: WorldBuyer, sku: string, qtyText: string) => {
  const product = world.products.find((some) => some.sku === sku && some.active);
  if (!product) return undefined;
  const qty = whole(qtyText);
  const { settings, currency } = buyer;
  const { rows, reasons, candidates, selected } = evaluated(world, buyer, product, qty);
  if (!selected) return undefined;
  const unit = (row: SlowRow | undefined): bigint | null => (row ? rounded(row.price ?? 0n, settings.precision) : null);
  const offered = (code: string): bigint | null => unit(candidates.find((row) => row.code === code));
  const unitPrice = unit(selected) ?? 0n;
  const original = offered('orig_price');
  const inCurrency = (amount: bigint): bigint => rounded(amount, currencyDigits(currency));
  const struck = original !== null && original !== 0n && inCurrency(original) !== inCurrency(unitPrice);
  const tiers: { qty: string; unit_price: string; price_code: string }[] = [];
  // Thresholds only of rows that can be the price.
  const able = slowRows(world, buyer, product, EVERYTHING).filter((row) => row.recordId !== null && row.lack === null);
  const steps = [...new Set([whole('1'), ...able.map((row) => row.qty)])];
  for (const step of steps.sort((one, other) => (one < other ? -1 : 1))) {
    const there = evaluated(world, buyer, product, step).selected;
    const price = number(unit(there));
    if (!there || price === null || tiers.at(-1)?.unit_price === price) continue;
    tiers.push({ qty: written(step), unit_price: price, price_code: there.code });
  }
  return {
    sku: product.sku,
    product_id: product.id,
    customer_id: buyer.customerId,
    customer_group_id: buyer.groupId,
    website_id: buyer.websiteId,
    currency,
    prices_include_tax: settings.tax,
    price_code: selected.code,
    record_type: selected.recordType,
    record_id: selected.recordId,
    parent_id: selected.parentId,
    unit_price: written(unitPrice),
    final_price: written(rounded(unitPrice, currencyDigits(currency))),
    row_total: written(timesRounded(unitPrice, qty, currencyDigits(currency))),
    original_price: number(original),
    discount_amount: number(original === null ? null : original - unitPrice),
    discount_percent: number(struck ? percentage(original - unitPrice, original) : null),
    special_price: number(offered('special_price')),
    tiers,
    candidates: rows.map((row) => ({
      price_code: row.code,
      record_type: row.recordType,
      record_id: row.recordId,
      parent_id: row.parentId,
      ...row.said,
      price: row.price === undefined ? null : written(row.price),
      reason: reasons.get(row) ?? null,
    })),
  };
};

export type SlowAnswer = NonNullable<ReturnType<typeof slowAnswer>>;
