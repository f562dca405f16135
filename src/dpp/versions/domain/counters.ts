import { type Fault, sentence } from '../../../../libs/kernel/index.js';
import type { Json } from '../../passport/domain/index.js';

/** Measured points that only count up (Regulation (EU) 2023/1542, Annex VII), so that a lower value contradicts. */
export const COUNTERS = [
  'cycle_count',
  'full_equivalent_cycles',
  'energy_throughput_kwh',
  'capacity_throughput_ah',
  'deep_discharges',
] as const;

interface Counted {
  readonly point: string;
  readonly at: Date;
  readonly value: Json;
}

export const contradictionFault = ({ point, at, value, former }: Counted & { readonly former: Counted }): Fault =>
  sentence('%point is %value at %at, but was %before at %earlier. Void the value that is wrong.', {
    point,
    value,
    at: at.toISOString(),
    before: former.value,
    earlier: former.at.toISOString(),
  });
