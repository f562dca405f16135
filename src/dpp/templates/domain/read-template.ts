import {
  DAYS,
  type Fault,
  invalidValue,
  parseDay,
  required,
  unsupported,
  wrongType,
} from '../../../../libs/kernel/index.js';
import {
  languageMapFaults,
  isJsonObject,
  type Json,
  type JsonObject,
  type LanguageMap,
  GRANULARITIES,
  PASSPORT_VOCABULARY_CODE,
  isWebAddress,
  WEB_ADDRESSES,
} from '../../passport/domain/index.js';
import { moveFaults } from './carry-over.js';
import { ruleFormFaults } from './rule-faults.js';
import { LEGAL_STATUSES, type TemplateDocument, TERM_TYPES } from './template.js';

const CODE = /^[a-z][a-z0-9_-]{0,63}$/;
const CODES = '1 to 64 lowercase letters, digits, hyphens and underscores, starting with a letter';
// Semantic Versioning 2.0.0 without build metadata, which does not affect precedence.
const VERSION =
  /^(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})(?:-[0-9A-Za-z-]{1,20}(?:\.[0-9A-Za-z-]{1,20}){0,3})?$/;
const PREFIX = /^[a-z][a-z0-9]{0,31}$/;
/** A path on this server. `//host` would lead to another server. */
const OWN_PATH = /^\/(?!\/)[^\s<>"{}|\\^`]*$/;
/** UN/ECE Recommendation 20 codes, such as `KGM`, `P1` or `E45`. */
const UNIT_CODE = /^[A-Z0-9]{2,3}$/;
const TERM_NAME = /^[A-Za-z][A-Za-z0-9_.-]*$/;

/** A vocabulary's namespace: a web address with a host and without user info, or a path on this server. */
const isNamespace = (iri: string): boolean => /[#/]$/.test(iri) && (OWN_PATH.test(iri) || isWebAddress(iri));
const isTermIri = (iri: string): boolean => TERM_NAME.test(iri) || isWebAddress(iri);

const KEYS = [
  'code',
  'version',
  'labels',
  'espr_category',
  'granularity_allowed',
  'legal_basis',
  'schema',
  'sections',
  'vocabulary',
  'rules',
  'example',
  'examples',
  'carried_over',
];

type Check = (value: Json, field: string) => readonly Fault[];

const textThat =
  (is: (text: string) => boolean, rule: string): Check =>
  (value, field) =>
    typeof value !== 'string'
      ? [wrongType(field, value, 'string')]
      : is(value)
        ? []
        : [invalidValue(field, value, rule)];
const text = (form: RegExp, rule: string): Check => textThat((value) => form.test(value), rule);
const someText = text(/\S/, 'non-blank strings');
/** Not blank, at most 255 characters (the length of a column). */
const shortText = text(/^(?=[^]*\S)[^]{1,255}$/u, '1 to 255 characters that are not all blank');
const code = text(CODE, CODES);
const version = text(VERSION, 'semantic versions without build metadata, such as 1.2.0');
const oneOf =
  (words: readonly string[]): Check =>
  (value, field) =>
    typeof value === 'string' && words.includes(value) ? [] : [invalidValue(field, value, words.join(', '))];
const orNull =
  (check: Check): Check =>
  (value, field) =>
    value === null ? [] : check(value, field);
const day: Check = (value, field) =>
  typeof value === 'string' && parseDay(value) ? [] : [invalidValue(field, value, DAYS)];
const texts: Check = (value, field) => {
  if (!isJsonObject(value)) return [wrongType(field, value, 'object')];
  const strange = Object.entries(value).filter(([, one]) => typeof one !== 'string');
  if (strange.length > 0) return strange.map(([tag, one]) => wrongType(`${field}.${tag}`, one, 'string'));
  return Object.keys(value).length === 0 ? [required(field)] : languageMapFaults(value as LanguageMap, field);
};
/** A language map. It may be empty, which is the stored default. */
const someTexts: Check = (value, field) =>
  isJsonObject(value) && Object.keys(value).length === 0 ? [] : texts(value, field);
const list =
  (check: Check, least = 0): Check =>
  (value, field) => {
    if (!Array.isArray(value)) return [wrongType(field, value, 'array')];
    if (value.length < least) return [required(field)];
    return (value as readonly Json[]).flatMap((one, index) => check(one, `${field}[${index}]`));
  };
const anything: Check = (value, field) => (isJsonObject(value) ? [] : [wrongType(field, value, 'object')]);

/** Checks an object with exactly these members, which are required unless they are in `optional`. */
const members =
  (checks: Readonly<Record<string, Check>>, optional: readonly string[] = []): Check =>
  (value, field) => {
    if (!isJsonObject(value)) return [wrongType(field, value, 'object')];
    const below = (name: string): string => (field === '' ? name : `${field}.${name}`);
    return [
      ...Object.keys(value)
        .filter((name) => !Object.hasOwn(checks, name))
        .map((name) => unsupported(below(name))),
      ...Object.entries(checks).flatMap(([name, check]) => {
        const member = Object.hasOwn(value, name) ? value[name] : undefined;
        if (member === undefined) return optional.includes(name) ? [] : [required(below(name))];
        return check(member, below(name));
      }),
    ];
  };

const MATCHES_MAX = 20;

/** IRIs of equivalent public terms. */
const matches: Check = (value, field) =>
  !Array.isArray(value) || value.length > MATCHES_MAX
    ? [wrongType(field, value, 'string[]')]
    : value.flatMap((one: Json, at) => textThat(isWebAddress, WEB_ADDRESSES)(one, `${field}[${at}]`));

const VALUES_MAX = 200;

/** Labels of enum values. */
const valueLabels: Check = (value, field) => {
  if (!isJsonObject(value)) return [wrongType(field, value, 'object')];
  if (Object.keys(value).length > VALUES_MAX) return [invalidValue(field, value, `at most ${VALUES_MAX} values`)];
  return Object.entries(value).flatMap(([word, labels]) => texts(labels, `${field}.${word}`));
};

const term = members(
  {
    iri: textThat(isTermIri, `names such as capacity, and ${WEB_ADDRESSES}`),
    type: oneOf(TERM_TYPES),
    unit: orNull(someText),
    unit_code: text(UNIT_CODE, '2 or 3 capital letters and digits, such as KGM'),
    exact_match: matches,
    values: valueLabels,
    labels: texts,
    definition: someTexts,
  },
  ['unit', 'unit_code', 'exact_match', 'values', 'definition'],
);

const terms: Check = (value, field) =>
  isJsonObject(value)
    ? Object.entries(value).flatMap(([name, one]) => term(one, `${field}.${name}`))
    : [wrongType(field, value, 'object')];

/** Maximum number of examples. More would exceed the time limit for checking a template. */
const EXAMPLES_MAX = 10;

const namedExamples: Check = (value, field) => {
  if (!isJsonObject(value)) return [wrongType(field, value, 'object')];
  if (Object.keys(value).length > EXAMPLES_MAX) return [invalidValue(field, value, `at most ${EXAMPLES_MAX} examples`)];
  return Object.entries(value).flatMap(([name, one]) =>
    CODE.test(name) ? anything(one, `${field}.${name}`) : [invalidValue(field, name, CODES)],
  );
};

const document = members(
  {
    code,
    version,
    labels: texts,
    espr_category: shortText,
    granularity_allowed: list(oneOf(GRANULARITIES), 1),
    legal_basis: list(
      members(
        { act: shortText, article: orNull(shortText), in_force_from: orNull(day), status: oneOf(LEGAL_STATUSES) },
        ['article', 'in_force_from'],
      ),
    ),
    schema: anything,
    sections: list(members({ id: code, labels: texts, fields: list(someText, 1) })),
    vocabulary: members({
      prefix: text(PREFIX, '1 to 32 lowercase letters and digits, starting with a letter'),
      iri: textThat(isNamespace, 'web addresses and paths on this server that end with # or /'),
      terms,
    }),
    rules: list((value, field) => ruleFormFaults(value, field)),
    example: anything,
    examples: namedExamples,
    carried_over: members({ from: list(version, 1), moves: list(moveFaults) }),
  },
  ['legal_basis', 'sections', 'rules', 'examples', 'carried_over'],
);

const completed = (input: JsonObject): TemplateDocument => {
  const whole = input as unknown as TemplateDocument;
  return {
    ...whole,
    legal_basis: (whole.legal_basis ?? []).map((one) => ({
      ...one,
      article: one.article ?? null,
      in_force_from: one.in_force_from ?? null,
    })),
    sections: whole.sections ?? [],
    rules: whole.rules ?? [],
    vocabulary: {
      ...whole.vocabulary,
      terms: Object.fromEntries(
        Object.entries(whole.vocabulary.terms).map(([name, one]) => [
          name,
          { ...one, unit: one.unit ?? null, definition: one.definition ?? {} },
        ]),
      ),
    },
  };
};

/**
 * Parses a template document and checks the form of its parts. Optional members get defaults. `templateFaults` checks
 * their meaning.
 */
export const readTemplate = (
  input: JsonObject,
): { readonly template: TemplateDocument } | { readonly faults: readonly Fault[] } => {
  const sent = Object.fromEntries(Object.entries(input).filter(([key]) => KEYS.includes(key)));
  const strangers = Object.keys(input).filter((key) => !KEYS.includes(key));
  const faults = [
    ...strangers.map(unsupported),
    ...document(sent, ''),
    ...(sent['code'] === PASSPORT_VOCABULARY_CODE
      ? [invalidValue('code', sent['code'], `codes other than ${PASSPORT_VOCABULARY_CODE}`)]
      : []),
  ];
  return faults.length > 0 ? { faults } : { template: completed(sent) };
};
