/**
 * What standards and laws ask of a passport service, each with its clause and the day on which somebody compared the test
 * with it. `scripts/conformance.mjs` reads these calls as text and makes docs/conformance.md of them, so their first
 * arguments are plain strings.
 */

/** A statement that this test shows. */
export const clause = (name: string, checked: string, statement: string, shows: () => Promise<void>): void =>
  it(`${name}: ${statement} (${checked})`, shows);

/** A statement that a test elsewhere shows: `e2e/dpp-grants: words of its title`. */
export const shownBy = (_name: string, _checked: string, _statement: string, _test: string): void => undefined;

/** A statement that does not hold, and why. */
export const notFulfilled = (_name: string, _checked: string, _statement: string, _why: string): void => undefined;
