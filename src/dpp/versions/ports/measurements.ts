import { type Fault, sentence } from '../../../../libs/kernel/index.js';
import type { Json } from '../../passport/domain/index.js';

/**
 * Measured points that can only increase (Regulation (EU) 2023/1542, Annex VII), so that a lower value is a
 * contradiction.
 */
export const COUNTERS = [
  'cycle_count',
  'full_equivalent_cycles',
  'energy_throughput_kwh',
  'capacity_throughput_ah',
  'deep_discharges',
] as const;

/** Who measured: a grant or a signed-in caller. */
export interface Measurer {
  readonly kind: 'grant' | 'admin' | 'integration' | 'operator';
  readonly id: number | null;
}

export interface Measurement {
  readonly point: string;
  readonly at: Date;
  readonly value: Json;
}

/** Voids the value of a point at an instant, because it is wrong. */
export interface VoidedMeasurement {
  readonly point: string;
  readonly at: Date;
  readonly reason: string;
}

/** A value that contradicts the previous one. */
export interface Contradiction extends Measurement {
  readonly former: Measurement;
}

export const contradictionFault = ({ point, at, value, former }: Contradiction): Fault =>
  sentence('%point is %value at %at, but was %before at %earlier. Void the wrong value.', {
    point,
    value,
    at: at.toISOString(),
    before: former.value,
    earlier: former.at.toISOString(),
  });

export interface StoredMeasurement extends Measurement {
  /** Reason for voiding; null if valid. */
  readonly voided: string | null;
}

/** Initial values of a published passport. */
export interface StartedMeasurements {
  readonly passportId: number;
  readonly values: readonly Measurement[];
}

/** Measurements of passports. Append-only. */
export abstract class Measurements {
  /**
   * Adds entries that do not exist yet (by passport, point and instant) and returns their number. `InputRefused` if an
   * entry exists with another value, or if the value to void does not exist. A batch that adds something creates one
   * history entry. Writers of one passport run one after another. Only inside `Transactions.write`.
   */
  abstract add(
    passport: { readonly passportId: number; readonly version: number },
    values: readonly Measurement[],
    voided: readonly VoidedMeasurement[],
    by: Measurer,
    notedAt: Date,
  ): Promise<number>;

  /**
   * Adds initial values for points without measurements. Only inside `Transactions.write`. Items of a run share their
   * initial values until an item gets its own entry (docs/adr/0050-measurements.md).
   */
  abstract start(started: readonly StartedMeasurements[], by: Measurer): Promise<void>;

  /** The newest valid value of each point, optionally before an instant. */
  abstract newest(
    passportId: number,
    points: readonly string[],
    before?: Date | null,
  ): Promise<ReadonlyMap<string, Measurement>>;

  /**
   * Valid values of `COUNTERS` that are lower than the previous one; newest first, at most 20. With a period, only
   * contradictions caused by values in the period.
   */
  abstract contradictions(
    passportId: number,
    points: readonly string[],
    period?: { readonly from: Date; readonly to: Date },
  ): Promise<readonly Contradiction[]>;

  /** Points that have measurements, including points whose measurements were all voided. */
  abstract measured(passportId: number, points: readonly string[]): Promise<ReadonlySet<string>>;

  /** Measurements of a point, oldest first, from an instant (inclusive) to another one (exclusive). */
  abstract series(
    passportId: number,
    point: string,
    period: { readonly from: Date | null; readonly to: Date | null },
    count: number,
  ): Promise<readonly StoredMeasurement[]>;
}
