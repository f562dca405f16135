import {
  isJsonObject,
  type Json,
  type JsonObject,
  type LanguageMap,
  isCountry,
  isWebAddress,
} from '../../../passport/domain/index.js';
import { type PropertyShape, PUBLIC_POINT, type Shape, type Term } from '../../../templates/domain/index.js';
import { type PageLanguage, spoken } from './languages.js';
import { nameOf } from './names.js';
import type { Words } from './words.js';

/** A text, with its language where that isn't the page's. */
export interface Text {
  readonly text: string;
  readonly lang: string | undefined;
}

export type Value =
  | ({ readonly kind: 'text' } & Text)
  /** A number with its unit, so that no line breaks between them. */
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
  /** The provision that asks for it. */
  readonly cite: string | undefined;
  readonly value: Value;
  /** When it was measured, in words. */
  readonly measured?: string | undefined;
  /** Of a list: what of its entries doesn't apply, and why. */
  readonly reasons?: readonly ShownField[];
}

/** In which languages, and what the template calls things. */
export interface PageReading {
  readonly languages: readonly string[];
  readonly page: PageLanguage;
  readonly words: Words;
  /** When what changes in use was measured, by name; for those who may see it. */
  readonly measuredAt?: Readonly<Record<string, Date>>;
  /** Why properties don't apply, by their paths. */
  readonly reasons?: ReadonlyMap<string, string>;
  /** The reader sees more than the public; the names of what isn't public are no secret then. */
  readonly isEntitled?: boolean;
  readonly termOf: (property: Pick<PropertyShape, 'path' | 'name'>) => Term | undefined;
}

/** Columns that still fit beside one another on a wide screen. */
const COLUMNS_MAX = 5;
const ROWS_MIN = 2;

const spokenText = (map: LanguageMap, { languages, page }: PageReading): Text | undefined => {
  const found = spoken(map, languages);
  return found && { text: found.text, lang: found.language.split('-')[0] === page ? undefined : found.language };
};

/** A word of code as people write it: `declaration_of_conformity`, `batteries`. */
export const titled = (code: string): string => {
  const text = code.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** `state_of_health` where nobody gave it a name. */
const fallbackLabel = (name: string): Text => ({ text: titled(name), lang: undefined });

/** One for each language of the page: making one takes longer than formatting a hundred numbers. */
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

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** `2026-10-01` or an instant as people of this language write a day; anything else as it stands. */
export const dayText = (text: string, page: PageLanguage): string => {
  const at = new Date(DAY.test(text) ? `${text}T00:00:00Z` : text);
  if (Number.isNaN(at.getTime())) return text;
  return days(page).format(at);
};

const CODE_LIKE = /^[a-z\d]+(?:_[a-z\d]+)+$/;

const textValue = (text: string, property: PropertyShape, term: Term | undefined, reading: PageReading): Value => {
  const { page } = reading;
  // Whatever the template calls it: only what leads to the web is a link.
  if (isWebAddress(text)) return { kind: 'link', href: text, text };
  const labels = term?.values && Object.hasOwn(term.values, text) ? term.values[text] : undefined;
  const label = labels && spokenText(labels, reading);
  if (label) return { kind: 'text', ...label };
  if (property.isCountry && isCountry(text))
    return { kind: 'text', text: nameOf('region', text, page), lang: undefined };
  if (property.format === 'language-tag')
    return { kind: 'text', text: nameOf('language', text, page), lang: undefined };
  const isDate = term?.type === 'date' || term?.type === 'date_time';
  return {
    kind: 'text',
    text: isDate ? dayText(text, page) : CODE_LIKE.test(text) ? text.replaceAll('_', ' ') : text,
    lang: undefined,
  };
};

const scalarValue = (value: Exclude<Json, object>, property: PropertyShape, reading: PageReading): Value => {
  const term = reading.termOf(property);
  if (typeof value === 'number')
    return { kind: 'number', text: numberText(value, reading.page), unit: term?.unit ?? undefined };
  if (typeof value === 'boolean')
    return { kind: 'text', text: value ? reading.words.yes : reading.words.no, lang: undefined };
  return textValue(String(value), property, term, reading);
};

const isScalar = (value: Json | undefined): boolean => value === undefined || typeof value !== 'object';

/** Several objects with few, flat members: one row each. */
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

/** A value of the payload as the page shows it. */
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
  cite: property.cite ?? undefined,
});

const NO_REASONS: ReadonlyMap<string, string> = new Map();

/** Reasons say nothing of a single entry of a list: those of what entries have stand below it. */
const entriesReasons = (value: Json, property: PropertyShape, reading: PageReading): readonly ShownField[] =>
  Array.isArray(value) ? [...property.children.values()].flatMap((child) => reasonField(child, reading)) : [];

export const fieldOf = (value: Json, property: PropertyShape, reading: PageReading): ShownField => ({
  ...headOf(property, reading),
  value: valueOf(value, property, Array.isArray(value) ? { ...reading, reasons: NO_REASONS } : reading),
  measured: measuredText(property, reading),
  reasons: entriesReasons(value, property, reading),
});

/**
 * Why a property that has no value doesn't apply, or properties in it; nothing where nobody says so. Reasons are public, what a
 * template calls a property that isn't is not.
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

/** The members that say something, in the order of the schema: required ones before voluntary ones. */
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
