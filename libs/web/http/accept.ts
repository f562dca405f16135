interface MediaRange {
  readonly range: string;
  readonly quality: number;
}

/** More than any client sends. The number is limited because each range is compared with each offered type. */
const RANGES_MAX = 100;

const rangesOf = (header: string): readonly MediaRange[] =>
  header.split(',', RANGES_MAX).flatMap((part) => {
    const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    if (range === '') return [];
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return [{ range, quality: quality === undefined ? 1 : Number(quality) || 0 }];
  });

/** From the most to the least specific; the first one in the header decides. */
const RANGES_OF_JSON = ['application/json', 'application/*', '*/*'] as const;

/** Whether an Accept header allows JSON; a missing or empty one allows everything (wire.md §1). */
export const admitsJson = (header: string | undefined): boolean => {
  if (header === undefined || header === '' || header === '*/*' || header === 'application/json') return true;
  const ranges = rangesOf(header);
  if (ranges.length === 0) return true;
  for (const wanted of RANGES_OF_JSON) {
    const found = ranges.find(({ range }) => range === wanted);
    if (found) return found.quality > 0;
  }
  return false;
};

/**
 * Quality of a media type from the most specific matching range: the type, then `text/*`, then all. Undefined if none
 * matches.
 */
const qualityOf = (type: string, ranges: readonly MediaRange[]): number | undefined =>
  [type, `${type.split('/')[0]}/*`, '*/*']
    .map((wanted) => ranges.find(({ range }) => range === wanted)?.quality)
    .find((quality) => quality !== undefined);

/** The offered type that an Accept header prefers; the first one if several are equal. */
export const preferredType = <T extends string>(header: string | undefined, offered: readonly [T, ...T[]]): T => {
  const ranges = rangesOf(header ?? '');
  const qualityFor = (type: string): number => qualityOf(type, ranges) ?? 0;
  return offered.reduce((best, type) => (qualityFor(type) > qualityFor(best) ? type : best), offered[0]);
};

/** Whether an Accept header contains the type itself; wildcards do not count. */
export const namesType = (header: string | undefined, type: string): boolean =>
  rangesOf(header ?? '').some(({ range, quality }) => range === type && quality > 0);

/** Whether an Accept-Encoding header allows an encoding. Without the header, responses are not compressed. */
export const acceptsEncoding = (header: string | undefined, encoding: 'gzip' | 'br'): boolean => {
  const ranges = rangesOf(header ?? '');
  const found = ranges.find(({ range }) => range === encoding) ?? ranges.find(({ range }) => range === '*');
  return found !== undefined && found.quality > 0;
};

export const acceptsGzip = (header: string | undefined): boolean => acceptsEncoding(header, 'gzip');
