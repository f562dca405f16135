import { parseDay } from '../../../../libs/kernel/index.js';

const FORM = /^(\d{4}-\d{2}-\d{2})(?:T(?:[01]\d|2[0-3]):\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;
/** In UTC; within these years every instant has a four-digit year. */
const YEARS = { first: 1970, last: 9999 } as const;

/** An instant, or the start of a day in UTC; undefined for anything else, including nonexistent days. */
export const instantOf = (text: string): Date | undefined => {
  // JavaScript parses 30 February as 2 March.
  const day = FORM.exec(text)?.[1];
  if (day === undefined || parseDay(day) === undefined) return undefined;
  const at = new Date(text);
  const year = at.getUTCFullYear();
  return year >= YEARS.first && year <= YEARS.last ? at : undefined;
};
