/** First and last byte, both included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** Result of a request's conditions and range, for a file of this size with this strong ETag. */
type BytesVerdict = { readonly status: 200 | 304 | 412 | 416 } | { readonly status: 206; readonly range: ByteRange };

/** The relevant headers, with Node.js names. */
export type ConditionHeaders = Readonly<
  Partial<Record<'if-match' | 'if-none-match' | 'if-range' | 'range', string | undefined>>
>;

/** Comma-separated tags; a tag may contain a comma. */
const tagsOf = (header: string): readonly string[] => header.match(/(?:W\/)?"[^"]*"|\*/g) ?? [];

/** Strong comparison (RFC 9110 §13.1.1). */
const matches = (header: string, etag: string): boolean => tagsOf(header).some((tag) => tag === '*' || tag === etag);

/** Weak comparison (RFC 9110 §13.1.2). */
export const matchesWeakly = (header: string, etag: string): boolean =>
  tagsOf(header).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag);

/** Spaces are trimmed later: a pattern with spaces at both ends would backtrack over long runs of them. */
const RANGE = /^bytes=(.*)$/i;
const SPEC = /^(\d*)-(\d*)$/;

/** Parses a single range; undefined if it is invalid or outside of the file. */
const rangeOf = (spec: string, size: number): ByteRange | undefined => {
  const [, from = '', to = ''] = SPEC.exec(spec) ?? [];
  if (from === '' && to === '') return undefined;
  const last = size - 1;
  if (from === '') {
    const length = Number(to);
    return length === 0 ? undefined : { first: Math.max(0, size - length), last };
  }
  const first = Number(from);
  const wanted = to === '' ? last : Number(to);
  return first > last || wanted < first ? undefined : { first, last: Math.min(wanted, last) };
};

/**
 * Evaluates the conditions, then the range (RFC 9110 §13.2.2). Other units and multiple ranges are ignored, as §14.2
 * allows, so that the whole file is sent. Files have no date here, so If-Range with a date never matches, and date
 * conditions are ignored.
 */
export const evaluateConditions = (
  method: string,
  headers: ConditionHeaders,
  { size, etag }: { readonly size: number; readonly etag: string },
): BytesVerdict => {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch, 'if-range': ifRange, range } = headers;
  if (ifMatch !== undefined && !matches(ifMatch, etag)) return { status: 412 };
  if (ifNoneMatch !== undefined && matchesWeakly(ifNoneMatch, etag)) return { status: 304 };
  const spec = RANGE.exec(range ?? '')?.[1]?.trim();
  if (method !== 'GET' || spec === undefined || spec.includes(',')) return { status: 200 };
  if (ifRange !== undefined && ifRange.trim() !== etag) return { status: 200 };
  const found = rangeOf(spec, size);
  return found ? { status: 206, range: found } : { status: 416 };
};
