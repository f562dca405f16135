/** The target for a value. A value without a target is only printed. */
export interface Target {
  readonly most?: number;
  readonly least?: number;
}

export interface Figure {
  /** The heading above the value. */
  readonly part?: string;
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly digits?: number;
  readonly target?: Target;
}

export type Verdict = 'pass' | 'miss';

/** The value below which this share of the sorted values lies. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;

export const median = (values: readonly number[]): number =>
  quantile(
    [...values].sort((one, other) => one - other),
    0.5,
  );

/**
 * The verdict on a value. The limits of the target are included. A value that could not be measured misses the target.
 * Undefined without a target.
 */
export const judge = ({ value, target }: Figure): Verdict | undefined => {
  if (!target) return undefined;
  const { most = Infinity, least = -Infinity } = target;
  return value <= most && value >= least ? 'pass' : 'miss';
};

export const written = (value: number, digits = 0): string =>
  value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });

const WIDTH = 54;

const ends = ({ most, least }: Target, digits: number): string =>
  [
    ...(least === undefined ? [] : [`at least ${written(least, digits)}`]),
    ...(most === undefined ? [] : [`at most ${written(most, digits)}`]),
  ].join(', ');

/** A value as a line: `what   9.1 ms   (at most 10.0: pass)`. */
export const lineOf = (figure: Figure): string => {
  const { what, value, unit, digits = 0, target } = figure;
  const shown = `${what.padEnd(WIDTH)}${written(value, digits).padStart(10)} ${unit}`;
  return target ? `${shown.padEnd(WIDTH + 22)}${judge(figure)?.toUpperCase()} (${ends(target, digits)})` : shown;
};

/** Summary of a run: how many targets are met, and which ones are missed. */
export const summaryOf = (figures: readonly Figure[]): string => {
  const held = figures.filter(({ target }) => target !== undefined);
  const missed = held.filter((figure) => judge(figure) === 'miss');
  const met = `${held.length - missed.length} of ${held.length} targets met`;
  return missed.length === 0
    ? `${met}.`
    : [`${met}; missed:`, ...missed.map((figure) => `${figure.part ?? ''}: ${lineOf(figure)}`)].join('\n');
};
