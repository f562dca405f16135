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

/** The days of a record, both included; null is open (pricing.md §1). */
export interface Dated {
  readonly fromDate: Day | null;
  readonly toDate: Day | null;
}

const later = (one: Day | null, other: Day | null): Day | null =>
  one === null || (other !== null && other > one) ? other : one;
const earlier = (one: Day | null, other: Day | null): Day | null =>
  one === null || (other !== null && other < one) ? other : one;

/** The days on which both hold; reversed if there are none. */
export const meeting = (one: Period, other: Period): Period => ({
  from: later(one.from, other.from),
  to: earlier(one.to, other.to),
});

/** The days of a span, both ends included, on which any of these can begin to hold or cease to; its first day too. */
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

/** The properties of a block C record that its rules use. */
export interface Terms extends Dated {
  readonly priceApplicationType: number;
}

/** `to_date` before `from_date` is refused. */
export const periodFaults = ({ fromDate, toDate }: Dated): readonly Fault[] =>
  isReversed({ from: fromDate, to: toDate }) ? [invalidValue('to_date', toDate, 'a date on or after from_date')] : [];

/** The rules across the fields of block C; `amountField` is the one that carries the amount: `value` or `price`. */
export const termsFaults = (record: Terms, amount: Decimal, amountField: string): readonly Fault[] => [
  ...periodFaults(record),
  ...(record.priceApplicationType === DISCOUNT_PERCENT && amount.gt(HUNDRED)
    ? [invalidValue(amountField, amount.toFixed(), 'discounts of at most 100 percent')]
    : []),
];

/**
 * Change-log entries of a write: everything the record referred to before or refers to now, each once (pricing.md §5).
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
