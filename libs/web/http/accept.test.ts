import { admitsJson, preferredType } from './accept.js';

describe('an Accept header (wire.md §1)', () => {
  it.each([
    [undefined, true],
    ['', true],
    ['*/*', true],
    ['application/json', true],
    ['APPLICATION/JSON', true],
    ['application/json; charset=utf-8', true],
    ['text/html, application/xhtml+xml, */*;q=0.8', true],
    ['text/html,application/json;q=0.1', true],
    ['application/*', true],
    ['text/html', false],
    ['text/html, image/png', false],
    ['application/xml', false],
    ['application/json;q=0', false],
    ['application/json;q=0, */*', false],
    ['*/*;q=0', false],
    ['text/*', false],
    ['application/vnd.api+json', false],
    ['nonsense', false],
  ])('%j admits JSON: %s', (header, expected) => expect(admitsJson(header)).toBe(expected));
});

describe('the preferred type of two', () => {
  it.each([
    [undefined, 'text/html'],
    ['*/*', 'text/html'],
    ['text/html,application/xhtml+xml;q=0.9,*/*;q=0.8', 'text/html'],
    ['application/ld+json', 'application/ld+json'],
    ['application/ld+json, text/html', 'text/html'],
    ['application/ld+json, text/html;q=0.9', 'application/ld+json'],
    ['application/*', 'application/ld+json'],
    ['text/html;q=0, */*', 'application/ld+json'],
    ['image/png', 'text/html'],
    ['Application/LD+JSON; profile="x"', 'application/ld+json'],
  ])('for %s is %s', (header, expected) => {
    expect(preferredType(header, ['text/html', 'application/ld+json'])).toBe(expected);
  });
});
