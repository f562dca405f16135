import type { LanguageMap } from '../../passport/domain/index.js';
import {
  isEmptyValue,
  isJsonObject,
  type Json,
  type JsonObject,
  type NamedField,
  PAGE_FACTS,
  PASSPORT_FIELDS,
} from '../../passport/domain/index.js';
import { conditionHolds, conditionSubjects, valuesAt } from './conditions.js';
import { PAYLOAD_COLUMN } from './payload-cells.js';
import { type PropertyShape, type Shape, shapeOf } from './schema-shape.js';
import {
  POINTS,
  type RuleCondition,
  type TemplateDocument,
  type TemplateExample,
  type TemplateRule,
} from './template.js';
import { termOf } from './term-context.js';

/** When a value is required: always, from a date, under a condition, once an act is adopted, or never. */
export const REQUIREMENTS = ['always', 'dated', 'conditional', 'awaited', 'voluntary'] as const;
export type Requirement = (typeof REQUIREMENTS)[number];

/** Guidance for authors about one value of a passport. */
export interface GuideField {
  /** Path such as `manufacturer.name` or `dpp_payload.performance[].power_w`. */
  readonly field: string;
  /** The CSV column of the value. A list is JSON in one cell. */
  readonly column: string;
  readonly labels: LanguageMap;
  readonly meaning: LanguageMap;
  readonly type: string;
  /** Allowed values. */
  readonly values: readonly string[];
  readonly unit: string | null;
  readonly unitCode: string | null;
  readonly requirement: Requirement;
  /** First day on which the law can require the value. */
  readonly from: string | null;
  /** Condition under which the value is required; null if it is always required. */
  readonly when: string | null;
  /** True if a reason is accepted instead of the value. */
  readonly mayNotApply: boolean;
  readonly cite: string | null;
  /** Point of Annex XIII. */
  readonly point: number | null;
  /** True if the value changes in use and is measured after publication. */
  readonly measured: boolean;
  /** Example in the form of a CSV cell. */
  readonly example: string | null;
}

export interface Guide {
  readonly category: string | null;
  readonly categories: readonly string[];
  readonly fields: readonly GuideField[];
}

const CATEGORY = /(?:^|_)category$/;

/** The property that contains the category in a template. */
const categoryProperty = ({ schema }: TemplateDocument): PropertyShape | undefined =>
  [...shapeOf(schema).values()].find(({ name, words }) => CATEGORY.test(name) && words.length > 0);

export const categoriesOf = (template: TemplateDocument): readonly string[] => categoryProperty(template)?.words ?? [];

/** The example for a category, else the template's general example. */
export const exampleFor = (template: TemplateDocument, category: string | null): TemplateExample | undefined => {
  const all = [template.example, ...Object.values(template.examples ?? {})];
  const property = categoryProperty(template);
  return category === null || !property
    ? template.example
    : all.find(({ dpp_payload: payload }) => payload[property.name] === category);
};

/** Evaluates a condition for which only the category is known: true, false, or the part that is still open. */
const known = (condition: RuleCondition, payload: JsonObject): RuleCondition | boolean => {
  if ('granularity' in condition) return condition.granularity.includes('item');
  if ('not' in condition) {
    const inner = known(condition.not, payload);
    return typeof inner === 'boolean' ? !inner : { not: inner };
  }
  if ('all' in condition || 'any' in condition) {
    const [parts, decides] = 'all' in condition ? [condition.all, false] : [condition.any, true];
    const all = parts.map((one) => known(one, payload));
    if (all.includes(decides)) return decides;
    const left = all.filter((one): one is RuleCondition => typeof one !== 'boolean');
    const [first, ...more] = left;
    if (!first) return !decides;
    if (more.length === 0) return first;
    return decides ? { any: left } : { all: left };
  }
  const [subject] = conditionSubjects(condition);
  if (subject?.field === undefined || !Object.hasOwn(payload, subject.field)) return condition;
  const facts = {
    payload,
    envelope: {},
    granularity: 'item',
    nones: new Set<string>(),
    notApplicable: new Map(),
  } as const;
  return conditionHolds(condition, facts);
};

const conditionText = (condition: RuleCondition): string => {
  if ('granularity' in condition) return `the passport is for one ${condition.granularity.join(' or ')}`;
  if ('not' in condition) return `not (${conditionText(condition.not)})`;
  if ('all' in condition) return condition.all.map((one) => `(${conditionText(one)})`).join(' and ');
  if ('any' in condition) return condition.any.map((one) => `(${conditionText(one)})`).join(' or ');
  const subject = condition.field === undefined ? condition.envelope : `${PAYLOAD_COLUMN}${condition.field}`;
  if ('filled' in condition) return `${subject} has a value`;
  if ('equals' in condition) return `${subject} is ${String(condition.equals)}`;
  if ('one_of' in condition) return `${subject} is one of ${condition.one_of.join(', ')}`;
  if ('above' in condition) return `${subject} is above ${condition.above}`;
  if ('at_most' in condition) return `${subject} is at most ${condition.at_most}`;
  return `${subject} contains one of ${condition.includes_one_of.join(', ')}`;
};

