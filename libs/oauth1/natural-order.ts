const NUMBER = /0*(\d+)/g;

/**
 * A sort key for natural order like PHP's `strnatcmp`: numbers are compared by value, so `[2]` comes before `[10]`;
 * everything else by character code. For encoded names, which contain no spaces. Each number becomes `0`, its length,
 * and its digits without leading zeros, so that longer numbers are larger and numbers compare to other characters like
 * digits.
 */
export const naturalKey = (text: string): string =>
  text.replace(NUMBER, (_, digits: string) => `0${String.fromCharCode(digits.length)}${digits}`);
