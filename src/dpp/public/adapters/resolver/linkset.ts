import { asciiAddress, digitalLink, type PublicPassport } from '../../../passport/domain/index.js';
import type { PublishedPassport } from '../../ports/published-passports.js';
import { isolatedText } from '../page/bidi.js';
import { lookupLanguage, PAGE_LANGUAGES } from '../page/languages.js';
import { linkTypeOf } from './document-link-types.js';
import {
  DEFAULT_LINK,
  DEFAULT_LINKS,
  nameInLinkset,
  PREDECESSOR,
  type RegisteredType,
  SUCCESSOR,
} from './link-types.js';
import type { DigitalLink } from '../../domain/gs1/read-digital-link.js';

/** The key in a GS1 Digital Link: a GTIN, optionally with batch or serial number. */
export interface LinkKey {
  /** GTIN with 14 digits. */
  readonly gtin: string;
  readonly batch: string | undefined;
  readonly serial: string | undefined;
}

/**
 * The key of a link; undefined without a GTIN. Qualifiers that passports do not use (variant, third party) are ignored,
 * so the link leads to the GTIN.
 */
export const linkKeyOf = ({ path }: DigitalLink): LinkKey | undefined => {
  const gtin = path.get('01');
  return gtin === undefined ? undefined : { gtin, batch: path.get('10'), serial: path.get('21') };
};

/** An RFC 9264 link. The default link has only an address and a title. */
export interface Link {
  readonly href: string;
  readonly title: string;
  readonly type?: string;
  readonly hreflang?: readonly string[];
  /** All languages, including those that a linkset cannot express. Not part of the response. */
  readonly languages?: readonly string[];
}

const LINEAGE_TITLES: Readonly<Record<RegisteredType, string>> = {
  [PREDECESSOR]: 'Predecessor passport',
  [SUCCESSOR]: 'Successor passport',
};

/** Links by type name (GS1, registered and default). */
type Links = Readonly<Record<string, readonly Link[]>>;

const nameOf = ({ product_name, sku }: PublicPassport): string =>
  product_name?.['en'] ?? Object.values(product_name ?? {})[0] ?? sku;

/** GS1's linkset schema allows only two-letter languages with an optional country. */
const isLinkLanguage = (tag: string | null): tag is string => tag !== null && /^[a-z]{2}(?:-[a-z]{2})?$/i.test(tag);

const documentLinks = (documents: PublicPassport['documents']): Links => {
  const links: Record<string, Link[]> = {};
  for (const { kind, title, url, language } of documents) {
    const type = linkTypeOf(kind);
    const link = {
      href: asciiAddress(url),
      title: isolatedText(title),
      ...(isLinkLanguage(language) ? { hreflang: [language] } : {}),
      ...(language === null ? {} : { languages: [language] }),
    };
    if (type !== undefined) links[type] = [...(links[type] ?? []), link];
  }
  return links;
};

/** Links to predecessors or successors. Only their addresses are listed, because their own passports describe them. */
const lineage = (type: RegisteredType, addresses: readonly string[]): Links =>
  addresses.length === 0
    ? {}
    : { [type]: addresses.map((href) => ({ href: asciiAddress(href), title: LINEAGE_TITLES[type] })) };

/** The EN 18222 URL of a passport, with its identifier (the page URL) as one segment. */
const readingAddress = (uuid: string, baseUrl: string): string =>
  `${baseUrl}/dpp/v1/dpps/${encodeURIComponent(`${baseUrl}/dpp/${uuid}`)}`;

/** Cached with the passport, because scanned codes are read often. */
const knownLinks = new WeakMap<PublishedPassport, Links>();

/** Links of a passport: its JSON (the default), its page, linked data at the page URL, and its documents. */
export const linksOf = (passport: PublishedPassport, baseUrl: string): Links => {
  const known = knownLinks.get(passport);
  if (known) return known;
  const made = madeLinks(passport, baseUrl);
  knownLinks.set(passport, made);
  return made;
};

const RECALL_TITLE = 'Recall of this product';

/** Links of a recall: the page with its notice. */
const recall = ({ notice, publicUrl }: PublishedPassport): Links =>
  notice?.status === 'recalled'
    ? {
        recallStatus: [publicUrl, ...(notice.link === null ? [] : [notice.link])].map((href) => ({
          href: asciiAddress(href),
          title: RECALL_TITLE,
        })),
      }
    : {};

const madeLinks = (passport: PublishedPassport, baseUrl: string): Links => {
  const { uuid, json, publicUrl, successors } = passport;
  const view = JSON.parse(json) as PublicPassport;
  const title = `Digital product passport: ${isolatedText(nameOf(view))}`;
  const page: Link = { href: publicUrl, title, type: 'text/html', hreflang: PAGE_LANGUAGES, languages: PAGE_LANGUAGES };
  const data: Link = { href: publicUrl, title: `${title} (JSON-LD)`, type: 'application/ld+json' };
  const read: Link = { href: readingAddress(uuid, baseUrl), title: `${title} (JSON)`, type: 'application/json' };
  return {
    pip: [page],
    dpp: [page, data, read],
    ...documentLinks(view.documents),
    ...lineage(PREDECESSOR, view.predecessors ?? []),
    ...lineage(SUCCESSOR, successors),
    ...recall(passport),
    [DEFAULT_LINK]: [{ href: read.href, title }],
    [DEFAULT_LINKS]: [read, page, data],
  };
};

/** A level of a key and its published passport. */
export interface LinkLevel {
  readonly key: LinkKey;
  readonly passport: PublishedPassport;
}

/** The anchor of a key. The anchor of an item omits the batch. */
export const anchorOf = ({ gtin, batch, serial }: LinkKey, baseUrl: string): string =>
  digitalLink(baseUrl, { gtin, batch: batch ?? null, serial: serial ?? null });

/** The linkset of these levels (passports-public.md, "Resolver"), starting with the requested one. */
export const linksetOf = (levels: readonly LinkLevel[], baseUrl: string): object => ({
  linkset: levels.map(({ key, passport }) => ({
    anchor: anchorOf(key, baseUrl),
    itemDescription: nameOf(JSON.parse(passport.json) as PublicPassport),
    ...Object.fromEntries(
      Object.entries(linksOf(passport, baseUrl)).map(([type, links]) => [
        nameInLinkset(type),
        links.map(({ languages: _, ...shown }) => shown),
      ]),
    ),
  })),
});

/** The link in the best language, else the first. */
export const bestLink = (links: readonly Link[], wanted: readonly string[]): Link | undefined => {
  const tags = links.flatMap(({ languages = [] }) => languages);
  const found = lookupLanguage(tags, wanted);
  return links.find(({ languages = [] }) => found !== undefined && languages.includes(found)) ?? links[0];
};

/** Appends query parameters before the fragment. */
export const withQuery = (href: string, query: string): string => {
  if (query === '') return href;
  const [, address = href, fragment = ''] = /^([^#]*)(#.*)?$/s.exec(href) ?? [];
  return `${address}${address.includes('?') ? '&' : '?'}${query}${fragment}`;
};
