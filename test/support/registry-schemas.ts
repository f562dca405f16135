import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parseXml, type XmlNode } from './xml-node.js';

const docs = (file: string): string => readFileSync(join(__dirname, '../../docs', file), 'utf8');

const validate = new Ajv2020({ strict: true, allErrors: true }).compile(
  JSON.parse(docs('registry-export.schema.json')) as object,
);

/** Faults of a JSON file under docs/registry-export.schema.json. */
export const jsonFaults = (text: string): readonly string[] =>
  validate(JSON.parse(text)) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);

const XSD = parseXml(docs('registry-export.xsd'));
const [TARGET = ''] = [XSD.attributes['targetNamespace']];
const known = (kind: string, name: string | undefined): XmlNode => {
  const found = XSD.children.find((one) => one.name === kind && one.attributes['name'] === name);
  if (!found) throw new Error(`docs/registry-export.xsd has no ${kind} ${name}`);
  return found;
};

/** The facets that the schema uses. Throws for any other facet, which would otherwise be ignored. */
const FACETS: Readonly<Record<string, (text: string, value: string) => boolean>> = {
  pattern: (text, value) => new RegExp(`^(?:${value})$`).test(text),
  minLength: (text, value) => text.length >= Number(value),
};

const valueFaults = (text: string, type: string | undefined, at: string): readonly string[] => {
  const [restriction] = known('simpleType', type).children;
  if (restriction?.name !== 'restriction' || restriction.attributes['base'] !== 'xs:string') throw new Error(`${type}`);
  const words = restriction.children.filter(({ name }) => name === 'enumeration').map((one) => one.attributes['value']);
  const facets = restriction.children.filter(({ name }) => name !== 'enumeration');
  const isWord = words.length === 0 || words.includes(text);
  const holds = facets.every(({ name, attributes }) => {
    const facet = FACETS[name];
    if (!facet) throw new Error(`the facet ${name} of ${type} is not checked`);
    return facet(text, attributes['value'] ?? '');
  });
  return isWord && holds ? [] : [`${at}: "${text}" is no ${type}`];
};

const isSimple = (type: string | undefined): boolean =>
  XSD.children.some(({ name, attributes }) => name === 'simpleType' && attributes['name'] === type);

const nodeFaults = (node: XmlNode, type: string | undefined, at: string): readonly string[] => {
  if (node.namespace !== TARGET) return [`${at}: the namespace ${node.namespace}`];
  if (isSimple(type))
    return node.children.length + Object.keys(node.attributes).length > 0
      ? [`${at} has content of its own`]
      : valueFaults(node.text, type, at);
  const { children } = known('complexType', type);
  const attributes = children.filter(({ name }) => name === 'attribute');
  const sequence = children.find(({ name }) => name === 'sequence')?.children ?? [];
  const faults: string[] = [];
  const names = attributes.map((one) => one.attributes['name'] ?? '');
  for (const name of Object.keys(node.attributes))
    if (name !== 'xmlns' && !names.includes(name)) faults.push(`${at}: the attribute ${name}`);
  for (const { attributes: of } of attributes)
    faults.push(...valueFaults(node.attributes[of['name'] ?? ''] ?? '', of['type'], `${at}/@${of['name']}`));
  let left = node.children;
  for (const { attributes: of } of sequence) {
    const next = left.findIndex(({ name }) => name !== of['name']);
    const found = left.slice(0, next === -1 ? left.length : next);
    left = left.slice(found.length);
    const [least, most] = [Number(of['minOccurs'] ?? 1), Number(of['maxOccurs'] ?? 1)];
    if (found.length < least || found.length > most) faults.push(`${at}: ${found.length} of ${of['name']}`);
    faults.push(...found.flatMap((one) => nodeFaults(one, of['type'], `${at}/${one.name}`)));
  }
  return [...faults, ...left.map(({ name }) => `${at}: ${name}`)];
};

/**
 * Faults of an XML file under docs/registry-export.xsd. Every part of the schema is interpreted here, because no
 * validator is available.
 */
export const xmlFaults = (text: string): readonly string[] => {
  const root = parseXml(text);
  return nodeFaults(root, known('element', root.name).attributes['type'], root.name);
};
