import { isSafeIri, isWebAddress } from './web-address.js';

describe('an address of the web', () => {
  it.each([
    ['https://maker.example/a?b=c#d', true],
    ['http://[::1]:8080/', true],
    ['https://maker.example/größe', true],
    ['//maker.example/a', false],
    ['https:///a', false],
    ['https:maker.example', false],
    ['/a', false],
    ['https://user@maker.example/', false],
    ['https://user:word@maker.example/', false],
    ['https://maker.example\\@elsewhere.example/', false],
    ['javascript:alert(1)', false],
    ['javascript://maker.example/%0aalert(1)', false],
    ['ftp://maker.example/a', false],
    ['https://maker.example/\u202egnp.exe', false],
    ['https://maker.example/\u2067a', false],
    ['https://a b.example/', false],
  ])('%j: %s', (text, is) => {
    expect(isWebAddress(text)).toBe(is);
  });

  it.each([
    ['https://maker.example/', true],
    ['urn:uuid:0b9f6a52-3a0a-4a3f-9a5e-2f6a3c1d7e10', true],
    ['mailto:help@maker.example', true],
    ['//maker.example/', false],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['_:b0', false],
  ])('%j in linked data: %s', (text, is) => {
    expect(isSafeIri(text)).toBe(is);
  });
});
