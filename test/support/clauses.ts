/**
 * Requirements of standards and laws on a passport service, each with its clause and the date on which the test was
 * compared with it. `scripts/conformance.mjs` reads these calls as text to generate docs/conformance.md, so their first
 * arguments must be plain strings.
 */

/** A requirement that this test proves. */
export const clause = (name: string, checked: string, statement: string, shows: () => Promise<void>): void =>
  it(`${name}: ${statement} (${checked})`, shows);

/** A requirement that a test elsewhere proves: `e2e/dpp-grants: words of its title`. */
export const shownBy = (_name: string, _checked: string, _statement: string, _test: string): void => undefined;

/** A requirement that is not fulfilled, with the reason. */
export const notFulfilled = (_name: string, _checked: string, _statement: string, _why: string): void => undefined;
