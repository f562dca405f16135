import type { IncomingMessage } from 'node:http';
import { isFromAnotherSite } from './security-headers.js';

const from = (headers: Record<string, string>): boolean =>
  isFromAnotherSite(
    { headers: { host: 'id.shop.example', ...headers } } as unknown as IncomingMessage,
    'https://dpp.example',
  );

describe('a form from another site (passports-public.md, "The page")', () => {
  it.each([
    [{}, false],
    [{ 'sec-fetch-site': 'same-origin' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ 'sec-fetch-site': 'same-site' }, true],
    [{ 'sec-fetch-site': 'cross-site' }, true],
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://dpp.example' }, true],
    [{ 'sec-fetch-site': 'anything' }, true],
    [{ origin: 'https://dpp.example' }, false],
    [{ origin: 'https://id.shop.example' }, false],
    [{ origin: 'https://id.shop.example:8443' }, true],
    [{ origin: 'https://evil.example' }, true],
    [{ origin: 'null' }, true],
    [{ origin: 'no address' }, true],
  ])('is recognized by %j: %s', (headers, expected) => {
    expect(from(headers as Record<string, string>)).toBe(expected);
  });
});
