import { Decimal } from '../../../../libs/kernel/index.js';
import { isJsonObject, type Json, type JsonObject } from '../../passport/domain/index.js';
import { valueAt, type PayloadFault } from './conditions.js';
import type { TemplateRule } from './template.js';

type ListSumRule = Extract<TemplateRule, { rule: 'sums_to' }>;
type SumRule = Extract<TemplateRule, { rule: 'sum_of' }>;

const fault = (path: string, message: string): PayloadFault => ({ path: path.split('.'), message, missing: false });

/** Uses exact decimal arithmetic, so that 0.1 + 0.2 is 0.3. */
const isOff = (sum: Decimal, total: number, tolerance = 0): boolean => sum.minus(total).abs().gt(tolerance);

/** Sums list entries in each group. */
export const listSumFaults = (rule: ListSumRule, payload: JsonObject): readonly PayloadFault[] => {
  const entries = valueAt(payload, rule.list);
  if (!Array.isArray(entries)) return [];
  const totals = new Map<string, Decimal>();
  for (const entry of (entries as readonly Json[]).filter(isJsonObject)) {
    const share = entry[rule.field];
    if (typeof share !== 'number') continue;
    const by = rule.by === undefined ? undefined : entry[rule.by];
    const group = typeof by === 'string' ? by : '';
    totals.set(group, (totals.get(group) ?? new Decimal(0)).plus(share));
  }
  return [...totals]
    .filter(([, total]) => isOff(total, rule.total, rule.tolerance))
    .map(([group, total]) =>
      fault(
        rule.list,
        `${rule.field}${group === '' ? '' : ` of ${group}`} must add up to ${rule.total}, not ${total.toFixed()}`,
      ),
    );
};

/** Checks a sum only if all shares are present, because a missing share makes the sum unknown. */
export const sumFaults = ({ fields, field, tolerance }: SumRule, payload: JsonObject): readonly PayloadFault[] => {
  const total = valueAt(payload, field);
  const shares = fields.map((one) => valueAt(payload, one)).filter((share) => typeof share === 'number');
  if (typeof total !== 'number' || shares.length < fields.length) return [];
  const sum = shares.reduce<Decimal>((before, share) => before.plus(share), new Decimal(0));
  return isOff(sum, total, tolerance)
    ? [fault(field, `must be ${sum.toFixed()}, the sum of ${fields.join(', ')}`)]
    : [];
};
