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
      expect(descriptions.of('a', services('read'))).toBe('a 1');
      expect(descriptions.of('a', services('read', 'save'))).toBe('a 2');
      expect(descriptions.of('b', services('read'))).toBe('b 1');
    }
    expect(make).toHaveBeenCalledTimes(3);
  });

  it('are remembered, a hundred of them', () => {
    const make = jest.fn(() => 'wsdl');
    const descriptions = new Descriptions(make);
    for (let count = 0; count < 101; count += 1) descriptions.of(`a${count}`, services());
    descriptions.of('a1', services());
    expect(make).toHaveBeenCalledTimes(101);
    descriptions.of('a0', services());
    expect(make).toHaveBeenCalledTimes(102);
  });

  it('are remembered, 16 MiB of them', () => {
    const make = jest.fn(() => 'x'.repeat(6 * 1024 * 1024));
    const descriptions = new Descriptions(make);
    for (const url of ['a', 'b', 'c']) descriptions.of(url, services());
    descriptions.of('c', services());
    descriptions.of('b', services());
    expect(make).toHaveBeenCalledTimes(3);
    descriptions.of('a', services());
    expect(make).toHaveBeenCalledTimes(4);
  });
});
