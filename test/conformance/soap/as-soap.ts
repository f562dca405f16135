import { type Field, type Kind, namesOf, type Resource } from '../../../libs/records/index.js';
import type { BodySpec, Operation, PartSpec } from '../../../libs/operations/index.js';
import { parseQuery } from '../../../libs/web/index.js';
import type { SoapMembers, SoapValue } from '../../support/soap.js';
import { Unsayable } from '../twins/compared-interface.js';

type Json = Readonly<Record<string, unknown>>;

const unsayable = (why: string): never => {
  throw new Unsayable(why);
};

const NOT_XML =
  // eslint-disable-next-line no-control-regex -- characters that XML does not allow
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

const textOf = (text: string): string => (NOT_XML.test(text) ? unsayable('no text of XML') : text);

/** Numbers that XML Schema reads differently from REST. */
const OTHER_NUMBER = /^\s*$|\s|^\+|^[-+]?\d*\.?\d*e[-+]?\d+$|^-?\.\d|\d\.$/i;

const numberOf = (value: unknown): string => {
  if (typeof value === 'object') return unsayable('an object for a number');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return OTHER_NUMBER.test(text) ? unsayable('a number in another form') : textOf(text);
};

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list from a query string can be an object with indexes as keys. */
const listed = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value as readonly unknown[];
  return isObject(value) ? Object.values(value) : unsayable('no list');
};

const scalarOf = (value: unknown): string => {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' ? textOf(value) : unsayable('no text');
};

const attributesOf = (value: unknown): readonly SoapValue[] => {
  if (!isObject(value) && !(Array.isArray(value) && value.length === 0)) return unsayable('no attributes');
  return Object.entries(value as Json).map(([code, own]): SoapMembers => {
    const attributeCode = textOf(code);
    if (Array.isArray(own)) return { attributeCode, values: own.map(scalarOf) };
    return own === null ? { attributeCode } : { attributeCode, value: scalarOf(own) };
  });
};

const valueOf = (kind: Kind, value: unknown): SoapValue => {
  if (value === null) return null;
  switch (kind.type) {
    case 'int':
    case 'decimal':
      return numberOf(value);
    case 'string':
    case 'text':
    case 'secret':
    case 'day':
    case 'instant':
      return scalarOf(value);
    case 'boolean':
      return typeof value === 'boolean' ? String(value) : unsayable('no boolean');
    case 'ids':
      return listed(value).map((item) => (item === null ? null : numberOf(item)));
    case 'words':
      return listed(value).map(scalarOf);
    case 'object':
      return objectOf(kind.fields, value);
    case 'objects':
      return Array.isArray(value) ? value.map((item) => objectOf(kind.fields, item)) : unsayable('no list');
    case 'attributes':
      return attributesOf(value);
    case 'input':
    case 'json':
    case 'refusal':
      return textOf(JSON.stringify(value));
  }
};

/** `ids`: whether to send an ID. Otherwise the ID would select the record. */
const fieldsOf = (fields: readonly Field[], value: Json, ids = false): SoapMembers => {
  const names = namesOf(fields);
  const said: Record<string, SoapValue> = {};
  for (const [key, own] of Object.entries(value)) {
    const field = names.get(key);
    if (!field || key === field.alias || field.property in said) return unsayable(`${key} is unknown or twice`);
    if (field.property === 'id' && !ids) return unsayable('an id');
    if (field.access !== 'read' || field.property === 'id') said[field.property] = valueOf(field.kind, own);
  }
  return said;
};

/** Inside an object, an ID is an ordinary field. */
const objectOf = (fields: readonly Field[], value: unknown, ids = true): SoapMembers =>
  isObject(value) ? fieldsOf(fields, value, ids) : unsayable('no object');

const unwrapped = (body: Json, wrapper: string): unknown => {
  const snake = wrapper.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const keys = Object.keys(body);
  if (keys.some((key) => key !== wrapper && key !== snake)) return unsayable('more than the wrapper');
  return body[keys[0] ?? ''];
};

const wrapped = (wrapper: string, fields: readonly Field[], body: Json): SoapMembers => {
  const value = unwrapped(body, wrapper);
  if (value === undefined) return {};
  return { [wrapper]: value === null ? null : objectOf(fields, value, false) };
};

const saved = ({ wrapper, fields }: Resource, body: Json, id: string): SoapMembers => {
  const record = unwrapped(body, wrapper);
  if (!isObject(record)) return unsayable('no record that could hold the id');
  return { [wrapper]: { id: numberOf(id), ...fieldsOf(fields, record) } };
};

const list = (wrapper: string, fields: readonly Field[], body: Json): SoapMembers => {
  const rows = unwrapped(body, wrapper);
  if (rows === undefined) return {};
  if (!Array.isArray(rows)) return unsayable('no list');
  const isEmpty = (row: unknown): boolean => Array.isArray(row) && row.length === 0;
  return { [wrapper]: rows.map((row) => objectOf(fields, isEmpty(row) ? {} : row, true)) };
};

