import type { JsonObject, LanguageMap, Granularity } from '../../passport/domain/index.js';

/**
 * Points of Annex XIII of Regulation (EU) 2023/1542, by their `x-disclosure` values. No point includes another; the
 * audience of a grant defines which points a reader sees.
 */
export const POINTS = { public: 1, legitimate_interest: 2, authority: 3, individual: 4 } as const;
export type Point = (typeof POINTS)[keyof typeof POINTS];

/** The point that everyone can read. */
export const PUBLIC_POINT = POINTS.public;
export const ALL_POINTS: readonly Point[] = Object.values(POINTS);
export const DISCLOSURES: readonly string[] = Object.keys(POINTS);

/** The point for an `x-disclosure` value; null for an unknown value, which only the operator can read. */
export const pointOf = (word: unknown): Point | null =>
  typeof word === 'string' && Object.hasOwn(POINTS, word) ? POINTS[word as keyof typeof POINTS] : null;

/**
 * The point that results from a value and its parent. Public adds no restriction. Two different non-public points would
 * both be required, which no part of a version can represent, so the result is null.
 */
export const bothPoints = (one: Point | null, other: Point | null): Point | null => {
  if (one === PUBLIC_POINT) return other;
  return other === PUBLIC_POINT || one === other ? one : null;
};

/** `in_force` covers law that applies now or from a known date. `provisional` is a draft or expectation. */
export const LEGAL_STATUSES = ['in_force', 'provisional'] as const;
type LegalStatus = (typeof LEGAL_STATUSES)[number];

export interface LegalBasis {
  readonly act: string;
  readonly article: string | null;
  /** First date of application; null if no date is set yet. */
  readonly in_force_from: string | null;
  readonly status: LegalStatus;
}

/** A section of the page with top-level payload properties in order. */
interface Section {
  readonly id: string;
  readonly labels: LanguageMap;
  readonly fields: readonly string[];
}

/** How JSON-LD writes a value (`term-context.ts`). */
export const TERM_TYPES = [
  'text',
  'language_map',
  'number',
  'integer',
  'boolean',
  'date',
  'date_time',
  'date_or_month',
  'url',
  'object',
] as const;
export type TermType = (typeof TERM_TYPES)[number];

export interface Term {
  /** An absolute IRI, or a name in the vocabulary's namespace. */
  readonly iri: string;
  readonly type: TermType;
  /** Unit; null for a count, or if the value is not a number. */
  readonly unit: string | null;
  /** Unit as a UN/ECE Recommendation 20 code. */
  readonly unit_code?: string;
  /** IRIs of equivalent public terms (SKOS). */
  readonly exact_match?: readonly string[];
  /** Labels of enum values. */
  readonly values?: Readonly<Record<string, LanguageMap>>;
  readonly labels: LanguageMap;
  readonly definition: LanguageMap;
}

export interface Vocabulary {
  readonly prefix: string;
  readonly iri: string;
  /**
   * Terms by property path (`carbon_footprint.value`, without list indexes), or by name for all properties of that name
   * without their own term.
   */
  readonly terms: Readonly<Record<string, Term>>;
}

/** A payload property, or an envelope field by its API name. */
export type RuleSubject =
  { readonly field: string; readonly envelope?: undefined } | { readonly envelope: string; readonly field?: undefined };

interface Cited {
  readonly cite?: string;
}

/** All kinds of rules across properties (`rules.ts`). */
export type TemplateRule = Cited &
  (
    | (RuleSubject & { readonly rule: 'required_if'; readonly when: RuleCondition })
    | (RuleSubject & {
        readonly rule: 'required_from';
        readonly when?: RuleCondition;
        /** First date on which the value is required by law. */
        readonly from: string;
        /** Only list entries with these values count, and at least one is required. */
        readonly having?: Readonly<Record<string, RuleScalar>>;
        /** Accepts a reason in `not_applicable` instead of a value. */
        readonly not_applicable?: true;
      })
    /** A requirement of an act that is not adopted yet. No value is required; readiness only mentions it. */
    | (RuleSubject & {
        readonly rule: 'awaiting';
        readonly when?: RuleCondition;
        /** Earliest day on which the requirement can apply; may be in the past. */
        readonly earliest: string;
        /** The act that is not adopted yet. */
        readonly act: string;
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
        /** The property that contains the sum. */
        readonly field: string;
        readonly tolerance?: number;
      }
  );

type RuleScalar = string | number | boolean;

/** The test of a condition. */
type RuleTest =
  | { readonly equals: RuleScalar }
  | { readonly one_of: readonly RuleScalar[] }
  | { readonly filled: true }
  | { readonly above: number }
  | { readonly at_most: number }
  /** True if one of these phrases is contained in one of the value's texts, as whole words, regardless of case. */
  | { readonly includes_one_of: readonly string[] };

export type ValueCondition = RuleSubject & RuleTest;

/** Tests a value or the granularity, or combines conditions. */
export type RuleCondition =
  | { readonly granularity: readonly Granularity[] }
  | ValueCondition
  | { readonly all: readonly RuleCondition[] }
  | { readonly any: readonly RuleCondition[] }
  | { readonly not: RuleCondition };

/** How a value of an older version is converted (`carry-over.ts`). */
export interface Move {
  /** A property of the older payload. Several numbers are added up. */
  readonly from: string | readonly string[];
  /** A property of this payload. `[0]` starts a list. */
  readonly to?: string;
  /** The envelope field that contains the value from now on. */
  readonly envelope?: string;
  /** Maps old to new values. Other values are not moved. */
  readonly values?: Readonly<Record<string, RuleScalar>>;
  /** Reason why the value cannot be kept. */
  readonly lost?: string;
  /** Older versions whose values are moved in this way; default: all. */
  readonly versions?: readonly string[];
}

interface CarriedOver {
  /** Older versions of the same code to which these mappings apply. */
  readonly from: readonly string[];
  readonly moves: readonly Move[];
}

/** The example of a template: a request body by API names. */
export interface TemplateExample extends JsonObject {
  readonly dpp_payload: JsonObject;
}

/** A template document (passports-templates.md, "The document") by API names. */
export interface TemplateDocument {
  readonly code: string;
  readonly version: string;
  readonly labels: LanguageMap;
  readonly espr_category: string;
  readonly granularity_allowed: readonly Granularity[];
  readonly legal_basis: readonly LegalBasis[];
  readonly schema: JsonObject;
  readonly sections: readonly Section[];
  readonly vocabulary: Vocabulary;
  readonly rules: readonly TemplateRule[];
  readonly example: TemplateExample;
  /** Additional named examples, for kinds of product with different requirements. */
  readonly examples?: Readonly<Record<string, TemplateExample>>;
  readonly carried_over?: CarriedOver;
}

/** The template for products without a specific one. */
export const GENERIC = 'generic';
