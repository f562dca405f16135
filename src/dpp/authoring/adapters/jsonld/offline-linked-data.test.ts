import type { JsonObject } from '../../../passport/domain/index.js';
import { OfflineLinkedData } from './offline-linked-data.js';

const linked = new OfflineLinkedData();
const TERM = 'https://shop.example/dpp/vocab/x/1#';

const inPayload = (payload: JsonObject, terms: JsonObject): JsonObject => ({
  '@context': ['https://schema.org', { payload: { '@id': `${TERM}payload`, '@context': [null, terms] } }],
  '@type': 'DigitalProductPassport',
  payload,
});

describe('OfflineLinkedData', () => {
  it.each<[string, JsonObject]>([
    [
      'a pending type of schema.org',
      { '@context': 'https://schema.org', '@type': 'DigitalProductPassport', name: 'x' },
    ],
    ['another address of the schema.org context', { '@context': 'http://schema.org/', '@type': 'Product', sku: 'x' }],
    ['a payload key that is mapped to a term', inPayload({ material: 'wool' }, { material: `${TERM}material` })],
    [
      'keys that schema.org would read as keywords',
      inPayload({ type: 'a', id: 'b' }, { type: `${TERM}type`, id: `${TERM}id` }),
    ],
    [
      'texts by language',
      inPayload({ care: { en: 'Wash', de: 'Waschen' } }, { care: { '@id': `${TERM}care`, '@container': '@language' } }),
    ],
  ])('accepts %s', async (_, document) => {
    expect(await linked.faults(document)).toEqual([]);
  });

  it.each<[string, JsonObject, RegExp]>([
    [
      'a term that schema.org does not have',
      { '@context': 'https://schema.org', '@type': 'Product', hsCode: '8507' },
      /schema.org has no term hsCode/,
    ],
    [
      'a type that schema.org does not have',
      { '@context': 'https://schema.org', '@type': 'Passport', name: 'x' },
      /schema.org has no term Passport/,
    ],
    ['a payload key without a term', inPayload({ material: 'wool' }, {}), /material/],
    ['a nested key without a term', inPayload({ a: { b: 1 } }, { a: `${TERM}a` }), /\(b\)/],
    [
      'an unknown context',
      { '@context': 'https://example.com/context', name: 'x' },
      /example.com\/context is not built in/,
    ],
    [
      'a link that is not a URL',
      inPayload({ url: 'not absolute' }, { url: { '@id': `${TERM}url`, '@type': '@id' } }),
      /not absolute is not an absolute web address/,
    ],
    ...[
      '//elsewhere.example/x',
      'javascript:alert(1)',
      'https://shop.example@elsewhere.example/',
      'data:text/html,x',
    ].map((url): [string, JsonObject, RegExp] => [
      `the link ${url}`,
      inPayload({ url }, { url: { '@id': `${TERM}url`, '@type': '@id' } }),
      /is not an absolute web address/,
    ]),
    [
      'an invalid language',
      inPayload({ care: { 'e n': 'x' } }, { care: { '@id': `${TERM}care`, '@container': '@language' } }),
      /language/,
    ],
  ])('rejects %s', async (_, document, messages) => {
    const faults = await linked.faults(document);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(messages);
  });

  it('keeps schema.org terms out of a payload by a null context, not by @vocab alone', async () => {
    const payload = { '@id': `${TERM}payload`, '@context': { '@vocab': TERM } };
    const leaky = {
      '@context': ['https://schema.org', { payload }],
      '@type': 'Product',
      payload: { material: 'wool' },
    };
    expect(JSON.stringify(await linked.expand(leaky))).toContain('http://schema.org/material');
    const [tight] = await linked.expand(inPayload({ material: 'wool' }, { '@vocab': TERM }));
    expect(JSON.stringify(tight)).not.toContain('http://schema.org/material');
  });

  it('leaves markup unchanged, because the page that shows it escapes it', async () => {
    const text = '</script><script>alert(1)</script><!--';
    const [expanded] = await linked.expand({ '@context': 'https://schema.org', '@type': 'Product', name: text });
    expect(expanded).toMatchObject({ 'http://schema.org/name': [{ '@value': text }] });
  });
});
