import { Resources, StringField } from '../records/index.js';
import { shelf } from '../../test/support/memory/sample-records.js';
import { answers, needs, type Operation, operation, recordOperations, takes } from '../operations/index.js';
import { ServedOperation } from '../calls/index.js';
import { namespaceOf, SoapServices } from './soap-services.js';

class Sample {
  @StringField({ about: 'Name' })
  readonly name!: string;
}

const OtherSample = (() => {
  class Sample {
    @StringField({ about: 'Title' })
    readonly title!: string;
  }
  return Sample;
})();

class Service {}

const declared = (more: Partial<Operation> = {}): Operation => ({
  ...operation({
    service: 'sampleThingV1',
    name: 'read',
    summary: 'Read it',
    right: needs.anonymous,
    effect: 'reads',
    rest: { verb: 'GET', path: 'sample/thing' },
    input: {},
    output: answers.fields(Sample),
    by: Service,
    run: () => null,
  }),
  ...more,
});

const soapServices = (...operations: readonly Operation[]): SoapServices =>
  new SoapServices(
    operations.map((one) => new ServedOperation(one, () => undefined as never, undefined as never)),
    new Resources([]),
  );

describe('SOAP services', () => {
  it.each([
    ['sampleThingV1', 'sample/thing', 'Sample'],
    ['sampleThingsOfOneV1', 'samplethings/x', 'SampleThings'],
    ['otherV1', 'sample-things/x', 'SampleThings'],
    ['sampleThingsV1', 'sample-things', 'SampleThings'],
  ])('give %s at %s the type prefix %s', (service, path, namespace) => {
    expect(namespaceOf(declared({ service, rest: { verb: 'GET', path } }))).toBe(namespace);
  });

  it('share equal types and reject different ones of one name', () => {
    const again = declared({ name: 'again' });
    const other = declared({ name: 'other', output: answers.fields(OtherSample) });
    const results = soapServices(declared(), again)
      .operationsOf('sampleThingV1')
      ?.map(({ result }) => result);
    expect(results?.[0]).toBe(results?.[1]);
    expect(() => soapServices(declared(), other)).toThrow('two declarations would be called SampleDataSampleInterface');
  });

  it('reject two operations, or two elements, of one name', () => {
    expect(() => soapServices(declared(), declared())).toThrow('several operations would be called sampleThingV1Read');
    const input = { name: takes.key('name'), fields: takes.fields(Sample) };
    expect(() => soapServices(declared({ input }))).toThrow('would take two elements of one name: name, name');
  });

  it('reject different rights to create and update a record', () => {
    const [, , create, update] = recordOperations(shelf) as [Operation, Operation, Operation, Operation];
    expect(
      soapServices(create, update)
        .operationsOf(shelf.service)
        ?.map(({ name }) => name),
    ).toEqual([`${shelf.service}Save`]);
    const other = { ...update, right: needs.right('_Sample::manage') };
    for (const both of [
      [create, other],
      [other, create],
    ])
      expect(() => soapServices(...both)).toThrow(`SOAP: ${shelf.service}Save would have two rights`);
  });

  it('omit operations that return bytes', () => {
    expect(soapServices(declared({ output: answers.bytes('image/png') })).names).toEqual([]);
  });
});
