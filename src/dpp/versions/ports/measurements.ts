import type { Json } from '../../passport/domain/index.js';

/** Who measured: by a grant, or whoever is signed in. */
export interface Measurer {
  readonly kind: 'grant' | 'admin' | 'integration' | 'operator';
  readonly id: number | null;
}

/** One value of what changes in use. */
export interface Measurement {
  /** Name of a dynamic property of the template. */
  readonly point: string;
  readonly at: Date;
  readonly value: Json;
}

/** Says that the value of a point at an instant was wrong. */
export interface VoidedMeasurement {
  readonly point: string;
  readonly at: Date;
  readonly reason: string;
}

export interface StoredMeasurement extends Measurement {
  /** Why it was voided; null: it is good. */
  readonly voided: string | null;
}

/**
 * What was measured of passports: entries are added and never changed. Items of a run begin with what the run says of them,
 * without a call of `begin`.
 */
export abstract class Measurements {
  /**
   * Adds what isn't there yet, by passport, point and instant, and answers how many those were. `InputRefused` where another value
   * is there, or one is voided that isn't. A batch that adds something is one entry of the passport's history. Those who add to one
   * passport at once follow one another. Only inside `Transactions.write`.
   */
  abstract add(
    passport: { readonly passportId: number; readonly version: number },
    values: readonly Measurement[],
    voided: readonly VoidedMeasurement[],
    by: Measurer,
    notedAt: Date,
  ): Promise<number>;

  /** Where nothing was measured of a point yet, what it begins with. Only inside `Transactions.write`. */
  abstract begin(passportId: number, values: readonly Measurement[], by: Measurer): Promise<void>;

  /** Of each of these points the newest value that isn't voided, of all or of those before an instant. */
  abstract newest(
    passportId: number,
    points: readonly string[],
    before?: Date | null,
  ): Promise<ReadonlyMap<string, Measurement>>;

  /** Those of these points of which something was measured, be it voided. */
  abstract measured(passportId: number, points: readonly string[]): Promise<ReadonlySet<string>>;

  /** Of one point, oldest first, from an instant to before another. */
  abstract series(
    passportId: number,
    point: string,
    period: { readonly from: Date | null; readonly to: Date | null },
    count: number,
  ): Promise<readonly StoredMeasurement[]>;
}
