import type { Answer, TestApp, Verb } from './app.js';

const TEXT = { type: 'string' };
const term = (iri: string, type = 'text') => ({ iri, type, labels: { en: iri, de: iri } });

/**
 * A complete template that is short enough to read: one required property, one property for each disclosure, and texts
 * by language.
 */
export const tinyTemplate = (fields: object = {}) => ({
  code: 'tiny',
  version: '1.0.0',
  labels: { en: 'Tiny', de: 'Klein' },
  espr_category: 'tools',
  granularity_allowed: ['model', 'batch', 'item'],
  legal_basis: [{ act: 'Regulation (EU) 2024/1781', article: 'Annex III', status: 'in_force' }],
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    required: ['material'],
    additionalProperties: false,
    properties: {
      material: TEXT,
      weight_kg: { type: 'number' },
      care: { type: 'object', additionalProperties: TEXT },
      supplier: { ...TEXT, 'x-disclosure': 'authority' },
      repairs: { type: 'integer', 'x-disclosure': 'individual' },
      recipe: { ...TEXT, 'x-disclosure': 'legitimate_interest' },
    },
  },
  sections: [
    {
      id: 'all',
      labels: { en: 'All' },
      fields: ['material', 'weight_kg', 'care', 'supplier', 'repairs', 'recipe'],
    },
  ],
  vocabulary: {
    prefix: 'tiny',
    iri: '/dpp/vocab/tiny/1#',
    terms: {
      material: term('material'),
      weight_kg: {
        ...term('weightKg', 'number'),
        unit: 'kg',
        unit_code: 'KGM',
        exact_match: ['https://ref.gs1.org/voc/netWeight'],
      },
      care: term('care', 'language_map'),
      supplier: term('supplier'),
      repairs: term('repairs', 'integer'),
      recipe: term('recipe'),
    },
  },
  rules: [],
  example: {
    sku: 'TINY-1',
    hs_code: '850760',
    country_of_origin: 'DE',
    gtin: '9524000010018',
    manufacturer: MAKER,
    dpp_payload: { ...FULL, supplier: 'S', repairs: 0, recipe: 'R' },
  },
  ...fields,
});

const MAKER = {
  name: 'Rheinpfad GmbH',
  operator_id: '9524000000187',
  id_scheme: 'gln',
  address: 'Am Westkai 12, 70327 Stuttgart',
  country: 'DE',
  url: 'https://rheinpfad.example/',
};

const FULL = { material: 'steel', weight_kg: 1.5, care: { en: 'Keep dry.', de: 'Trocken halten.' } };

/** A request body for a passport that can be published. */
export const publishable = (fields: object = {}) => ({
  sku: 'SKU-1',
  template_code: 'tiny',
  manufacturer: MAKER,
  dpp_payload: FULL,
  ...fields,
});

const MANAGE = '/rest/V1/dpp/manage';

/** An application with one small template, and the steps of authors. */
export class PassportShop {
  private made = 0;

  constructor(readonly app: TestApp) {}

  async open(): Promise<this> {
    await this.app.good('POST', `${MANAGE}/templates`, { template: tinyTemplate() });
    return this;
  }

  /** A new SKU that no passport has. */
  sku(): string {
    this.made += 1;
    return `SKU-made-${this.made}`;
  }

  async call(verb: Verb, path: string, body?: unknown, token?: string): Promise<Answer> {
    return this.app.call(verb, `${MANAGE}/${path}`, body, token ?? (await this.app.adminToken()));
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- reading a wrong member makes the test fail
  good(verb: Verb, path: string, body?: unknown): Promise<any> {
    return this.app.good(verb, `${MANAGE}/${path}`, body);
  }

  /** Creates a draft and returns the response of POST. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
  draft(fields: object = {}): Promise<any> {
    return this.good('POST', 'passports', { passport: publishable({ sku: this.sku(), ...fields }) });
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
  async published(fields: object = {}): Promise<any> {
    const { passport_id } = await this.draft(fields);
    return this.act(passport_id, 'publish');
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
  act(id: number, action: string, body?: unknown): Promise<any> {
    return this.good('POST', `passports/${id}/${action}`, body);
  }

  /** Reads the public passport. */
  read(sku: string, query = ''): Promise<Answer> {
    return this.app.call('GET', `/rest/V1/dpp/passport/${encodeURIComponent(sku)}${query}`);
  }
}