type Asking = Extract<TemplateRule, { rule: 'required_from' | 'required_if' | 'awaiting' | 'refused_if' }>;

/** A rule about a value, with the open part of its condition. */
interface Applying {
  readonly rule: Asking;
  /** Open condition; null if the rule always applies. */
  readonly when: string | null;
}

const isAsking = (rule: TemplateRule): rule is Asking =>
  ['required_from', 'required_if', 'awaiting', 'refused_if'].includes(rule.rule);

const applyingRules = ({ rules }: TemplateDocument, payload: JsonObject): readonly Applying[] =>
  rules.filter(isAsking).flatMap((rule) => {
    const left = rule.when === undefined ? true : known(rule.when, payload);
    if (left === false) return [];
    const having = rule.rule === 'required_from' ? Object.entries(rule.having ?? {}) : [];
    const texts = [
      ...having.map(([name, value]) => `${name} is ${String(value)}`),
      ...(left === true ? [] : [conditionText(left)]),
    ];
    return [{ rule, when: texts.length === 0 ? null : texts.join('; ') }];
  });

const subjectOf = ({ field, envelope }: Asking): string => (field === undefined ? envelope : PAYLOAD_COLUMN + field);

type Demand = Pick<GuideField, 'requirement' | 'from' | 'when' | 'mayNotApply'> & { readonly cite: string | undefined };

/** The requirement that rules set for a value. A rule about a parent object counts if the value is required in it. */
const demandOf = (path: string, isRequired: boolean, rules: readonly Applying[]): Demand | 'refused' => {
  const steps = path.split('.');
  const parents = steps.map((_, index) => steps.slice(0, steps.length - index).join('.'));
  const about = (name: string): readonly Applying[] => rules.filter(({ rule }) => subjectOf(rule) === name);
  if (parents.some((name) => about(name).some(({ rule, when }) => rule.rule === 'refused_if' && when === null)))
    return 'refused';
  const asking = parents
    .slice(0, isRequired ? undefined : 1)
    .map((name) => about(name).filter(({ rule }) => rule.rule !== 'refused_if'))
    .find((found) => found.length > 0);
  const own = asking ?? [];
  const required = own.filter(({ rule }) => rule.rule !== 'awaiting');
  const chosen = required.length > 0 ? required : own;
  const days = chosen.flatMap(({ rule }) =>
    rule.rule === 'required_from' ? [rule.from] : rule.rule === 'awaiting' ? [rule.earliest] : [],
  );
  const isSure = chosen.some(({ when }) => when === null);
  const whens = isSure ? [] : [...new Set(chosen.map(({ when }) => when ?? ''))];
  const sure = required.length === 0 ? 'awaited' : days.length > 0 ? 'dated' : 'always';
  return {
    requirement: chosen.length === 0 ? 'voluntary' : required.length > 0 && !isSure ? 'conditional' : sure,
    from: days.toSorted()[0] ?? null,
    when: whens.length === 0 ? null : whens.join(' / '),
    mayNotApply: own.some(({ rule }) => rule.rule === 'required_from' && rule.not_applicable === true),
    cite: chosen.find(({ rule }) => rule.cite !== undefined)?.rule.cite,
  };
};

