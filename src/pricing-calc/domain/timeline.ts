import { addDays, type Day, type Decimal, InputRefused } from '../../../libs/kernel/index.js';
import { type Buyer, changeDays, type Dated, type Line } from '../../../libs/pricing/index.js';
import { unitPriceOf } from './figures.js';
import { countOf, type Loaded, priceLine } from './price-line.js';
import type { Candidate } from './select-price.js';

/** The requested days, both inclusive. */
export interface Period {
  readonly from: Day;
  readonly to: Day;
}

interface PeriodPrice {
  /** Rounded to `price_precision`. */
  readonly unitPrice: Decimal;
  readonly selected: Candidate;
}

export interface PricedPeriod extends Period {
  /** undefined if the buyer has no price on these days. */
  readonly price: PeriodPrice | undefined;
}

const LAST_DAY = '9999-12-31' as Day;

/** The same day some years later, as text for comparing with days. It need not exist (February 29). */
const yearsLater = (start: Day, years: number): string =>
  `${String(Number(start.slice(0, 4)) + years).padStart(4, '0')}${start.slice(4)}`;

/** The limit is the same day ten years later (pricing-tools.md, "Timeline"). */
export const isTooLong = ({ from, to }: Period): boolean => {
  const end = yearsLater(from, 10);
  return end.length === from.length && to > end;
};

/** The default end: 365 days in total. */
export const usualEnd = (from: Day): Day => (from > '9998-12-31' ? LAST_DAY : addDays(from, 364));

const special = ({ product: { specialFrom, specialTo } }: Pick<Line, 'product'>): Dated => ({
  fromDate: specialFrom,
  toDate: specialTo,
});

const isSame = (one: PeriodPrice | undefined, other: PeriodPrice | undefined): boolean => {
  if (!one || !other) return one === other;
  const [{ row: first }, { row: second }] = [one.selected.taken, other.selected.taken];
  return (
    one.unitPrice.eq(other.unitPrice) &&
    one.selected.code === other.selected.code &&
    first?.recordType === second?.recordType &&
    first?.id === second?.id
  );
};

/** Limit for rows times periods, some tenths of a second. */
export const TIMELINE_STEPS_MAX = 500_000;

const tooMuch = (): InputRefused =>
  InputRefused.sentence(
    'The timeline requires more than %max calculation steps, because too many prices change in the period. Request a shorter period.',
    { max: TIMELINE_STEPS_MAX },
  );

/**
 * Prices a line once for each span between two days of change and joins equal neighbors. The spans cover all requested
 * days, including those without a price. Throws `InputRefused` for more than `TIMELINE_STEPS_MAX` steps.
 */
export const timelineOf = (
  loaded: readonly Loaded[],
  line: Pick<Line, 'product' | 'qty'>,
  buyer: Buyer,
  period: Period,
): readonly PricedPeriod[] => {
  const periods = loaded.flatMap(({ source, rows }) => source.periods(rows.get(line.product.id)));
  const days = changeDays([special(line), ...periods], period);
  const pricedPeriods: PricedPeriod[] = [];
  for (const [at, day] of days.entries()) {
    const priced = priceLine(loaded, { ...line, day }, buyer);
    if (at === 0 && countOf(priced) * days.length > TIMELINE_STEPS_MAX) throw tooMuch();
    const { selected } = priced;
    const price = selected && { unitPrice: unitPriceOf(selected.taken.price, buyer), selected };
    const next = days[at + 1];
    const to = next === undefined ? period.to : addDays(next, -1);
    const last = pricedPeriods.at(-1);
    if (last && isSame(last.price, price)) pricedPeriods.splice(-1, 1, { ...last, to });
    else pricedPeriods.push({ from: day, to, price });
  }
  return pricedPeriods;
};
