import {
  isWebAddress,
  type JsonObject,
  type Notice,
  PAGE_FACTS,
  type PageFact,
  type PublicPassport,
} from '../../../passport/domain/index.js';
import { isolatedText } from './bidi.js';
import { codeWord } from './code-words.js';
import { nameOf } from './names.js';
import { dayText, numberText, type PageReading, type Value } from './values.js';

interface Fact {
  readonly label: string;
  readonly value: Value;
  /** True for a number or code that is read character by character. */
  readonly code?: boolean;
}

type Absent = null | undefined;

const text = (value: string): Value => ({ kind: 'text', text: value, lang: undefined });

const maybe = (label: string, value: string | Absent, code = false): readonly Fact[] =>
  value === null || value === undefined || value === '' ? [] : [{ label, value: text(value), code }];

const link = (label: string, address: string | Absent): readonly Fact[] =>
  address && isWebAddress(address)
    ? [{ label, value: { kind: 'link', href: address, text: address } }]
    : maybe(label, address);

const MAIL = /^[^\s@?&%#"<>]+@[A-Za-z0-9.-]+$/;

/** A mail address becomes a link only if it contains nothing but a recipient. */
const mail = (label: string, address: string | Absent): readonly Fact[] =>
  address && MAIL.test(address)
    ? [{ label, value: { kind: 'link', href: `mailto:${address}`, text: address } }]
    : maybe(label, address);

const country = (code: string | Absent, { page }: PageReading): string | null =>
  code ? nameOf('region', code, page) : null;

const shownAs = (
  name: string,
  { as, unit }: PageFact,
  value: string | number | boolean,
  reading: PageReading,
): Value => {
  const { page, words } = reading;
  if (typeof value === 'number') return { kind: 'number', text: numberText(value, page), unit };
  if (typeof value === 'boolean') return text(value ? words.yes : words.no);
  if (as === 'country') return text(nameOf('region', value, page));
  if (as === 'day') return text(dayText(value, page));
  return text(as === 'words' ? codeWord(name, value, page) : value);
};

/** Common names of the schemes of product identifiers. */
const SCHEME_NAMES: Readonly<Record<string, string>> = { iso15459: 'ISO/IEC 15459', did: 'DID', url: 'URL' };

const productIdentifiers = ({ identifiers = [] }: PublicPassport, { words }: PageReading): readonly Fact[] =>
  identifiers.flatMap(({ scheme, value }) =>
    maybe(`${words.productIdentifier} (${SCHEME_NAMES[scheme] ?? scheme})`, value, true),
  );

export const identity = (passport: PublicPassport, reading: PageReading): readonly Fact[] => [
  ...Object.entries(PAGE_FACTS).flatMap(([name, fact]) => {
    const value = (passport as JsonObject)[name] as string | number | boolean | Absent;
    return value === undefined || value === null || value === ''
      ? []
      : [{ label: fact.labels[reading.page], value: shownAs(name, fact, value, reading), code: fact.as === 'code' }];
  }),
  ...productIdentifiers(passport, reading),
];

/** An identifier with its scheme, if the scheme is informative. */
const identifier = (value: string | Absent, scheme: string | Absent): string | null =>
  value ? (scheme && scheme !== 'other' ? `${isolatedText(value)} (${scheme.toUpperCase()})` : value) : null;

/** An economic operator or a facility. */
interface Company {
  readonly id: string;
  readonly title: string;
  readonly facts: readonly Fact[];
}

type Party = NonNullable<PublicPassport['parties']>[number];
type Maker = NonNullable<PublicPassport['manufacturer']>;

const operator = (
  {
    name,
    address,
    country: code,
    email,
    url,
  }: Pick<Party, 'name' | 'address' | 'country' | 'url'> & { email?: string | null },
  identifiers: readonly (string | null)[],
  reading: PageReading,
): readonly Fact[] => {
  const { words } = reading;
  return [
    ...maybe(words.name, name),
    ...maybe(words.address, address),
    ...maybe(words.country, country(code, reading)),
    ...identifiers.flatMap((one) => maybe(words.operatorId, one, true)),
    ...mail(words.email, email),
    ...link(words.website, url),
  ];
};

const idsOf = ({ ids }: Party): readonly (string | null)[] => ids.map(({ scheme, value }) => identifier(value, scheme));

const makerFacts = (maker: Maker, party: Party | undefined, reading: PageReading): readonly Fact[] =>
  operator(maker, party ? idsOf(party) : [identifier(maker.operator_id, maker.id_scheme)], reading);

/** Manufacturer and issuer, then all other parties, the facilities and the backup provider. */
export const companies = (passport: PublicPassport, reading: PageReading): readonly Company[] => {
  const { words, page } = reading;
  const { manufacturer, issuer, parties = [], facilities = [], backup_provider: backup } = passport;
  // The first party with that role (passports.md, "Parties, places and parts").
  const maker = parties.find(({ role }) => role === 'manufacturer');
  const all: readonly Company[] = [
    {
      id: 'manufacturer',
      title: words.manufacturer,
      facts: manufacturer ? makerFacts(manufacturer, maker, reading) : [],
    },
    {
      id: 'issuer',
      title: words.issuer,
      facts: issuer
        ? operator({ name: issuer.name, url: issuer.url, address: null, country: null }, [issuer.operator_id], reading)
        : [],
    },
    ...parties
      .filter((party) => party !== maker)
      .map((party, at) => ({
        id: `party-${at + 1}`,
        title: codeWord('role', party.role, page),
        facts: [
          ...operator(party, idsOf(party), reading),
          ...maybe(words.since, party.since ? dayText(party.since, page) : null),
        ],
      })),
    ...facilities.map(({ id, scheme, name, country: code }, at) => ({
      id: `facility-${at + 1}`,
      title: words.facility,
      facts: [
        ...maybe(words.name, name),
        ...maybe(words.country, country(code, reading)),
        ...maybe(words.facilityId, identifier(id, scheme), true),
      ],
    })),
    {
      id: 'backup',
      title: words.backupProvider,
      facts: backup
        ? operator({ ...backup, country: null }, [identifier(backup.operator_id, backup.id_scheme)], reading)
        : [],
    },
  ];
  return all.filter(({ facts }) => facts.length > 0);
};

/** One line per component. */
export const components = ({ components: all = [] }: PublicPassport, { page }: PageReading): readonly Value[] =>
  all.map(({ product_id: id, link: address, quantity, role }) => {
    const said = [quantity === null ? null : `${numberText(quantity, page)} ×`, role, id].filter((one) => one !== null);
    if (!address || !isWebAddress(address)) return text([...said, ...(address ? [address] : [])].join(' '));
    return { kind: 'link', href: address, text: said.length === 0 ? address : said.join(' ') };
  });

/** A passport as returned: the stored view, and the data that is added when it is served. */
export type AnsweredPassport = PublicPassport & { readonly successors?: readonly string[]; readonly notice?: Notice };

export const validity = (passport: AnsweredPassport, { page, words }: PageReading): readonly Fact[] => [
  ...maybe(words.version, String(passport.version)),
  ...maybe(words.publishedAt, dayText(passport.published_at, page)),
  ...maybe(words.validFrom, passport.valid_from && dayText(passport.valid_from, page)),
  ...maybe(words.validTo, passport.valid_to && dayText(passport.valid_to, page)),
  ...maybe(words.completeness, `${passport.completeness_score} %`),
  ...(passport.predecessors ?? []).flatMap((address) => link(words.predecessor, address)),
  ...(passport.successors ?? []).flatMap((address) => link(words.successor, address)),
];

export const record = (passport: PublicPassport, { words }: PageReading): readonly Fact[] => [
  ...maybe(words.template, `${passport.template_code} ${passport.template_version}`, true),
  ...maybe(words.passportId, passport.uuid, true),
  ...link(words.permanent, passport.public_url),
  ...maybe(words.digest, passport.content_digest, true),
];
