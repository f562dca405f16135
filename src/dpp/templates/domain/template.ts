import type { JsonObject, LanguageMap, Granularity } from '../../passport/domain/index.js';

/**
 * Who may see a value (Regulation (EU) 2023/1542, Annex XIII, groups of persons): everybody; persons with a legitimate
 * interest and the Commission; authorities and the Commission; those with a legitimate interest in one single item.
 */
export const DISCLOSURES = ['public', 'legitimate_interest', 'authority', 'individual'] as const;
export type Disclosure = (typeof DISCLOSURES)[number];

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

/** The closed language of rules across properties (`rules.ts`). */
export type TemplateRule =
  | { readonly rule: 'required_if'; readonly field: string; readonly when: RuleCondition; readonly cite?: string }
  | { readonly rule: 'applies_if'; readonly field: string; readonly when: RuleCondition; readonly cite?: string }
  | { readonly rule: 'at_least_one_of'; readonly fields: readonly string[]; readonly cite?: string }
  | { readonly rule: 'ordered'; readonly fields: readonly string[]; readonly cite?: string }
  | {
      readonly rule: 'sums_to';
      readonly list: string;
      readonly field: string;
      readonly by?: string;
      readonly total: number;
      readonly tolerance?: number;
      readonly cite?: string;
    };

/** Holds if the property has that value, is one of those, is there at all; or the passport is for those. */
export type RuleCondition =
  | { readonly granularity: readonly Granularity[] }
  | { readonly field: string; readonly equals: string | number | boolean }
  | { readonly field: string; readonly one_of: readonly (string | number | boolean)[] }
  | { readonly field: string; readonly filled: true };

/** The example of a template: what a passport's body holds, by its names on the wire. */
interface TemplateExample extends JsonObject {
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
}

/** The template for whatever has none of its own. */
export const GENERIC = 'generic';
