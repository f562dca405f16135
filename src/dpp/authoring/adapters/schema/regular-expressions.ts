import { RE2JS } from 're2js';
import { SCHEMA_LIMITS } from '../../../templates/domain/index.js';

/** Instructions of the program that a pattern becomes: matching takes at most so many steps for each character. */
export const programSize = (pattern: string): number => RE2JS.compile(pattern).programSize();

/**
 * Patterns of merchants, matched in time that grows with program and text alone (RE2): a pattern that would take a
 * backtracking engine years takes this one microseconds. Look-around and back references don't exist there and are
 * refused. A text too long for its pattern doesn't match: it is longer than its `maxLength` too, else the template
 * hadn't been taken.
 *
 * Ajv tells patterns apart by their `toString()`: without one of its own each would be matched by the first one met.
 */
export const linearPattern = (pattern: string): RegExp => {
  const compiled = RE2JS.compile(pattern);
  const longest = SCHEMA_LIMITS.patternSteps / compiled.programSize();
  return {
    test: (text: string) => text.length <= longest && compiled.matcher(text).find(),
    toString: () => `linear /${pattern}/`,
  } as unknown as RegExp;
};
