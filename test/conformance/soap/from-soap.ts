import type { Field, Kind } from '../../../libs/records/index.js';
import type { AnswerSpec } from '../../../libs/operations/index.js';
import { nodeAt, type XmlNode } from '../../support/xml-node.js';
import type { Json } from '../crawl/crawler.js';
import { SECRET, secretKeys } from '../twins/secret-keys.js';

const items = (node: XmlNode, of: (item: XmlNode) => unknown): readonly unknown[] => {
  if (node.text.trim() !== '') throw new Error(`a list with a text: ${node.text}`);
  return node.children.map((child) => {
    if (child.name !== 'item') throw new Error(`a list holds ${child.name}`);
    return of(child);
  });
};

const texts = (node: XmlNode): readonly unknown[] => items(node, ({ text }) => text);

const attributes = (node: XmlNode): Json =>
  Object.fromEntries(
    node.children.map((item) => {
      const [value, values] = [nodeAt(item, 'value'), nodeAt(item, 'values')];
      return [nodeAt(item, 'attributeCode')?.text, values ? texts(values) : (value?.text ?? null)] as const;
    }),
  );

const parameters = (node: XmlNode | undefined): Json =>
  node && Object.fromEntries(node.children.map((one) => [nodeAt(one, 'key')?.text, nodeAt(one, 'value')?.text]));

const refusal = (node: XmlNode): Json => ({
  message: nodeAt(node, 'message')?.text,
  parameters: parameters(nodeAt(node, 'parameters')),
  errors: nodeAt(node, 'errors')?.children.map(refusal),
});

const value = (kind: Kind, node: XmlNode): unknown => {
  switch (kind.type) {
    case 'int':
    case 'decimal':
      return Number(node.text);
    case 'boolean':
      return node.text === 'true';
    case 'ids':
      return items(node, ({ text }) => Number(text));
    case 'words':
      return texts(node);
    case 'object':
      return object(kind.fields, node);
    case 'objects':
      return items(node, (item) => object(kind.fields, item));
    case 'attributes':
      return attributes(node);
    case 'input':
    case 'json':
      return JSON.parse(node.text) as unknown;
    case 'refusal':
      return refusal(node);
    default:
      return node.text;
  }
};

const object = (fields: readonly Field[], node: XmlNode): Json =>
  Object.fromEntries(
    node.children.map((child) => {
      const field = fields.find(({ property }) => property === child.name);
      if (!field) throw new Error(`an answer holds ${child.name}, which nobody has declared`);
      return [field.name, value(field.kind, child)] as const;
    }),
  );

const SIZES: Readonly<Record<string, string>> = { pageSize: 'page_size', currentPage: 'current_page' };

const criteria = (node: XmlNode): Json => {
  const values: Record<string, unknown> = {};
  for (const child of node.children) {
    if (child.name === 'filterGroups')
      values['filter_groups'] = items(child, (group) => ({
        filters: (nodeAt(group, 'filters')?.children ?? []).map((filter) => ({
          field: nodeAt(filter, 'field')?.text,
          value: nodeAt(filter, 'value')?.text,
          condition_type: nodeAt(filter, 'conditionType')?.text,
        })),
      }));
    else if (child.name === 'sortOrders')
      values['sort_orders'] = items(child, (sort) => ({
        field: nodeAt(sort, 'field')?.text,
        direction: nodeAt(sort, 'direction')?.text,
      }));
    else values[SIZES[child.name] ?? child.name] = Number(child.text);
  }
  return values;
};

/** Converts a SOAP result to the form of REST. */
export const fromSoap = (output: AnswerSpec, result: XmlNode | undefined): unknown => {
  if (!result) return null;
  switch (output.kind) {
    case 'object':
      return object(output.fields, result);
    case 'array':
      return items(result, (item) => object(output.fields, item));
    case 'search': {
      const [list, asked, total] = [
        nodeAt(result, 'items'),
        nodeAt(result, 'searchCriteria'),
        nodeAt(result, 'totalCount'),
      ];
      if (!list || !asked || !total) throw new Error('a search answers items, searchCriteria and totalCount');
      return {
        items: items(list, (item) => object(output.fields, item)),
        search_criteria: criteria(asked),
        total_count: Number(total.text),
      };
    }
    case 'true':
      return result.text === 'true';
    case 'strings':
      return texts(result);
    case 'int':
      return Number(result.text);
    default:
      return result.text;
  }
};

const refusalOf = ({ message, parameters: own, errors }: Json): Json => ({
  message,
  ...(own === undefined ? {} : { parameters: parametersOf(own) }),
  ...(errors === undefined ? {} : { errors: errors.map(refusalOf) }),
});

/** A response without nulls, which SOAP omits, without secrets, and with refusal parameters as texts. */
export const plainAnswer = (output: AnswerSpec, answer: unknown): unknown => {
  const secrets = secretKeys(output);
  const plain = (raw: unknown, key = ''): unknown => {
    if (Array.isArray(raw)) return raw.map((one) => plain(one));
    if (typeof raw !== 'object' || raw === null) return secrets.has(key) ? SECRET : raw;
    if (key === 'error' && 'message' in raw) return refusalOf(raw);
    return Object.fromEntries(
      Object.entries(raw)
        .filter(([, own]) => own !== null && own !== undefined)
        .map(([name, own]) => [name, plain(own, name)]),
    );
  };
  return plain(answer);
};

const text = (raw: unknown): string =>
  raw === null || raw === undefined ? '' : typeof raw === 'string' ? raw : JSON.stringify(raw);

export const parametersOf = (raw: Json): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(raw ?? {}).map(([key, own]) => [Array.isArray(raw) ? String(Number(key) + 1) : key, text(own)]),
  );
