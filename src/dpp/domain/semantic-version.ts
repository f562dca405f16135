const FORM = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?$/;

/** `major.minor.patch` with an optional pre-release, as Semantic Versioning 2.0.0 has it; build metadata isn't taken. */
export const isSemanticVersion = (text: string): boolean => FORM.test(text);

const NUMBER = /^\d+$/;

const compareIdentifiers = (one: string, other: string): number => {
  const [isNumber, isOtherNumber] = [NUMBER.test(one), NUMBER.test(other)];
  if (isNumber && isOtherNumber) return Number(one) - Number(other);
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return one < other ? -1 : one > other ? 1 : 0;
};

/** A version without a pre-release stands above those with one; of two the longer one where all else is the same. */
const comparePreReleases = (one: string | undefined, other: string | undefined): number => {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  const [left, right] = [one.split('.'), other.split('.')];
  for (const [place, identifier] of left.entries()) {
    const opposite = right[place];
    if (opposite === undefined) return 1;
    const order = compareIdentifiers(identifier, opposite);
    if (order !== 0) return order;
  }
  return left.length - right.length;
};

/** The order of semantic versions (Semantic Versioning 2.0.0, 11). */
export const compareVersions = (one: string, other: string): number => {
  const [left, right] = [FORM.exec(one), FORM.exec(other)];
  for (const part of [1, 2, 3]) {
    const order = Number(left?.[part]) - Number(right?.[part]);
    if (order !== 0) return order;
  }
  return comparePreReleases(left?.[4], right?.[4]);
};
