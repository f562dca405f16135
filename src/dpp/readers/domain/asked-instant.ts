import { parseDay } from '../../../../libs/kernel/index.js';

const FORM = /^(\d{4}-\d{2}-\d{2})(?:T(?:[01]\d|2[0-3]):\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;
/** In UTC, whatever the zone that was said: years that every instant is written in four digits with. */
const YEARS = { first: 1970, last: 9999 } as const;

/** An instant, or the beginning of a day in UTC; undefined for anything else, days that don't exist among that. */
export const instantOf = (text: string): Date | undefined => {
  // The language takes 30 February for 2 March.
  const day = FORM.exec(text)?.[1];
  if (day === undefined || parseDay(day) === undefined) return undefined;
  const at = new Date(text);
  const year = at.getUTCFullYear();
  return year >= YEARS.first && year <= YEARS.last ? at : undefined;
};
