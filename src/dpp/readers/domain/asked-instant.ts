const INSTANT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** An instant, or the beginning of a day in UTC; undefined for anything else. */
export const instantOf = (text: string): Date | undefined => {
  const at = INSTANT.test(text) ? new Date(text) : undefined;
  return at === undefined || Number.isNaN(at.getTime()) ? undefined : at;
};
