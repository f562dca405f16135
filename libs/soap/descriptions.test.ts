import { Descriptions } from './descriptions.js';
import type { DescribedService } from './wsdl.js';

const services = (...names: readonly string[]): readonly DescribedService[] => [
  { name: 'sampleV1', operations: names.map((name) => ({ name }) as DescribedService['operations'][number]) },
];

describe('descriptions (soap.md, "Addresses")', () => {
  it('are made once for each address and set of operations', () => {
    const make = jest.fn((url: string, [one]: readonly DescribedService[]) => `${url} ${one?.operations.length}`);
    const descriptions = new Descriptions(make);
    for (const _ of ['once', 'again']) {
      expect(descriptions.wsdlFor('a', services('read'))).toBe('a 1');
      expect(descriptions.wsdlFor('a', services('read', 'save'))).toBe('a 2');
      expect(descriptions.wsdlFor('b', services('read'))).toBe('b 1');
    }
    expect(make).toHaveBeenCalledTimes(3);
  });

  it('are remembered, a hundred of them', () => {
    const make = jest.fn(() => 'wsdl');
    const descriptions = new Descriptions(make);
    for (let count = 0; count < 101; count += 1) descriptions.wsdlFor(`a${count}`, services());
    descriptions.wsdlFor('a1', services());
    expect(make).toHaveBeenCalledTimes(101);
    descriptions.wsdlFor('a0', services());
    expect(make).toHaveBeenCalledTimes(102);
  });

  it('are remembered, 16 MiB of them', () => {
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
