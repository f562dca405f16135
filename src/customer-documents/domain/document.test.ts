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

  it('must be on the list when the address is new or changes', () => {
    expect(listed(far, undefined)).toEqual([
      invalidValue('external_url', far.externalUrl, 'addresses on hosts that the operator permits'),
    ]);
    expect(listed(far, { ...far, externalUrl: 'https://near.example/a.pdf' })).toHaveLength(1);
    expect(listed({ ...far, externalUrl: 'https://NEAR.example/b.pdf' }, far)).toEqual([]);
  });

  it('is not judged again when something else changes, whatever the list says by then', () => {
    expect(listed({ ...far, validTo: '2026-12-31' }, far)).toEqual([]);
  });

  it('may be any where none is listed', () => {
    expect(documentFaults(allowedHosts([]))(far, undefined)).toEqual([]);
  });
});
