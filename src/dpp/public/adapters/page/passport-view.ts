import { isWebAddress, type JsonObject, type PublicPassport, SHOWN_FIELDS } from '../../../passport/domain/index.js';
import {
  type PropertyShape,
  shapeOf,
  type LegalBasis,
  type TemplateDocument,
  termOf,
} from '../../../templates/domain/index.js';
import type { EntitledView } from '../../ports/entitled-reading.js';
import { isolatedText } from './bidi.js';
import { PAGE_LANGUAGES, pageLanguage } from './languages.js';
import {
  dayText,
  type ShownField,
  fieldOf,
  languageText,
  type PageReading,
  type Text,
  titled,
  type Value,
} from './values.js';
import { WORDS } from './words.js';

interface Fact {
  readonly label: string;
  readonly value: Value;
  /** A number or code to be read sign by sign. */
  readonly code?: boolean;
}

interface SectionView {
  readonly id: string;
  readonly title: Text;
  readonly fields: readonly ShownField[];
}

/** Sections of one kind: what the law asks for, or what is told beyond. */
interface PartView {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly sections: readonly SectionView[];
}

const text = (value: string): Value => ({ kind: 'text', text: value, lang: undefined });
const maybe = (label: string, value: string | null | undefined, code = false): readonly Fact[] =>
  value === null || value === undefined || value === '' ? [] : [{ label, value: text(value), code }];
const link = (label: string, address: string | null | undefined): readonly Fact[] =>
  address && isWebAddress(address)
    ? [{ label, value: { kind: 'link', href: address, text: address } }]
    : maybe(label, address);

/** Made once for each language of the page: to make one costs more than all that it is asked. */
const displayNames = new Map<string, Intl.DisplayNames>();

const namesIn = (page: string, kind: 'region' | 'language'): Intl.DisplayNames => {
  const key = `${kind} ${page}`;
  const names = displayNames.get(key) ?? new Intl.DisplayNames([page], { type: kind });
  displayNames.set(key, names);
  return names;
};

/** The name of a country or language as people of the page's language call it. */
const nameOf = (kind: 'region' | 'language', code: string | null, { page }: PageReading): string | null => {
  if (code === null) return null;
  try {
    return namesIn(page, kind).of(code) ?? code;
  } catch {
    return code;
  }
};

/** The passport's own facts, as they are declared. */
const TOLD = SHOWN_FIELDS.flatMap(({ name, told }) => (told ? [{ name, ...told }] : [])).toSorted(
  (one, other) => one.place - other.place,
);

const identity = (passport: PublicPassport, reading: PageReading): readonly Fact[] =>
  TOLD.flatMap(({ name, labels, as }) => {
    const value = (passport as JsonObject)[name] as string | null;
    const shown = value && as === 'words' ? titled(value) : as === 'country' ? nameOf('region', value, reading) : value;
    return maybe(labels[reading.page], shown, as === 'code');
  });

const company = (one: { readonly [key: string]: unknown } | null, reading: PageReading): readonly Fact[] => {
  const { words } = reading;
  const of = (key: string): string | null => (typeof one?.[key] === 'string' ? one[key] : null);
  const scheme = of('id_scheme');
  const operator = of('operator_id');
  return [
    ...maybe(words.name, of('name')),
    ...maybe(words.address, of('address')),
    ...maybe(words.country, nameOf('region', of('country'), reading)),
    ...maybe(
      words.operatorId,
      operator && scheme ? `${isolatedText(operator)} (${scheme.toUpperCase()})` : operator,
      true,
    ),
    ...link(words.website, of('url')),
  ];
};

/** A passport as it is answered: what was stored, and what follows it. */
export type AnsweredPassport = PublicPassport & { readonly successors?: readonly string[] };

const validity = (passport: AnsweredPassport, { page, words }: PageReading): readonly Fact[] => [
  ...maybe(words.version, String(passport.version)),
  ...maybe(words.publishedAt, dayText(passport.published_at, page)),
  ...maybe(words.validFrom, passport.valid_from && dayText(passport.valid_from, page)),
  ...maybe(words.validTo, passport.valid_to && dayText(passport.valid_to, page)),
  ...maybe(words.completeness, `${passport.completeness_score} %`),
  ...(passport.predecessors ?? []).flatMap((address) => link(words.predecessor, address)),
  ...(passport.successors ?? []).flatMap((address) => link(words.successor, address)),
];

