const NUMBER = /0*(\d+)/g;

/**
 * What texts compare by, code by code, to stand in natural order as PHP's `strnatcmp` has it: numbers in them count as
 * numbers, so `[2]` comes before `[10]`; everything else by its codes. For encoded names, which hold no blanks.
 *
 * Each number is written as `0`, how long it is, and its digits without leading zeros: so a longer one is larger, and any of
 * them stands to other signs as a digit does.
 */
export const naturalKey = (text: string): string =>
  text.replace(NUMBER, (_, digits: string) => `0${String.fromCharCode(digits.length)}${digits}`);
