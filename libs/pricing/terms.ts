import {
  addDays,
  type Change,
  type Day,
  type Decimal,
  type Fault,
  HUNDRED,
  invalidValue,
  isReversed,
  type Period,
} from '../kernel/index.js';
import { DISCOUNT_PERCENT } from './codes.js';

/** The validity period of a record, both days included; null is open (pricing.md §1). */
export interface Dated {
  readonly fromDate: Day | null;
  readonly toDate: Day | null;
}

const later = (one: Day | null, other: Day | null): Day | null =>
  one === null || (other !== null && other > one) ? other : one;
const earlier = (one: Day | null, other: Day | null): Day | null =>
  one === null || (other !== null && other < one) ? other : one;

/** The intersection of two periods; the ends are reversed if it is empty. */
export const meeting = (one: Period, other: Period): Period => ({
  from: later(one.from, other.from),
  to: earlier(one.to, other.to),
});

/**
 * The days in a range (both ends included) on which any of these periods starts or has just ended, and the first day
 * of the range.
 */
export const changeDays = (
  periods: readonly Dated[],
  { from, to }: { readonly from: Day; readonly to: Day },
): readonly Day[] => {
  const days = new Set<Day>([from]);
  for (const { fromDate, toDate } of periods) {
    if (fromDate !== null && fromDate > from && fromDate <= to) days.add(fromDate);
    if (toDate !== null && toDate >= from && toDate < to) days.add(addDays(toDate, 1));
  }
  return [...days].sort();
};

/** The properties of a block C record that the rules use. */
export interface Terms extends Dated {
  readonly priceApplicationType: number;
}

/** Rejects a `to_date` before `from_date`. */
export const periodFaults = ({ fromDate, toDate }: Dated): readonly Fault[] =>
  isReversed({ from: fromDate, to: toDate }) ? [invalidValue('to_date', toDate, 'a date on or after from_date')] : [];

/** The rules across the fields of block C. `amountField` is the field with the amount: `value` or `price`. */
export const termsFaults = (record: Terms, amount: Decimal, amountField: string): readonly Fault[] => [
  ...periodFaults(record),
  ...(record.priceApplicationType === DISCOUNT_PERCENT && amount.gt(HUNDRED)
    ? [invalidValue(amountField, amount.toFixed(), 'discounts of at most 100 percent')]
    : []),
];

/**
 * Change-log entries for a write, without duplicates: for everything that the record referred to before or refers to
 * now (pricing.md §5).
 */
export const touched = <T>(
  previous: T | undefined,
  next: T | undefined,
  about: (record: T) => Change,
): readonly Change[] => {
  const [before, after] = [previous && about(previous), next && about(next)];
  const same =
    before && after && before.scope === after.scope && before.id === after.id && before.productId === after.productId;
  return [...(before && !same ? [before] : []), ...(after ? [after] : [])];
};
