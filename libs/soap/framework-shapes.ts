import { required, InputRefused } from '../kernel/index.js';
import { withValues } from '../calls/index.js';
import { decodeJson } from '../web/index.js';
import { INT, listOf, member, type ObjectShape, type ScalarShape, STRING, type ListShape } from './shapes.js';

/** Shapes that no module declares: search criteria, attributes, errors, JSON. */

type Elements = Readonly<Record<string, unknown>>;

/** Elements without a value count as missing. */
const withoutNulls = (value: Elements): Elements =>
  Object.fromEntries(Object.entries(value).filter(([, own]) => own !== null));

const FILTER: ObjectShape = {
  kind: 'object',
  name: 'FrameworkFilter',
  members: [
    member('field', STRING, true),
    member('value', STRING, true),
    member('conditionType', STRING, false, 'condition_type'),
    member('values', listOf(STRING), false),
  ],
  read: (value) => {
    const { conditionType, ...rest } = withValues(withoutNulls(value));
    return conditionType === undefined ? rest : { ...rest, condition_type: conditionType };
  },
  // `value` is always present, so that clients generated from earlier WSDLs can read it.
  write: (value) => {
    const filter = value as Elements;
    const list = filter['value'];
    return Array.isArray(list) ? { ...filter, value: list.join(','), values: list } : filter;
  },
};

const FILTER_GROUP: ObjectShape = {
  kind: 'object',
  name: 'FrameworkSearchFilterGroup',
  members: [member('filters', listOf(FILTER), false)],
  read: withoutNulls,
};

const SORT_ORDER: ObjectShape = {
  kind: 'object',
  name: 'FrameworkSortOrder',
  members: [member('field', STRING, true), member('direction', STRING, true)],
  read: withoutNulls,
};

/** A whole number, or the invalid text as sent, as in a query string. */
const queryText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

/** Search criteria, read like those in a REST query string. */
export const SEARCH_CRITERIA: ObjectShape = {
  kind: 'object',
  name: 'FrameworkSearchCriteriaInterface',
  members: [
    member('filterGroups', listOf(FILTER_GROUP), true, 'filter_groups'),
    member('sortOrders', listOf(SORT_ORDER), false, 'sort_orders'),
    member('pageSize', INT, false, 'page_size'),
    member('currentPage', INT, false, 'current_page'),
  ],
  read: (value) => {
    const { filterGroups, sortOrders, pageSize, currentPage } = withoutNulls(value);
    const parts = { filter_groups: filterGroups, sort_orders: sortOrders };
    const sizes = { page_size: queryText(pageSize), current_page: queryText(currentPage) };
    return Object.fromEntries(Object.entries({ ...parts, ...sizes }).filter(([, own]) => own !== undefined));
  },
};

const ATTRIBUTE: ObjectShape = {
  kind: 'object',
  name: 'FrameworkAttributeInterface',
  members: [
    member('attributeCode', STRING, true),
    member('value', STRING, false),
    member('values', listOf(STRING), false),
  ],
};

interface Attribute {
  readonly attributeCode?: string | null;
  readonly value?: unknown;
  readonly values?: unknown;
}

/** An attribute without a value is null, which removes its code. */
const attributesRead = (items: readonly unknown[]): Elements => {
  const read: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [index, item] of items.entries()) {
    const { attributeCode, value, values } = (item ?? {}) as Attribute;
    if (attributeCode === undefined || attributeCode === null)
      throw new InputRefused(required(`attributes[${index}].attributeCode`));
    read[attributeCode] = values ?? value ?? null;
  }
  return read;
};

function* attributesOf(value: unknown): Generator<Attribute, void> {
  for (const [attributeCode, own] of Object.entries(value as Elements))
    yield Array.isArray(own) ? { attributeCode, values: own } : { attributeCode, value: own };
}

/** Codes, each with a text or a list of texts. */
export const ATTRIBUTES: ListShape = {
  ...listOf(ATTRIBUTE),
  read: attributesRead,
  write: attributesOf,
};

export const JSON_TEXT: ScalarShape = {
  kind: 'scalar',
  type: 'string',
  read: (text) => (text.trim() === '' ? text : decodeJson(Buffer.from(text))),
  write: (value) => JSON.stringify(value),
};

const PARAMETER: ObjectShape = {
  kind: 'object',
  name: 'GenericFaultParameter',
  members: [member('key', STRING, true), member('value', STRING, true)],
};

const WRAPPED_ERROR: ObjectShape = {
  kind: 'object',
  name: 'WrappedError',
  members: [member('message', STRING, true), member('parameters', listOf(PARAMETER), false)],
};

/** A named parameter of an error. Parameters without names are numbered from 1, like `%1`. */
export interface FaultParameter {
  readonly key: string;
  readonly value: string;
}

const parameterText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

export const faultParameters = (parameters: unknown): readonly FaultParameter[] => {
  if (typeof parameters !== 'object' || parameters === null) return [];
  const isList = Array.isArray(parameters);
  return Object.entries(parameters).map(([key, value]) => ({
    key: isList ? String(Number(key) + 1) : key,
    value: parameterText(value),
  }));
};

interface Refused {
  readonly message?: unknown;
  readonly parameters?: unknown;
  readonly errors?: readonly Refused[];
}

const refusalElements = ({ message, parameters, errors }: Refused): Elements => ({
  message,
  ...(parameters === undefined ? {} : { parameters: faultParameters(parameters) }),
  ...(errors === undefined ? {} : { errors: errors.map(refusalElements) }),
});

/** An error inside a response, for a single line or row. */
export const REFUSAL: ObjectShape = {
  kind: 'object',
  name: 'FrameworkErrorInterface',
  members: [
    member('message', STRING, true),
    member('parameters', listOf(PARAMETER), false),
    member('errors', listOf(WRAPPED_ERROR), false),
  ],
  write: (value) => refusalElements(value as Refused),
};

/** Types of faults, which every WSDL contains. */
export const GENERIC_FAULT: ObjectShape = {
  kind: 'object',
  name: 'GenericFault',
  members: [
    member('Trace', STRING, false),
    member('Parameters', listOf(PARAMETER), false),
    member('WrappedErrors', listOf(WRAPPED_ERROR), false),
  ],
};