type RowsOf = (resource: Resource) => Resource;

const bodyOf = (spec: BodySpec, sent: unknown, rows: RowsOf, id?: string): SoapMembers => {
  if (!isObject(sent)) return unsayable('no object as body');
  switch (spec.kind) {
    case 'record': {
      const { resource } = spec;
      return id === undefined ? wrapped(resource.wrapper, resource.fields, sent) : saved(resource, sent, id);
    }
    case 'records':
      return list(spec.wrapper, spec.resource.fields, sent);
    case 'bulk':
      return list('records', rows(spec.resource).fields, sent);
    case 'wrapped':
      return wrapped(spec.wrapper, spec.fields, sent);
    case 'plain':
      return fieldsOf(spec.fields, sent);
    case 'stream':
      return unsayable('bytes');
  }
};

const partsOf = (value: unknown, names: Readonly<Record<string, string>>): SoapMembers => {
  if (!isObject(value)) return unsayable('no part of criteria');
  return Object.fromEntries(
    Object.entries(value).map(([key, own]) => [
      names[key] ?? unsayable(`${key} is no part`),
      typeof own === 'string' ? textOf(own) : unsayable('a part that is no text'),
    ]),
  );
};

const FILTER = { field: 'field', value: 'value', condition_type: 'conditionType' };
const SORT = { field: 'field', direction: 'direction' };

const sizeOf = (name: string, value: unknown): SoapMembers =>
  value === undefined ? {} : { [name]: typeof value === 'string' ? numberOf(value) : unsayable('no size') };

const groupOf = (group: unknown): SoapMembers => {
  if (!isObject(group)) return unsayable('no group');
  const { filters, ...more } = group;
  if (filters === undefined || Object.keys(more).length > 0) return unsayable('other parts of a group');
  return { filters: listed(filters).map((filter) => partsOf(filter, FILTER)) };
};

const criteriaOf = (value: unknown): SoapMembers => {
  if (value === undefined) return {};
  if (value === '') return { searchCriteria: { filterGroups: [] } };
  if (!isObject(value)) return unsayable('no criteria');
  const { filter_groups: groups = '', sort_orders: sorts = '', page_size, current_page, ...others } = value;
  if (Object.keys(others).length > 0) return unsayable('other parts of criteria');
  return {
    searchCriteria: {
      filterGroups: groups === '' ? [] : listed(groups).map(groupOf),
      ...(sorts === '' ? {} : { sortOrders: listed(sorts).map((sort) => partsOf(sort, SORT)) }),
      ...sizeOf('pageSize', page_size),
      ...sizeOf('currentPage', current_page),
    },
  };
};

/** Business keys in place of IDs, which only REST supports. */
const BUSINESS_KEY =
  /^(?:customer|customer_group|website|category|store)_(?:number|external_id|email|code|website_code)$/;

const queryOf = (fields: readonly Field[], query: Json, strict: boolean): SoapMembers => {
  const names = namesOf(fields);
  const said: Record<string, SoapValue> = {};
  for (const [key, value] of Object.entries(query)) {
    const field = names.get(key);
    if (field) said[field.property] = typeof value === 'string' ? valueOf(field.kind, value) : unsayable('no text');
    else if (strict || BUSINESS_KEY.test(key)) unsayable('a parameter that there is not');
  }
  return said;
};

/** The REST request to an operation. */
export interface RestSent {
  readonly params: Readonly<Record<string, string>>;
  /** The query string without `?`. */
  readonly query: string;
  readonly body: unknown;
}

/** Converts the request to SOAP elements; throws `Unsayable` if that is impossible. */
export const asSoap = (
  operation: Operation,
  { params, query: text, body }: RestSent,
  rows: (resource: Resource) => Resource,
): SoapMembers => {
  const query = parseQuery(text) as Json;
  if ('fields' in query) return unsayable('fields');
  const all = Object.values(operation.input);
  const savedId = operation.resource && operation.name === 'update' ? params['id'] : undefined;
  if (body !== undefined && !all.some(({ from }) => from === 'body') && JSON.stringify(body) !== '{}')
    return unsayable('a body that nobody takes');
  const one = (part: PartSpec): SoapMembers => {
    switch (part.from) {
      case 'id':
        return savedId === undefined ? { [part.name]: numberOf(params[part.name]) } : {};
      case 'key':
        return { [part.name]: scalarOf(params[part.name]) };
      case 'criteria':
        return criteriaOf(query['search_criteria']);
      case 'query':
        if (part.ofRest && part.fields.some(({ name }) => name in query)) return unsayable('a parameter of REST alone');
        return part.ofRest ? {} : queryOf(part.fields, query, part.strict);
      case 'body':
        return bodyOf(part.body, body, rows, savedId);
    }
  };
  return Object.assign({}, ...all.map(one)) as SoapMembers;
};
