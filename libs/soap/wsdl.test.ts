import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ServedOperation } from '../calls/index.js';
import { recordOperations } from '../operations/index.js';
import {
  BooleanField,
  DayField,
  defineRecord,
  IdField,
  IdsField,
  IntField,
  MoneyField,
  Resources,
  StringField,
} from '../records/index.js';
import { nodeAt, parseXml, type XmlNode } from '../../test/support/xml-node.js';
import type { SoapOperation } from './soap-operation.js';
import { SoapServices } from './soap-services.js';
import { wsdlOf, type DescribedService, Descriptions } from './wsdl.js';

const SERVICE = 'pricingCustomerPriceRepositoryV1';
const URL = `http://127.0.0.1:4970/soap/default?services=${SERVICE}`;
/** The WSDL that the shop platform generates for interfaces with the fields below. */
const PLATFORM = readFileSync(join(__dirname, '..', '..', 'test', 'fixtures', 'soap', 'platform.wsdl'), 'utf8');

class CustomerPrice {
  @IdField()
  readonly id!: number;

  @IntField({ about: 'Whose price it is' })
  readonly customerId!: number;

  @StringField({ about: 'Of which product: <a> & "b"' })
  readonly sku!: string;

  @MoneyField({ about: 'What it costs', required: true })
  readonly value!: number;

  @BooleanField({ about: 'Whether it holds' })
  readonly isActive!: boolean;

  @IdsField('category', { about: 'Where it is shown' })
  readonly categoryIds!: readonly number[];

  @DayField({ about: 'From when on', nullable: true })
  readonly fromDate!: string | null;
}

const resource = defineRecord<CustomerPrice>({
  resource: 'customerPrice',
  record: CustomerPrice,
  room: 'sample',
  path: 'pricing/customerprice',
  title: { one: 'price', many: 'prices' },
  table: 'sample',
  rights: { read: '_S::r', save: '_S::s', delete: '_S::d' },
  ids: 'made',
  unique: [],
  service: SERVICE,
});

const ORDER = ['create', 'update', 'get', 'search', 'remove'];

const described = (): XmlNode => {
  const operations = recordOperations(resource)
    .toSorted((one, other) => ORDER.indexOf(one.name) - ORDER.indexOf(other.name))
    .map((one) => new ServedOperation(one, () => undefined as never, undefined as never));
  const services = new SoapServices(operations, new Resources([]));
  return parseXml(wsdlOf(URL, [{ name: SERVICE, operations: services.operationsOf(SERVICE) ?? [] }]));
};

const schemaIn = (definitions: XmlNode): XmlNode | undefined => nodeAt(definitions, 'types', 'schema');

/** An element and its descendants as lines; `lineOf` picks the attributes to compare. */
const linesOf = (node: XmlNode, lineOf: (node: XmlNode) => readonly string[], above = ''): readonly string[] => {
  const at = `${above}/${node.name}[${lineOf(node).toSorted().join(' ')}]`;
  return [at, ...node.children.flatMap((child) => linesOf(child, lineOf, at))];
};

const attributesOf = ({ attributes }: XmlNode): readonly string[] =>
  Object.entries(attributes)
    .filter(([name]) => !name.startsWith('xmlns'))
    .map(([name, value]) => `${name}=${value}`);

/** Without the intended differences: double instead of float, nillable fields and documentation. */
const asPlatform = (node: XmlNode): XmlNode => {
  const { nillable: _, ...attributes } = node.attributes;
  return {
    ...node,
    attributes:
      node.name === 'definitions'
        ? { ...attributes, name: 'MagentoWSDL' }
        : attributes['type'] === 'xsd:double'
          ? { ...attributes, type: 'xsd:float' }
          : attributes,
    children: node.children.filter(({ name }) => name !== 'annotation').map(asPlatform),
  };
};

const inOneOrder = (node: XmlNode): XmlNode => ({
  ...node,
  children: node.children
    .map(inOneOrder)
    .toSorted((one, other) =>
      node.name === 'schema'
        ? `${one.name} ${one.attributes['name']}` < `${other.name} ${other.attributes['name']}`
          ? -1
          : 1
        : 0,
    ),
});

