import type { Environment } from './environment.js';

/** Shorter names are within two letters of too many others. */
const SHORTEST = 8;
const LETTERS = 2;

/** Number of letters to insert, delete or replace; `most + 1` if there are more. */
const distance = (one: string, other: string, most: number): number => {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const replaced = (above[at - 1] ?? 0) + (one[row - 1] === other[at - 1] ? 0 : 1);
      line.push(Math.min(replaced, (above[at] ?? 0) + 1, (line[at - 1] ?? 0) + 1));
    }
    above = line;
  }
  return Math.min(above.at(-1) ?? 0, most + 1);
};

interface Misspelled {
  /** Errors: the setting that is probably meant is not set, so the server would use its default. */
  readonly faults: readonly string[];
  /** Warnings: the setting that is probably meant is set, so the other name may belong to other software. */
  readonly warnings: readonly string[];
}

/**
 * Finds names in the environment that are similar to those of settings. Names that differ only in case or by `_FILE`
 * count too, because neither is read.
 */
export const misspelled = (environment: Environment, settings: readonly string[]): Misspelled => {
  const isSet = (name: string): boolean => Boolean(environment[name] ?? environment[`${name}_FILE`]);
  const known = new Map(settings.flatMap((name) => [name, `${name}_FILE`].map((read) => [read, name] as const)));
  const [faults, warnings]: [string[], string[]] = [[], []];
  for (const given of Object.keys(environment)) {
    if (known.has(given) || !environment[given]) continue;
    const meant = [...known.keys()].filter(
      (name) => name.length >= SHORTEST && distance(given.toUpperCase(), name, LETTERS) <= LETTERS,
    );
    const unset = meant.find((name) => !isSet(known.get(name) ?? name));
    if (unset !== undefined)
      faults.push(
        `${given} is not a setting. Did you mean ${unset}? Correct the name; if other software uses it, set ${unset} as well.`,
      );
    else if (meant[0] !== undefined)
      warnings.push(
        `${given} is not a setting and is ignored. If it is a misspelling of ${meant[0]}, which is set, remove it`,
      );
  }
  return { faults, warnings };
};
