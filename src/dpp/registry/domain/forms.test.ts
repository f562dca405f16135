import { jsonFaults, xmlFaults } from '../../../../test/support/registry-schemas.js';
import { fileNameOf, REGISTRY_FORMS } from './forms.js';
import type { RegistryFile, RegistryRequest } from './request.js';

const REQUEST: RegistryRequest = {
  action: 'register',
  uniqueProductIdentifier: 'https://p.example/01/09524000010018/21/A%26B',
  digitalProductPassportId: 'https://p.example/dpp/6f1c2b1e-8f0a-4c57-9d3b-0c8f3f3f8a10',
  dppApiEndpoint: 'https://p.example/dpp/v1/dpps/6f1c2b1e-8f0a-4c57-9d3b-0c8f3f3f8a10',
  granularity: 'item',
  modelIdentifier: 'https://p.example/01/09524000010018',
  batchIdentifier: 'L<1> & "2"',
  commodityCode: '85076000',
  uniqueEconomicOperatorIdentifier: 'ntr:DE-HRB 12345',
  economicOperatorScheme: 'ntr',
  backupUniqueEconomicOperatorIdentifier: '0199:529900T8BM49AURSDO55',
  version: 2,
  versionHash: `sha-256:${'0'.repeat(64)}`,
  lastUpdated: '2027-03-01T12:00:00.000Z',
};
const {
  modelIdentifier: _model,
  batchIdentifier: _batch,
  commodityCode: _code,
  backupUniqueEconomicOperatorIdentifier: _backup,
  ...LEAST
} = REQUEST;

const file = (requests: readonly RegistryRequest[]): RegistryFile => ({
  number: 12,
  createdAt: '2027-03-01T12:00:00.000Z',
  requests,
});
const both = (of: RegistryFile) => [
  jsonFaults(REGISTRY_FORMS['json']?.(of) ?? ''),
  xmlFaults(REGISTRY_FORMS['xml']?.(of) ?? ''),
];

describe('files for the EU registry', () => {
  it.each([
    ['one request', [REQUEST]],
    ['one request with required members only', [{ ...LEAST, granularity: 'model' }]],
    ['100 requests', Array.from({ length: 100 }, () => REQUEST)],
  ])('match JSON Schema and XSD: %s', (_, requests) => {
    expect(both(file(requests))).toEqual([[], []]);
  });

  it.each([
    ['101 requests', Array.from({ length: 101 }, () => REQUEST)],
    ['no request', []],
    ['another action', [{ ...REQUEST, action: 'delete' }]],
    ['an unknown member', [{ ...REQUEST, other: 'x' }]],
    ['no operator', [{ ...REQUEST, uniqueEconomicOperatorIdentifier: '' }]],
    ['a scheme that is not accepted', [{ ...REQUEST, economicOperatorScheme: 'gln' }]],
    ['an invalid hash', [{ ...REQUEST, versionHash: 'sha-256:0' }]],
    ['an invalid product identifier', [{ ...REQUEST, uniqueProductIdentifier: 'urn:x' }]],
    ['a commodity code that is too short', [{ ...REQUEST, commodityCode: '8507' }]],
    ['the version 0', [{ ...REQUEST, version: 0 }]],
  ])('are rejected by both schemas: %s', (_, requests) => {
    for (const faults of both(file(requests as readonly RegistryRequest[]))) expect(faults).not.toEqual([]);
  });

  it('escape XML characters in texts', () => {
    expect(REGISTRY_FORMS['xml']?.(file([REQUEST]))).toContain(
      '<batchIdentifier>L&lt;1&gt; &amp; &quot;2&quot;</batchIdentifier>',
    );
  });

  it('are named by their number, so that a retry replaces them', () => {
    expect(fileNameOf(12, 'xml')).toBe('registry-00000012.xml');
  });
});