const record = (passport: PublicPassport, { words }: PageReading): readonly Fact[] => [
  ...maybe(words.template, `${passport.template_code} ${passport.template_version}`, true),
  ...maybe(words.passportId, passport.uuid, true),
  ...link(words.permanent, passport.public_url),
  ...maybe(words.digest, passport.content_digest, true),
];

/** Sections with the fields of one kind; fields that no section names stand at the end. */
const sectionsOf = (
  payload: JsonObject,
  template: TemplateDocument,
  reading: PageReading,
  belongs: (property: PropertyShape) => boolean,
  prefix: string,
): readonly SectionView[] => {
  const shape = shapeOf(template.schema);
  const fieldsNamed = (names: readonly string[]): readonly ShownField[] =>
    names.flatMap((name) => {
      const [property, value] = [shape.get(name), payload[name]];
      return property && value !== undefined && value !== null && value !== '' && belongs(property)
        ? [fieldOf(value, property, reading)]
        : [];
    });
  const named = new Set(template.sections.flatMap(({ fields }) => fields));
  const others = Object.keys(payload).filter((name) => !named.has(name));
  return [
    ...template.sections.map(({ id, labels, fields }) => ({
      id: `${prefix}-${id}`,
      title: languageText(labels, reading) ?? { text: id, lang: undefined },
      fields: fieldsNamed(fields),
    })),
    { id: `${prefix}-further`, title: { text: reading.words.further, lang: undefined }, fields: fieldsNamed(others) },
  ].filter(({ fields }) => fields.length > 0);
};

const partsOf = (payload: JsonObject, template: TemplateDocument, reading: PageReading): readonly PartView[] => {
  const { words } = reading;
  return [
    {
      id: 'required',
      title: words.required,
      about: words.requiredAbout,
      sections: sectionsOf(payload, template, reading, ({ voluntary }) => !voluntary, 'required'),
    },
    {
      id: 'voluntary',
      title: words.voluntary,
      about: words.voluntaryAbout,
      sections: sectionsOf(payload, template, reading, ({ voluntary }) => voluntary, 'voluntary'),
    },
  ].filter(({ sections }) => sections.length > 0);
};

const documentsOf = ({ documents }: PublicPassport, reading: PageReading) =>
  documents.map(({ kind, title, url, language, sha256 }) => {
    const isLink = isWebAddress(url);
    return {
      title,
      href: isLink ? url : undefined,
      host: isLink ? new URL(url).host : undefined,
      kind: titled(kind),
      language: nameOf('language', language, reading),
      lang: language,
      sha256,
    };
  });

const legalOf = (basis: readonly LegalBasis[], { page }: PageReading) =>
  basis.map(({ act, article, in_force_from, status }) => ({
    act,
    article,
    from: in_force_from === null ? null : dayText(in_force_from, page),
    isProvisional: status === 'provisional',
  }));

const GRANULARITY_WORDS = {
  model: ['model', 'forModel'],
  batch: ['batch', 'forBatch'],
  item: ['item', 'forItem'],
} as const;

/** All that the page shows, in the reader's languages: what is public and nothing else goes in. */
export const passportView = (
  passport: AnsweredPassport,
  template: TemplateDocument,
  languages: readonly string[],
  seen?: EntitledView,
) => {
  const page = pageLanguage(languages);
  const words = WORDS[page];
  const reading: PageReading = {
    languages,
    page,
    words,
    termOf: (property) => termOf(template.vocabulary, property),
    measuredAt: seen?.measuredAt ?? {},
  };
  const [badge, about] = GRANULARITY_WORDS[passport.granularity];
  return {
    page,
    words,
    pages: PAGE_LANGUAGES.map((language) => ({
      language,
      name: namesIn(language, 'language').of(language) ?? language,
      isShown: language === page,
    })),
    name: languageText(passport.product_name ?? {}, reading) ?? { text: passport.sku, lang: undefined },
    template: languageText(template.labels, reading) ?? { text: template.code, lang: undefined },
    granularity: words[badge],
    granularityAbout: words[about],
    identity: identity(passport, reading),
    manufacturer: company(passport.manufacturer, reading),
    issuer: company(passport.issuer, reading),
    validity: validity(passport, reading),
    record: record(passport, reading),
    isEntitled: seen !== undefined,
    parts: partsOf(seen?.payload ?? (JSON.parse(passport.dpp_payload) as JsonObject), template, reading),
    documents: documentsOf(passport, reading),
    legal: legalOf(template.legal_basis, reading),
  };
};

export type PassportView = ReturnType<typeof passportView>;