describe('the WSDL', () => {
  it('matches the names, messages, types and bindings of the shop platform', () => {
    const [platform, own] = [parseXml(PLATFORM), asPlatform(described())].map((one) =>
      linesOf(inOneOrder(one), attributesOf),
    );
    // The list of values of a filter is an addition, which clients generated from the platform's WSDL omit.
    const isOurs = (line: string): boolean =>
      /name=FrameworkFilter\].*name=values |complexType\[name=ArrayOfString\]/.test(line);
    expect(own?.filter((line) => !isOurs(line))).toEqual(platform);
    expect(own?.filter(isOurs)).toHaveLength(4);
  });

  it('documents each field with the text of its declaration', () => {
    const types = schemaIn(described())?.children ?? [];
    const record = types.find(({ attributes }) => attributes['name'] === 'PricingDataCustomerPriceInterface');
    const fields = (nodeAt(record, 'sequence')?.children ?? []).map((field) => [
      field.attributes['name'],
      nodeAt(field, 'annotation', 'documentation')?.text,
    ]);
    expect(fields.slice(1)).toEqual([
      ['customerId', 'Whose price it is'],
      ['sku', 'Of which product: <a> & "b"'],
      ['value', 'What it costs'],
      ['isActive', 'Whether it holds'],
      ['categoryIds', 'Where it is shown'],
      ['fromDate', 'From when on'],
    ]);
  });

  it('allows null only for fields that can be cleared', () => {
    const types = schemaIn(described())?.children ?? [];
    const record = types.find(({ attributes }) => attributes['name'] === 'PricingDataCustomerPriceInterface');
    const nillable = (nodeAt(record, 'sequence')?.children ?? []).filter(({ attributes }) => attributes['nillable']);
    expect(nillable.map(({ attributes }) => attributes)).toEqual([
      { name: 'fromDate', minOccurs: '0', maxOccurs: '1', type: 'xsd:string', nillable: 'true' },
    ]);
  });
});

describe('lists of one name', () => {
  it('cannot have different items', () => {
    const named = (of: string, name: string): SoapOperation =>
      ({
        name,
        parameters: { kind: 'object', name, members: [] },
        result: { kind: 'array', item: { kind: 'object', name, members: [] }, of },
      }) as unknown as SoapOperation;
    const wsdl = (...operations: readonly SoapOperation[]) => wsdlOf(URL, [{ name: SERVICE, operations }]);
    expect(wsdl(named('One', 'first'), named('Other', 'second'))).toContain('ArrayOfOther');
    expect(() => wsdl(named('One', 'first'), named('One', 'second'))).toThrow(
      'SOAP: ArrayOfOne would be a list of first and of second',
    );
  });
});

const services = (...names: readonly string[]): readonly DescribedService[] => [
  { name: 'sampleV1', operations: names.map((name) => ({ name }) as DescribedService['operations'][number]) },
];

describe('descriptions (soap.md, "Addresses")', () => {
  it('are generated once for each address and set of operations', () => {
    const make = jest.fn((url: string, [one]: readonly DescribedService[]) => `${url} ${one?.operations.length}`);
    const descriptions = new Descriptions(make);
    for (const _ of ['once', 'again']) {
      expect(descriptions.wsdlFor('a', services('read'))).toBe('a 1');
      expect(descriptions.wsdlFor('a', services('read', 'save'))).toBe('a 2');
      expect(descriptions.wsdlFor('b', services('read'))).toBe('b 1');
    }
    expect(make).toHaveBeenCalledTimes(3);
  });

  it('are cached up to 100 entries', () => {
    const make = jest.fn(() => 'wsdl');
    const descriptions = new Descriptions(make);
    for (let count = 0; count < 101; count += 1) descriptions.wsdlFor(`a${count}`, services());
    descriptions.wsdlFor('a1', services());
    expect(make).toHaveBeenCalledTimes(101);
    descriptions.wsdlFor('a0', services());
    expect(make).toHaveBeenCalledTimes(102);
  });

  it('are cached up to 16 MiB', () => {
    const make = jest.fn(() => 'x'.repeat(6 * 1024 * 1024));
    const descriptions = new Descriptions(make);
    for (const url of ['a', 'b', 'c']) descriptions.wsdlFor(url, services());
    descriptions.wsdlFor('c', services());
    descriptions.wsdlFor('b', services());
    expect(make).toHaveBeenCalledTimes(3);
    descriptions.wsdlFor('a', services());
    expect(make).toHaveBeenCalledTimes(4);
  });
});
