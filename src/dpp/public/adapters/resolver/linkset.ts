import { digitalLink, type PublicPassport } from '../../../passport/domain/index.js';
import type { PublishedPassport } from '../../ports/published-passports.js';
import { isolatedText } from '../page/bidi.js';
import { PAGE_LANGUAGES } from '../page/languages.js';
import type { LinkKey } from './digital-link-path.js';
import { linkTypeOf } from './document-link-types.js';
import {
  DEFAULT_LINK,
  DEFAULT_LINKS,
  nameInLinkset,
  PREDECESSOR,
  type RegisteredType,
  SUCCESSOR,
} from './link-types.js';

/** A link as RFC 9264 writes it; the default one has no more than address and title. */
export interface Link {
  readonly href: string;
  readonly title: string;
  readonly type?: string;
  readonly hreflang?: readonly string[];
}

const LINEAGE_TITLES: Readonly<Record<RegisteredType, string>> = {
  [PREDECESSOR]: 'Predecessor passport',
  [SUCCESSOR]: 'Successor passport',
};

/** Links by the name of their type, of GS1's vocabulary or registered, the default one among them. */
type Links = Readonly<Record<string, readonly Link[]>>;

const nameOf = ({ product_name, sku }: PublicPassport): string =>
  product_name?.['en'] ?? Object.values(product_name ?? {})[0] ?? sku;

/** GS1's schema of linksets knows languages of two letters, with a country at most. */
const isLinkLanguage = (tag: string | null): tag is string => tag !== null && /^[a-z]{2}(?:-[a-z]{2})?$/i.test(tag);

const documentLinks = (documents: PublicPassport['documents']): Links => {
  const links: Record<string, Link[]> = {};
  for (const { kind, title, url, language } of documents) {
    const type = linkTypeOf(kind);
    const link = {
      href: url,
      title: isolatedText(title),
      ...(isLinkLanguage(language) ? { hreflang: [language] } : {}),
    };
    if (type !== undefined) links[type] = [...(links[type] ?? []), link];
  }
  return links;
};

/** What it follows, or what follows it: passports, whose content is theirs to tell. */
const lineage = (type: RegisteredType, addresses: readonly string[]): Links =>
  addresses.length === 0 ? {} : { [type]: addresses.map((href) => ({ href, title: LINEAGE_TITLES[type] })) };

/** Where EN 18222 reads a passport: its identifier, the address of its page, as one segment. */
const readingAddress = (uuid: string, baseUrl: string): string =>
  `${baseUrl}/dpp/v1/dpps/${encodeURIComponent(`${baseUrl}/dpp/${uuid}`)}`;

/** Of passports that are remembered, as long as they are: a scanned code is read by many. */
const knownLinks = new WeakMap<PublishedPassport, Links>();

/**
 * What leads from a passport: its JSON, which is the default for whoever asks for nothing else; its page, its linked data at
 * the same address, and its documents.
 */
export const linksOf = (passport: PublishedPassport, baseUrl: string): Links => {
  const known = knownLinks.get(passport);
  if (known) return known;
  const made = madeLinks(passport, baseUrl);
  knownLinks.set(passport, made);
  return made;
};

const madeLinks = ({ uuid, json, publicUrl, successors }: PublishedPassport, baseUrl: string): Links => {
  const view = JSON.parse(json) as PublicPassport;
  const title = `Digital product passport: ${isolatedText(nameOf(view))}`;
  const page: Link = { href: publicUrl, title, type: 'text/html', hreflang: PAGE_LANGUAGES };
  const data: Link = { href: publicUrl, title: `${title} (JSON-LD)`, type: 'application/ld+json' };
  const read: Link = { href: readingAddress(uuid, baseUrl), title: `${title} (JSON)`, type: 'application/json' };
  return {
    pip: [page],
    dpp: [page, data, read],
    ...documentLinks(view.documents),
    ...lineage(PREDECESSOR, view.predecessors ?? []),
    ...lineage(SUCCESSOR, successors),
    [DEFAULT_LINK]: [{ href: read.href, title }],
    [DEFAULT_LINKS]: [read, page, data],
  };
};

/** One level of a key with what is published for it. */
export interface LinkLevel {
  readonly key: LinkKey;
  readonly passport: PublishedPassport;
}

/** The address that stands for a key: an item's is without its batch. */
export const anchorOf = ({ gtin, batch, serial }: LinkKey, baseUrl: string): string =>
  digitalLink(baseUrl, { gtin, batch: batch ?? null, serial: serial ?? null });

/** The linkset of these levels (passports-public.md, "Resolver"), the asked one first. */
export const linksetOf = (levels: readonly LinkLevel[], baseUrl: string): object => ({
  linkset: levels.map(({ key, passport }) => ({
    anchor: anchorOf(key, baseUrl),
    itemDescription: nameOf(JSON.parse(passport.json) as PublicPassport),
    ...Object.fromEntries(
      Object.entries(linksOf(passport, baseUrl)).map(([type, links]) => [nameInLinkset(type), links]),
    ),
  })),
});

/** Of several links of a type the one in the language that is wanted most, else the first. */
export const bestLink = (links: readonly Link[], languages: readonly string[]): Link | undefined => {
  const speaks = ({ hreflang = [] }: Link, wanted: string): boolean =>
    hreflang.some((tag) => tag.toLowerCase() === wanted || tag.slice(0, 2).toLowerCase() === wanted.split('-')[0]);
  for (const wanted of languages) {
    const found = links.find((link) => speaks(link, wanted));
    if (found) return found;
  }
  return links[0];
};

/** An address with further pairs in its query: behind those that it has, in front of its fragment. */
export const withQuery = (href: string, query: string): string => {
  if (query === '') return href;
  const [, address = href, fragment = ''] = /^([^#]*)(#.*)?$/s.exec(href) ?? [];
  return `${address}${address.includes('?') ? '&' : '?'}${query}${fragment}`;
};
