import type { JsonObject } from '../../src/dpp/passport/domain/json.js';
import type { PassportContent, PassportVersion } from '../../src/dpp/passport/domain/passport.js';
import type { TemplateDocument, Term } from '../../src/dpp/templates/domain/template.js';
import { allProperties, shapeOf } from '../../src/dpp/templates/domain/schema-shape.js';

/** A complete envelope, and a payload that is valid under `aTemplate`. */
export const aContent = (parts: Partial<PassportContent> = {}): PassportContent => ({
  sku: 'LAMP-1',
  productName: { en: 'Lamp', de: 'Lampe' },
  imageUrl: 'https://maker.example/lamp.jpg',
  storeId: 0,
  templateCode: 'lamp',
  templateVersion: '1.0.0',
  esprCategory: 'lighting',
  gtin: '09524000010018',
  batch: null,
  serial: null,
  mpn: 'L-1',
  countryOfOrigin: 'DE',
  hsCode: '940521',
  manufacturer: {
    name: 'Lampenwerk GmbH',
    operatorId: '9524000000187',
    idScheme: 'gln',
    address: 'Lichtweg 1, Jena',
    country: 'DE',
    url: 'https://maker.example/',
    email: null,
  },
  parties: [],
  facilities: [],
  identifiers: [],
  backupProvider: null,
  components: [],
  placedOnMarketOn: null,
  use: null,
  rechargeable: null,
  hasBms: null,
  externalStorage: null,
  ratedEnergyWh: null,
  notApplicable: null,
  predecessors: [],
  modelPassport: null,
  batchPassport: null,
  validFrom: null,
  validTo: null,
  predecessorId: null,
  documents: [],
  dppPayload: { power_w: 7 },
  ...parts,
});

export const aVersion = (parts: Partial<PassportVersion> = {}): PassportVersion => ({
  ...aContent(),
  passportId: 1,
  uuid: '0b9f6a52-3a0a-4a3f-9a5e-2f6a3c1d7e10',
  version: 1,
  status: 'published',
  completenessScore: 100,
  issuer: { name: 'Lampenhandel', url: 'https://shop.example', operatorId: 'DE123' },
  publishedAt: '2026-06-15T10:00:00.000Z',
  archivedAt: null,
  archiveReason: null,
  takenFromSheets: [],
  createdAt: '2026-06-01T10:00:00.000Z',
  updatedAt: '2026-06-15T10:00:00.000Z',
  ...parts,
});

const typeOf = (isObject: boolean, isMap: boolean): Term['type'] =>
  isObject ? 'object' : isMap ? 'language_map' : 'text';

/** A template for a schema, with a term for each of its properties. */
export const aTemplate = (
  schema: JsonObject = { type: 'object', properties: { power_w: { type: 'number' } } },
  parts: Partial<TemplateDocument> = {},
): TemplateDocument => ({
  code: 'lamp',
  version: '1.0.0',
  labels: { en: 'Lamp', de: 'Lampe' },
  espr_category: 'lighting',
  granularity_allowed: ['model', 'batch', 'item'],
  legal_basis: [],
  schema,
  sections: [],
  vocabulary: {
    prefix: 'lamp',
    iri: '/dpp/vocab/lamp/1#',
    terms: Object.fromEntries(
      allProperties(shapeOf(schema)).map(({ path, children, languageMap }) => [
        path,
        { iri: path, type: typeOf(children.size > 0, languageMap), unit: null, labels: { en: path }, definition: {} },
      ]),
    ),
  },
  rules: [],
  example: {
    sku: 'LAMP-1',
    gtin: '9524000010018',
    hs_code: '940521',
    country_of_origin: 'DE',
    manufacturer: { name: 'Lampenwerk GmbH', operator_id: '9524000000187', id_scheme: 'gln' },
    dpp_payload: { power_w: 7 },
  },
  ...parts,
});
