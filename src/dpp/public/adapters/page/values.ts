import {
  isJsonObject,
  type Json,
  type JsonObject,
  type LanguageMap,
  isCountry,
  isWebAddress,
} from '../../../passport/domain/index.js';
import { type PropertyShape, PUBLIC_POINT, type Shape, type Term } from '../../../templates/domain/index.js';
import { citation, unitText } from './citations.js';
import { type PageLanguage, spoken } from './languages.js';
import { nameOf } from './names.js';
import type { Words } from './words.js';

/** A text with its language if that differs from the page's. */
export interface Text {
  readonly text: string;
  readonly lang: string | undefined;
}

export type Value =
  | ({ readonly kind: 'text' } & Text)
  /** A number with its unit, kept on one line. */
  | { readonly kind: 'number'; readonly text: string; readonly unit: string | undefined }
  | { readonly kind: 'link'; readonly href: string; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly Value[] }
  | { readonly kind: 'group'; readonly fields: readonly ShownField[] }
  | {
      readonly kind: 'table';
      readonly heads: readonly Text[];
      readonly rows: readonly (readonly (Value | undefined)[])[];
    };

export interface ShownField {
  readonly label: Text;
  readonly definition: Text | undefined;
  /** The legal provision that requires the value. */
  readonly cite: string | undefined;
  readonly value: Value;
  /** Measurement time as text. */
  readonly measured?: string | undefined;
  /** Reasons why parts of list entries are not applicable. */
  readonly reasons?: readonly ShownField[];
}

/** Languages and template labels for rendering. */
export interface PageReading {
  readonly languages: readonly string[];
  readonly page: PageLanguage;
  readonly words: Words;
  /** Measurement times by name, for entitled readers. */
  readonly measuredAt?: Readonly<Record<string, Date>>;
  /** Reasons why properties are not applicable, by path. */
  readonly reasons?: ReadonlyMap<string, string>;
  /** True if the reader sees non-public data. Only then are labels of non-public properties shown. */
  readonly isEntitled?: boolean;
  readonly termOf: (property: Pick<PropertyShape, 'path' | 'name'>) => Term | undefined;
}

/** Columns that fit side by side on a wide screen. */
const COLUMNS_MAX = 5;
const ROWS_MIN = 2;

const spokenText = (map: LanguageMap, { languages, page }: PageReading): Text | undefined => {
  const found = spoken(map, languages);
  return found && { text: found.text, lang: found.language.split('-')[0] === page ? undefined : found.language };
};

