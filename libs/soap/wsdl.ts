import { LRUCache } from 'lru-cache';
import { pascalCase } from '../records/index.js';
import { GENERIC_FAULT } from './framework-shapes.js';
import { ITEM, type Member, type Shape, typeNameOf } from './shapes.js';
import type { SoapOperation } from './soap-operation.js';
import { element, escapeXml } from './xml-text.js';

/** A service with the operations that the caller may use. */
export interface DescribedService {
  readonly name: string;
  readonly operations: readonly SoapOperation[];
}

const WSDL = 'http://schemas.xmlsoap.org/wsdl/';
const SOAP_12_BINDING = 'http://schemas.xmlsoap.org/wsdl/soap12/';
const XSD = 'http://www.w3.org/2001/XMLSchema';
const OVER_HTTP = 'http://schemas.xmlsoap.org/soap/http';

const qualified = (shape: Shape): string => `${shape.kind === 'scalar' ? 'xsd' : 'tns'}:${typeNameOf(shape)}`;

const documentation = (about: string | undefined): readonly string[] =>
  about === undefined ? [] : [element('xsd:annotation', {}, element('xsd:documentation', {}, escapeXml(about)))];

const elementOf = ({ name, shape, isRequired, isNillable, about }: Member): string => {
  const least = isRequired ? '1' : '0';
  const nillable = isNillable ? 'true' : undefined;
  return shape.kind === 'array'
    ? element(
        'xsd:element',
        { name, type: qualified(shape), minOccurs: isRequired ? undefined : least, nillable },
        ...documentation(about),
      )
    : element(
        'xsd:element',
        { name, minOccurs: least, maxOccurs: '1', type: qualified(shape), nillable },
        ...documentation(about),
      );
};

const complexType = (name: string, ...elements: readonly string[]): string =>
  element('xsd:complexType', { name }, element('xsd:sequence', {}, ...elements));

/** Collects the complex types of a WSDL without duplicates; types come before those that they refer to. */
class Types {
  readonly declarations: string[] = [];
  /** The content of each declared type: the item of a list, itself for an object. */
  private readonly contents = new Map<string, string>();

  add(shape: Shape): void {
    if (shape.kind === 'scalar') return;
    const name = typeNameOf(shape);
    const content = shape.kind === 'array' ? typeNameOf(shape.item) : name;
    const known = this.contents.get(name);
    if (known !== undefined && known !== content)
      throw new Error(`SOAP: ${name} would be a list of ${known} and of ${content}`);
    if (known !== undefined) return;
    this.contents.set(name, content);
    if (shape.kind === 'object') {
      this.declarations.push(complexType(shape.name, ...shape.members.map(elementOf)));
      for (const { shape: inner } of shape.members) this.add(inner);
      return;
    }
    const item = { name: ITEM, minOccurs: '0', maxOccurs: 'unbounded', type: qualified(shape.item) };
    this.declarations.push(complexType(name, element('xsd:element', item)));
    this.add(shape.item);
  }

  /** Adds the element of a message and its type. */
  message(name: string, members: readonly Member[]): void {
    const type = `tns:${pascalCase(name)}`;
    this.declarations.push(element('xsd:element', { name, type, nillable: members.length === 0 ? 'true' : undefined }));
    this.declarations.push(complexType(pascalCase(name), ...members.map(elementOf)));
    for (const { shape } of members) this.add(shape);
  }
}

const resultOf = ({ result, mayBeNull }: SoapOperation): Member => ({
  name: 'result',
  key: 'result',
  shape: result,
  isRequired: !mayBeNull,
});

const schemaOf = (url: string, services: readonly DescribedService[]): string => {
  const types = new Types();
  types.declarations.push(element('xsd:element', { name: GENERIC_FAULT.name, type: `tns:${GENERIC_FAULT.name}` }));
  types.add(GENERIC_FAULT);
  for (const { operations } of services)
    for (const operation of operations) {
      types.message(`${operation.name}Request`, operation.parameters.members);
      types.message(`${operation.name}Response`, [resultOf(operation)]);
    }
  return element('types', {}, element('xsd:schema', { targetNamespace: url }, ...types.declarations));
};

const messageOf = (name: string): string =>
  element('message', { name }, element('part', { name: 'messageParameters', element: `tns:${name}` }));

const FAULT = GENERIC_FAULT.name;

const portTypeOf = ({ name, operations }: DescribedService): string =>
  element(
    'portType',
    { name: `${name}PortType` },
    ...operations.map((operation) =>
      element(
        'operation',
        { name: operation.name },
        element('input', { message: `tns:${operation.name}Request` }),
        element('output', { message: `tns:${operation.name}Response` }),
        element('fault', { name: FAULT, message: `tns:${FAULT}` }),
      ),
    ),
  );

const bindingOf = ({ name, operations }: DescribedService): string => {
  const body = element('soap12:body', { use: 'literal' });
  return element(
    'binding',
    { name: `${name}Binding`, type: `tns:${name}PortType` },
    element('soap12:binding', { style: 'document', transport: OVER_HTTP }),
    ...operations.map((operation) =>
      element(
        'operation',
        { name: operation.name },
        element('soap12:operation', { soapAction: operation.name }),
        element('input', {}, body),
        element('output', {}, body),
        element('fault', { name: FAULT }),
      ),
    ),
  );
};

const serviceOf = (url: string, { name }: DescribedService): string =>
  element(
    'service',
    { name: `${name}Service` },
    element(
      'port',
      { name: `${name}Port`, binding: `tns:${name}Binding` },
      element('soap12:address', { location: url }),
    ),
  );

/** The WSDL 1.1 of these services. `url` is their address and the namespace of their types (soap.md, "The WSDL"). */
export const wsdlOf = (url: string, services: readonly DescribedService[]): string => {
  const names = {
    xmlns: WSDL,
    'xmlns:tns': url,
    'xmlns:soap12': SOAP_12_BINDING,
    'xmlns:xsd': XSD,
    name: 'KontorWSDL',
    targetNamespace: url,
  };
  const definitions = element(
    'definitions',
    names,
    schemaOf(url, services),
    messageOf(FAULT),
    ...services.flatMap((service) => [portTypeOf(service), bindingOf(service), serviceOf(url, service)]),
    ...services.flatMap(({ operations }) =>
      operations.flatMap(({ name }) => [messageOf(`${name}Request`), messageOf(`${name}Response`)]),
    ),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${definitions}\n`;
};

/** Maximum number and total length of cached WSDLs. */
const CACHE_LIMITS = { max: 100, maxSize: 16 * 1024 * 1024 } as const;

/**
 * Cache of WSDLs, because some clients fetch one before each call. There is one per address, services and operations
 * (soap.md, "Addresses").
 */
export class Descriptions {
  private readonly cache = new LRUCache<string, string>({
    ...CACHE_LIMITS,
    sizeCalculation: ({ length }) => length,
  });

  constructor(private readonly make: (url: string, services: readonly DescribedService[]) => string) {}

  wsdlFor(url: string, services: readonly DescribedService[]): string {
    const key = [url, ...services.flatMap(({ operations }) => operations.map(({ name }) => name))].join('\n');
    let found = this.cache.get(key);
    if (found === undefined) {
      found = this.make(url, services);
      this.cache.set(key, found);
    }
    return found;
  }
}
