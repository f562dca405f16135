/** Namespace of GS1 link types. */
export const GS1_VOCABULARY = 'https://ref.gs1.org/voc/';
export const GS1_PREFIX = 'gs1:';

/** Older namespaces that printed links can still contain. */
const FORMER = ['https://gs1.org/voc/', 'https://www.gs1.org/voc/', 'http://gs1.org/voc/'];

export const DEFAULT_LINK = 'defaultLink';
/** Link type of default links that are selected by media type. */
export const DEFAULT_LINKS = 'defaultLinkMulti';
/** Values that request the linkset. `all` comes from older versions of the standard. */
const LINKSET_WORDS: ReadonlySet<string> = new Set(['linkset', 'all']);

/** Registered link relations for types that GS1 lacks (RFC 5829). */
export const PREDECESSOR = 'predecessor-version';
export const SUCCESSOR = 'successor-version';
export type RegisteredType = typeof PREDECESSOR | typeof SUCCESSOR;

const isRegistered = (type: string): boolean => type === PREDECESSOR || type === SUCCESSOR;

/** Names in a linkset: registered relations by name, GS1 types by IRI. */
export const nameInLinkset = (type: string): string => (isRegistered(type) ? type : `${GS1_VOCABULARY}${type}`);

export type Wanted =
  | { readonly kind: 'linkset' }
  /**
   * A link type from GS1's vocabulary or a registered relation; undefined for any other type, which matches no link.
   */
  | { readonly kind: 'link'; readonly type: string | undefined };

/** Parses `linkType`: a word, `gs1:pip`, a full IRI or a registered name. */
export const wantedBy = (linkType: string): Wanted => {
  if (LINKSET_WORDS.has(linkType)) return { kind: 'linkset' };
  if (isRegistered(linkType)) return { kind: 'link', type: linkType };
  const space = [GS1_PREFIX, GS1_VOCABULARY, ...FORMER].find((one) => linkType.startsWith(one));
  const type = space === undefined ? undefined : linkType.slice(space.length);
  return { kind: 'link', type: type !== undefined && isRegistered(type) ? undefined : type };
};
