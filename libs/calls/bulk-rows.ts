import { sentence } from '../kernel/index.js';
import { BrokenInput, mustBeAtMost } from '../records/index.js';
import { BULK_ROWS_MAX } from '../operations/index.js';

/** Largest number of values in all rows of a body, including nested ones: 200 for each row of the largest call. */
export const BULK_VALUES_MAX = 200 * BULK_ROWS_MAX;

/** Replaces a row that is not an object. */
export const noRow = (): BrokenInput => new BrokenInput(sentence('A record must be an object.'));

/** Replaces a row of more than `longest` bytes. */
export const tooLongRow = (longest: number): BrokenInput =>
  new BrokenInput(
    sentence('The record is longer than the limit of %max bytes (BODY_MAX_KB). Send a smaller record.', {
      max: longest,
    }),
  );

/** Refuses more rows than one call takes (bulk.md, "Sending rows"). */
export const mustBeFew = (count: number): void => mustBeAtMost(BULK_ROWS_MAX, count);