const cellOf = (value: Json | undefined): string | null => {
  if (value === undefined || isEmptyValue(value)) return Array.isArray(value) ? '[]' : null;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** The definition, else the labels, which describe the value if the template defines nothing. */
const meaningOf = (definition: LanguageMap | undefined, labels: LanguageMap, parent: LanguageMap): LanguageMap =>
  definition && Object.keys(definition).length > 0
    ? definition
    : Object.fromEntries(
        Object.entries(labels).map(([language, label]) => [
          language,
          parent[language] === undefined ? label : `${parent[language]}: ${label}`,
        ]),
      );

interface Walk {
  readonly template: TemplateDocument;
  readonly rules: readonly Applying[];
  readonly example: TemplateExample | undefined;
}

/** Location of a value: its name in the guide, its name in rules, and its column if it is in a list. */
interface Place {
  readonly field: string;
  readonly path: string;
  readonly column: string | undefined;
  readonly cite: string | null;
  /** Labels of the parent objects. */
  readonly labels: LanguageMap;
  /** True if every parent object requires it. */
  readonly isRequired: boolean;
}

const exampleAt = ({ example }: Walk, path: string): Json | undefined => valuesAt(example, path.split('.'))[0];

const typeOf = ({ types, languageMap, words }: PropertyShape, term: string | undefined): string => {
  if (types.includes('array')) return 'list';
  if (languageMap) return 'text by language';
  if (words.length > 0) return 'word';
  return term ?? types[0] ?? 'text';
};

const payloadFields = (shape: Shape, names: readonly string[], place: Place, walk: Walk): readonly GuideField[] =>
  names.flatMap((name) => {
    const property = shape.get(name);
    if (!property) return [];
    const own = {
      field: `${place.field}${name}`,
      path: `${place.path}${name}`,
      cite: property.cite ?? place.cite,
      isRequired: place.isRequired && property.required,
    };
    const isList = property.types.includes('array');
    const isObject = !isList && property.children.size > 0;
    const column = place.column ?? own.field + (property.languageMap ? '.en' : '');
    const demand = demandOf(own.path, property.required, walk.rules);
    if (demand === 'refused') return [];
    const term = termOf(walk.template.vocabulary, property);
    const labels = term?.labels ?? { en: name };
    const { cite, ...said } =
      own.isRequired && place.path === PAYLOAD_COLUMN
        ? { ...demand, requirement: 'always' as const, from: null, when: null }
        : demand;
    const example = exampleAt(walk, own.path);
    const itself: GuideField = {
      field: own.field,
      column,
      labels,
      meaning: meaningOf(term?.definition, labels, place.labels),
      type: typeOf(property, term?.type),
      values: isList ? [] : property.words,
      unit: term?.unit ?? null,
      unitCode: term?.unit_code ?? null,
      ...said,
      cite: cite ?? own.cite,
      point: property.point,
      measured: property.dynamic,
      example: cellOf(
        property.languageMap && isJsonObject(example) && place.column === undefined ? example['en'] : example,
      ),
    };
    const inner = {
      field: `${own.field}${isList ? '[]' : ''}.`,
      path: `${own.path}.`,
      column: isList ? (place.column ?? column) : place.column,
      labels,
      cite: own.cite,
      isRequired: own.isRequired,
    };
    const children = payloadFields(property.children, [...property.children.keys()], inner, walk);
    return isObject ? children : [itself, ...children];
  });

const ENVELOPE_TYPES: Readonly<Record<string, string>> = {
  code: 'text',
  texts: 'text by language',
  map: 'object',
  words: 'list',
  day: 'date',
};

/** Readable form of a name such as `product_name`. */
const readable = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replaceAll('_', ' ');

const envelopeField = (field: NamedField, place: Place, walk: Walk): readonly GuideField[] => {
  const own = { field: `${place.field}${field.name}`, path: `${place.path}${field.name}` };
  const isList = field.kind === 'list';
  const column = place.column ?? own.field + (field.kind === 'texts' ? '.en' : '');
  const demand = demandOf(own.path, false, walk.rules);
  if (demand === 'refused') return [];
  const { cite, ...said } =
    own.path === 'sku' || own.path === 'template_code' ? { ...demand, requirement: 'always' as const } : demand;
  const example = own.path === 'template_code' ? walk.template.code : exampleAt(walk, own.path);
  const itself: GuideField = {
    field: own.field,
    column,
    labels: { en: readable(field.name), ...PAGE_FACTS[own.path]?.labels },
    meaning: { en: field.about },
    type: ENVELOPE_TYPES[field.kind] ?? field.kind,
    values: field.words ?? [],
    unit: PAGE_FACTS[own.path]?.unit ?? null,
    unitCode: null,
    ...said,
    cite: cite ?? field.scored?.cite ?? null,
    point: field.shown ? POINTS.public : null,
    measured: false,
    example: cellOf(field.kind === 'texts' && isJsonObject(example) ? example['en'] : example),
  };
  const inner = {
    ...place,
    field: `${own.field}${isList ? '[]' : ''}.`,
    path: `${own.path}.`,
    column: isList ? column : place.column,
  };
  const parts = field.parts.flatMap((part) => envelopeField(part, inner, walk));
  return field.kind === 'object' ? parts : [itself, ...parts];
};

const ENVELOPE = PASSPORT_FIELDS.filter(({ by, name }) => by === 'author' && name !== 'dpp_payload');

/** All values of a passport with this template and category: the envelope first, then the payload in page order. */
export const guideOf = (template: TemplateDocument, category: string | null): Guide => {
  const property = categoryProperty(template);
  const payload = property && category !== null ? { [property.name]: category } : {};
  const walk: Walk = { template, rules: applyingRules(template, payload), example: exampleFor(template, category) };
  const top: Place = { field: '', path: '', column: undefined, cite: null, labels: {}, isRequired: true };
  const shape = shapeOf(template.schema);
  const placed = template.sections.flatMap(({ fields }) => fields);
  const names = [...new Set([...placed, ...shape.keys()])];
  const inPayload = { ...top, field: PAYLOAD_COLUMN, path: PAYLOAD_COLUMN };
  return {
    category,
    categories: categoriesOf(template),
    fields: [
      ...ENVELOPE.flatMap((field) => envelopeField(field, top, walk)),
      ...payloadFields(shape, names, inPayload, walk),
    ],
  };
};

/** Columns of a CSV file for an import, or for the values of a run. */
export const guideColumns = ({ fields }: Pick<Guide, 'fields'>, use: 'import' | 'run'): readonly string[] => {
  const columns = [...new Set(fields.map(({ column }) => column))];
  return use === 'import' ? columns : ['serial', ...columns.filter((name) => name.startsWith(PAYLOAD_COLUMN))];
};