/** A readable form of a code such as `declaration_of_conformity`. */
export const titled = (code: string): string => {
  const text = code.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** The readable name of a property without a label, such as `state_of_health`. */
const fallbackLabel = (name: string): Text => ({ text: titled(name), lang: undefined });

/** Caches one formatter per page language, because constructing one takes longer than a hundred formats. */
const perLanguage = <T>(make: (page: PageLanguage) => T): ((page: PageLanguage) => T) => {
  const made = new Map<PageLanguage, T>();
  return (page) => {
    const found = made.get(page) ?? make(page);
    made.set(page, found);
    return found;
  };
};

const numbers = perLanguage((page) => new Intl.NumberFormat(page, { maximumFractionDigits: 20, useGrouping: 'min2' }));
const days = perLanguage(
  (page) => new Intl.DateTimeFormat(page === 'en' ? 'en-GB' : page, { dateStyle: 'long', timeZone: 'UTC' }),
);

export const numberText = (value: number, page: PageLanguage): string => numbers(page).format(value);

const months = perLanguage(
  (page) =>
    new Intl.DateTimeFormat(page === 'en' ? 'en-GB' : page, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
);

const MONTH = /^\d{4}-\d{2}$/;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** A date, month or instant in the page's language; other texts unchanged. */
export const dayText = (text: string, page: PageLanguage): string => {
  const at = new Date(DAY.test(text) ? `${text}T00:00:00Z` : text);
  if (Number.isNaN(at.getTime())) return text;
  return (MONTH.test(text) ? months : days)(page).format(at);
};

const DATES: ReadonlySet<Term['type']> = new Set(['date', 'date_time', 'date_or_month']);

const CODE_LIKE = /^[a-z\d]+(?:_[a-z\d]+)+$/;

const textValue = (text: string, property: PropertyShape, term: Term | undefined, reading: PageReading): Value => {
  const { page } = reading;
  // Becomes a link only if it is a web address, even if the template declares a link.
  if (isWebAddress(text)) return { kind: 'link', href: text, text };
  const labels = term?.values && Object.hasOwn(term.values, text) ? term.values[text] : undefined;
  const label = labels && spokenText(labels, reading);
  if (label) return { kind: 'text', ...label };
  if (property.isCountry && isCountry(text))
    return { kind: 'text', text: nameOf('region', text, page), lang: undefined };
  if (property.format === 'language-tag')
    return { kind: 'text', text: nameOf('language', text, page), lang: undefined };
  const isDate = term !== undefined && DATES.has(term.type);
  return {
    kind: 'text',
    text: isDate ? dayText(text, page) : CODE_LIKE.test(text) ? text.replaceAll('_', ' ') : text,
    lang: undefined,
  };
};

const scalarValue = (value: Exclude<Json, object>, property: PropertyShape, reading: PageReading): Value => {
  const term = reading.termOf(property);
  if (typeof value === 'number')
    return {
      kind: 'number',
      text: numberText(value, reading.page),
      unit: term?.unit ? unitText(term.unit, value, reading.page) : undefined,
    };
  if (typeof value === 'boolean')
    return { kind: 'text', text: value ? reading.words.yes : reading.words.no, lang: undefined };
  return textValue(String(value), property, term, reading);
};

const isScalar = (value: Json | undefined): boolean => value === undefined || typeof value !== 'object';

/** A table for several objects with few flat members; each object is a row. */
const tableOf = (entries: readonly JsonObject[], property: PropertyShape, reading: PageReading): Value | undefined => {
  const columns = [...property.children.values()].filter(({ name }) =>
    entries.some((entry) => Object.hasOwn(entry, name)),
  );
  const fits = (column: PropertyShape): boolean =>
    column.languageMap || entries.every((entry) => isScalar(entry[column.name]));
  if (entries.length < ROWS_MIN || columns.length < 2 || columns.length > COLUMNS_MAX || !columns.every(fits))
    return undefined;
  return {
    kind: 'table',
    heads: columns.map((column) => labelOf(column, reading)),
    rows: entries.map((entry) =>
      columns.map((column) => {
        const member = entry[column.name];
        return member === undefined || member === null ? undefined : valueOf(member, column, reading);
      }),
    ),
  };
};

const listValue = (entries: readonly Json[], property: PropertyShape, reading: PageReading): Value => {
  const present = entries.filter((entry) => entry !== null);
  if (present.length === 0 && property.hasNone) return { kind: 'text', text: reading.words.none, lang: undefined };
  const table = !property.languageMap && present.every(isJsonObject) ? tableOf(present, property, reading) : undefined;
  return table ?? { kind: 'list', items: present.map((entry) => valueOf(entry, property, reading)) };
};

const isTexts = (value: JsonObject): value is JsonObject & LanguageMap =>
  Object.values(value).every((text) => typeof text === 'string');

const objectValue = (value: JsonObject, property: PropertyShape, reading: PageReading): Value => {
  const text = property.languageMap && isTexts(value) ? spokenText(value, reading) : undefined;
  return text ? { kind: 'text', ...text } : { kind: 'group', fields: shownFields(value, property.children, reading) };
};

/** A payload value in display form. */
const valueOf = (value: Json, property: PropertyShape, reading: PageReading): Value => {
  if (Array.isArray(value)) return listValue(value as readonly Json[], property, reading);
  if (isJsonObject(value)) return objectValue(value, property, reading);
  return scalarValue(value as Exclude<Json, object>, property, reading);
};

const labelOf = (property: Pick<PropertyShape, 'path' | 'name'>, reading: PageReading): Text =>
  spokenText(reading.termOf(property)?.labels ?? {}, reading) ?? fallbackLabel(property.name);

const measuredText = (
  { name, dynamic }: PropertyShape,
  { measuredAt, page, words }: PageReading,
): string | undefined => {
  const at = dynamic ? measuredAt?.[name] : undefined;
  return at && `${words.measuredAt} ${dayText(at.toISOString(), page)}, ${at.toISOString().slice(11, 16)} UTC`;
};

const headOf = (property: PropertyShape, reading: PageReading): Pick<ShownField, 'label' | 'definition' | 'cite'> => ({
  label: labelOf(property, reading),
  definition: spokenText(reading.termOf(property)?.definition ?? {}, reading),
  cite: property.cite === null ? undefined : citation(property.cite, reading.page),
});

const NO_REASONS: ReadonlyMap<string, string> = new Map();

/** Reasons for members of list entries, which are shown below the list. */
const entriesReasons = (value: Json, property: PropertyShape, reading: PageReading): readonly ShownField[] =>
  Array.isArray(value) ? [...property.children.values()].flatMap((child) => reasonField(child, reading)) : [];

export const fieldOf = (value: Json, property: PropertyShape, reading: PageReading): ShownField => ({
  ...headOf(property, reading),
  value: valueOf(value, property, Array.isArray(value) ? { ...reading, reasons: NO_REASONS } : reading),
  measured: measuredText(property, reading),
  reasons: entriesReasons(value, property, reading),
});

/**
 * The reason why an empty property, or its members, are not applicable; undefined if there is none. Reasons are public,
 * but labels of non-public properties are not.
 */
export const reasonField = (property: PropertyShape, reading: PageReading): readonly ShownField[] => {
  const { reasons = NO_REASONS, words, isEntitled = false } = reading;
  if (reasons.size === 0) return [];
  const head =
    isEntitled || property.point === PUBLIC_POINT
      ? headOf(property, reading)
      : { label: fallbackLabel(property.name), definition: undefined, cite: undefined };
  const reason = reasons.get(property.path);
  if (reason !== undefined)
    return [{ ...head, value: { kind: 'text', text: `${words.notApplicable}: ${reason}`, lang: undefined } }];
  const inside = [...property.children.values()].flatMap((child) => reasonField(child, reading));
  return inside.length === 0 ? [] : [{ ...head, value: { kind: 'group', fields: inside } }];
};

/** Non-empty members in schema order, required ones first. */
export const shownFields = (object: JsonObject, shape: Shape, reading: PageReading): readonly ShownField[] =>
  [...shape.values()]
    .toSorted((one, other) => Number(one.voluntary) - Number(other.voluntary))
    .flatMap((property) => {
      const value = object[property.name];
      return value === undefined || value === null || value === ''
        ? reasonField(property, reading)
        : [fieldOf(value, property, reading)];
    });

export const languageText = (map: LanguageMap, reading: PageReading): Text | undefined => spokenText(map, reading);
