/** Where GS1's link types are defined. */
export const GS1_VOCABULARY = 'https://ref.gs1.org/voc/';
export const GS1_PREFIX = 'gs1:';

/** Former addresses of the same vocabulary, which printed links may still carry. */
const FORMER = ['https://gs1.org/voc/', 'https://www.gs1.org/voc/', 'http://gs1.org/voc/'];

export const DEFAULT_LINK = 'defaultLink';
/** Default links among which the media types decide that somebody asks for. */
export const DEFAULT_LINKS = 'defaultLinkMulti';
/** Asks for the list of all links; `all` is the word of older versions of the standard. */
const LINKSET_WORDS: ReadonlySet<string> = new Set(['linkset', 'all']);

/** Link types that GS1 has no word for, by their registered names (RFC 5829). */
export const PREDECESSOR = 'predecessor-version';
export const SUCCESSOR = 'successor-version';
export type RegisteredType = typeof PREDECESSOR | typeof SUCCESSOR;

const isRegistered = (type: string): boolean => type === PREDECESSOR || type === SUCCESSOR;

/** As a linkset names a type: registered ones by their name, those of GS1 by their address. */
export const nameInLinkset = (type: string): string => (isRegistered(type) ? type : `${GS1_VOCABULARY}${type}`);

export type Wanted =
  | { readonly kind: 'linkset' }
  /** The name of a link type in GS1's vocabulary or a registered one; any other that is asked for is there nowhere. */
  | { readonly kind: 'link'; readonly type: string | undefined };

/** Reads `linkType`: a word, `gs1:pip`, the full address of a type or a registered name. */
export const wantedBy = (linkType: string): Wanted => {
  if (LINKSET_WORDS.has(linkType)) return { kind: 'linkset' };
  if (isRegistered(linkType)) return { kind: 'link', type: linkType };
  const space = [GS1_PREFIX, GS1_VOCABULARY, ...FORMER].find((one) => linkType.startsWith(one));
  const type = space === undefined ? undefined : linkType.slice(space.length);
  return { kind: 'link', type: type !== undefined && isRegistered(type) ? undefined : type };
};
