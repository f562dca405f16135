/** Where GS1's link types are defined. */
export const GS1_VOCABULARY = 'https://ref.gs1.org/voc/';
export const GS1_PREFIX = 'gs1:';

/** Former addresses of the same vocabulary, which printed links may still carry. */
const FORMER = ['https://gs1.org/voc/', 'https://www.gs1.org/voc/', 'http://gs1.org/voc/'];

export const DEFAULT_LINK = 'defaultLink';
/** Asks for the list of all links; `all` is the word of older versions of the standard. */
const LINKSET_WORDS: ReadonlySet<string> = new Set(['linkset', 'all']);

export type Wanted =
  | { readonly kind: 'linkset' }
  /** The name of a link type in GS1's vocabulary; any other that is asked for is there nowhere. */
  | { readonly kind: 'link'; readonly type: string | undefined };

/** Reads `linkType`: a word, `gs1:pip` or the full address of a type. */
export const wantedBy = (linkType: string): Wanted => {
  if (LINKSET_WORDS.has(linkType)) return { kind: 'linkset' };
  const space = [GS1_PREFIX, GS1_VOCABULARY, ...FORMER].find((one) => linkType.startsWith(one));
  return { kind: 'link', type: space === undefined ? undefined : linkType.slice(space.length) };
};
