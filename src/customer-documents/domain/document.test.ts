import { invalidValue } from '../../../libs/kernel/index.js';
import { type DocumentFacts, documentFaults } from './document.js';
import { allowedHosts } from '../../../libs/kernel/index.js';

const far: DocumentFacts = {
  isExternal: 1,
  externalUrl: 'https://far.example/a.pdf',
  validFrom: null,
  validTo: null,
  customerGroupIds: [],
};

describe('the host of an external document', () => {
  const listed = documentFaults(allowedHosts(['near.example']));

  it('must be on the allowlist when the URL is new or changes', () => {
    expect(listed(far, undefined)).toEqual([
      invalidValue('external_url', far.externalUrl, 'addresses on hosts that the operator permits'),
    ]);
    expect(listed(far, { ...far, externalUrl: 'https://near.example/a.pdf' })).toHaveLength(1);
    expect(listed({ ...far, externalUrl: 'https://NEAR.example/b.pdf' }, far)).toEqual([]);
  });

  it('is not checked again when another field changes', () => {
    expect(listed({ ...far, validTo: '2026-12-31' }, far)).toEqual([]);
  });

  it('can be any host when the allowlist is empty', () => {
    expect(documentFaults(allowedHosts([]))(far, undefined)).toEqual([]);
  });
});
