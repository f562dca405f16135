import type { JsonObject, LanguageMap, Granularity } from '../../passport/domain/index.js';

/**
 * The points of Annex XIII of Regulation (EU) 2023/1542 that a value may belong to, by the word that a schema has for
 * each. They are no ladder: which of them somebody reads is said by the audience that a grant names.
 */
export const POINTS = { public: 1, legitimate_interest: 2, authority: 3, individual: 4 } as const;
export type Point = (typeof POINTS)[keyof typeof POINTS];

/** What everybody reads. */
export const PUBLIC_POINT = POINTS.public;
export const ALL_POINTS: readonly Point[] = Object.values(POINTS);
export const DISCLOSURES: readonly string[] = Object.keys(POINTS);

/** Of a word of a schema; null for one that is none: then nobody but the operator reads the value. */
export const pointOf = (word: unknown): Point | null =>
  typeof word === 'string' && Object.hasOwn(POINTS, word) ? POINTS[word as keyof typeof POINTS] : null;

/**
 * Of what belongs to both: what is public narrows nothing. Two different points that aren't public would be for whoever
 * reads both, which no part of a version can be: null, the operator alone.
 */
export const bothPoints = (one: Point | null, other: Point | null): Point | null => {
  if (one === PUBLIC_POINT) return other;
  return other === PUBLIC_POINT || one === other ? one : null;
};

/** Whether the article is law that applies or will apply on a known day, or still a draft or expectation. */
export const LEGAL_STATUSES = ['in_force', 'provisional'] as const;
type LegalStatus = (typeof LEGAL_STATUSES)[number];

export interface LegalBasis {
  readonly act: string;
  readonly article: string | null;
  /** A day; null where none is set yet. */
  readonly in_force_from: string | null;
  readonly status: LegalStatus;
}

/** A part of the page, with the payload's top properties it shows, in their order. */
interface Section {
  readonly id: string;
  readonly labels: LanguageMap;
  readonly fields: readonly string[];
}

/** How a value is written in JSON-LD (`term-context.ts`). */
export const TERM_TYPES = [
  'text',
  'language_map',
  'number',
  'integer',
  'boolean',
  'date',
  'date_time',
  'url',
  'object',
] as const;
export type TermType = (typeof TERM_TYPES)[number];

export interface Term {
  /** Absolute, or the name alone, which then stands in the vocabulary's own namespace. */
  readonly iri: string;
  readonly type: TermType;
  /** Null where a number counts, or where the value is no number. */
  readonly unit: string | null;
  /** The same as a code of UN/ECE Recommendation 20. */
  readonly unit_code?: string;
  /** Addresses of words of public vocabularies that mean the same (SKOS). */
  readonly exact_match?: readonly string[];
  /** What people call the words of which a value is one (`enum`), by that word. */
  readonly values?: Readonly<Record<string, LanguageMap>>;
  readonly labels: LanguageMap;
  readonly definition: LanguageMap;
}

export interface Vocabulary {
  readonly prefix: string;
  readonly iri: string;
  /**
   * By the property's path (`carbon_footprint.value`; lists add nothing to it), or by its name alone for all properties
   * of that name that have no term of their own path.
   */
  readonly terms: Readonly<Record<string, Term>>;
}

/** What a rule or a condition speaks of: a property of the payload, or a field of the envelope by its name on the wire. */
export type RuleSubject =
  { readonly field: string; readonly envelope?: undefined } | { readonly envelope: string; readonly field?: undefined };

interface Cited {
  readonly cite?: string;
}

/** The closed language of rules across properties (`rules.ts`). */
export type TemplateRule = Cited &
  (
    | (RuleSubject & { readonly rule: 'required_if'; readonly when: RuleCondition })
    | (RuleSubject & {
        readonly rule: 'required_from';
        readonly when?: RuleCondition;
        /** The first day on which the law asks for it. */
        readonly from: string;
        /** Of a list on the way only the entries with these values; there has to be one. */
        readonly having?: Readonly<Record<string, RuleScalar>>;
        /** A reason in `not_applicable` counts as an answer. */
        readonly not_applicable?: true;
      })
    | (RuleSubject & { readonly rule: 'refused_if'; readonly when: RuleCondition })
    | { readonly rule: 'applies_if'; readonly field: string; readonly when: RuleCondition }
    | { readonly rule: 'granularity_if'; readonly granularity: readonly Granularity[]; readonly when: RuleCondition }
    | { readonly rule: 'at_least_one_of'; readonly fields: readonly string[] }
    | { readonly rule: 'ordered'; readonly fields: readonly string[] }
    | {
        readonly rule: 'sums_to';
        readonly list: string;
        readonly field: string;
        readonly by?: string;
        readonly total: number;
        readonly tolerance?: number;
      }
    | {
        readonly rule: 'sum_of';
        readonly fields: readonly string[];
        /** The property that is their sum. */
        readonly field: string;
        readonly tolerance?: number;
      }
  );

type RuleScalar = string | number | boolean;

/** What a condition asks of the value that it speaks of. */
type RuleTest =
  | { readonly equals: RuleScalar }
  | { readonly one_of: readonly RuleScalar[] }
  | { readonly filled: true }
  | { readonly above: number }
  | { readonly at_most: number }
  /** Of a list of texts: one of these stands in one of them, as whole words, whatever their case. */
  | { readonly includes_one_of: readonly string[] };

export type ValueCondition = RuleSubject & RuleTest;

/** Holds if the value is as asked, the passport is for one of those, or the conditions in it hold together. */
export type RuleCondition =
  | { readonly granularity: readonly Granularity[] }
  | ValueCondition
  | { readonly all: readonly RuleCondition[] }
  | { readonly any: readonly RuleCondition[] }
  | { readonly not: RuleCondition };

/** What becomes of a value of the version before: where it goes, or why it is lost (`carry-over.ts`). */
export interface Move {
  /** A property of the former payload; of several the numbers are added up. */
  readonly from: string | readonly string[];
  /** A property of this payload; `[0]` begins a list. */
  readonly to?: string;
  /** A field of the envelope, where it stands now. */
  readonly envelope?: string;
  /** Other words for the same; a value that isn't among them doesn't move. */
  readonly values?: Readonly<Record<string, RuleScalar>>;
  /** Why it doesn't mean the same any more. */
  readonly lost?: string;
}

export interface CarriedOver {
  /** The versions of the same code whose passports move so. */
  readonly from: readonly string[];
  readonly moves: readonly Move[];
}

/** The example of a template: what a passport's body holds, by its names on the wire. */
export interface TemplateExample extends JsonObject {
  readonly dpp_payload: JsonObject;
}

/** A template as a document (passports-templates.md, "The document"), by its names on the wire. */
export interface TemplateDocument {
  readonly code: string;
  /** Semantic version, `1.0.0`. */
  readonly version: string;
  readonly labels: LanguageMap;
  readonly espr_category: string;
  readonly granularity_allowed: readonly Granularity[];
  readonly legal_basis: readonly LegalBasis[];
  /** JSON Schema 2020-12 of the payload. */
  readonly schema: JsonObject;
  readonly sections: readonly Section[];
  readonly vocabulary: Vocabulary;
  readonly rules: readonly TemplateRule[];
  readonly example: TemplateExample;
  /** Further ones by name, for kinds of the product of which different things are asked. */
  readonly examples?: Readonly<Record<string, TemplateExample>>;
  readonly carried_over?: CarriedOver;
}

/** The template for whatever has none of its own. */
export const GENERIC = 'generic';
