import { digitalLink, type PublicPassport } from '../../../passport/domain/index.js';
import type { PublishedPassport } from '../../ports/published-passports.js';
import { isolatedText } from '../page/bidi.js';
import { PAGE_LANGUAGES } from '../page/languages.js';
import type { LinkKey } from './digital-link-path.js';
import { DEFAULT_LINK, GS1_VOCABULARY } from './link-types.js';

/** A link as RFC 9264 writes it; the default one has no more than address and title. */
interface Link {
  readonly href: string;
  readonly title: string;
  readonly type?: string;
  readonly hreflang?: readonly string[];
}

/** Links by the name of their type in GS1's vocabulary, the default one among them. */
type Links = Readonly<Record<string, readonly Link[]>>;

/** What leads from a passport: its page, which is the default, and its linked data at the same address. */
export const linksOf = ({ json, publicUrl }: PublishedPassport): Links => {
  const { product_name, sku } = JSON.parse(json) as PublicPassport;
  const name = product_name?.['en'] ?? Object.values(product_name ?? {})[0] ?? sku;
  const title = `Digital product passport: ${isolatedText(name)}`;
  const page: Link = { href: publicUrl, title, type: 'text/html', hreflang: PAGE_LANGUAGES };
  const data: Link = { href: publicUrl, title: `${title} (JSON-LD)`, type: 'application/ld+json' };
  return { pip: [page], dpp: [page, data], [DEFAULT_LINK]: [{ href: publicUrl, title }] };
};

/** One level of a key with what is published for it. */
export interface LinkLevel {
  readonly key: LinkKey;
  readonly passport: PublishedPassport;
}

const described = ({ json, sku }: PublishedPassport): string => {
  const { product_name } = JSON.parse(json) as PublicPassport;
  return product_name?.['en'] ?? Object.values(product_name ?? {})[0] ?? sku;
};

/** The linkset of these levels (GS1-Conformant Resolver 1.2; RFC 9264), the asked one first. */
export const linksetOf = (levels: readonly LinkLevel[], baseUrl: string): object => ({
  linkset: levels.map(({ key, passport }) => ({
    anchor: digitalLink(baseUrl, { gtin: key.gtin, batch: key.batch ?? null, serial: key.serial ?? null }),
    description: described(passport),
    ...Object.fromEntries(
      Object.entries(linksOf(passport)).map(([type, links]) => [`${GS1_VOCABULARY}${type}`, links]),
    ),
  })),
});
