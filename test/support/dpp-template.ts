import type { JsonObject } from '../../src/dpp/passport/domain/json.js';
import type { TemplateDocument, Term } from '../../src/dpp/templates/domain/template.js';

const term = (en: string, de: string, type: Term['type'] = 'text', unit: string | null = null): Term => ({
  iri: en.replaceAll(' ', ''),
  type,
  unit,
  labels: { en, de },
  definition: { en: `What is known as ${en.toLowerCase()}.`, de: `Was ${de} genannt wird.` },
});

const TEXT = { type: 'string' };
const NUMBER = { type: 'number' };
const CITE = 'Regulation (EU) 2023/1542, Annex XIII(1)';

const schema: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  required: ['chemistry', 'rated_capacity'],
  additionalProperties: false,
  properties: {
    chemistry: { ...TEXT, 'x-cite': `${CITE}(b)` },
    rated_capacity: { ...NUMBER, 'x-cite': `${CITE}(i)` },
    manufactured_on: { ...TEXT, format: 'date', 'x-cite': 'Annex VI, Part A' },
    critical_raw_materials: { type: 'array', items: TEXT, 'x-cite': `${CITE}(b)` },
    carbon_footprint: {
      type: 'object',
      'x-cite': 'Article 7',
      additionalProperties: false,
      properties: { value: NUMBER, class: TEXT, study: { ...TEXT, format: 'uri' } },
    },
    substances: {
      type: 'array',
      'x-cite': `${CITE}(b)`,
      items: {
        type: 'object',
        additionalProperties: false,
        properties: { name: TEXT, cas: TEXT, location: TEXT, share: NUMBER },
      },
    },
    waste: { type: 'object', additionalProperties: TEXT, 'x-cite': 'Article 74' },
    is_removable: { type: 'boolean', 'x-voluntary': true },
    care: { ...TEXT, 'x-voluntary': true },
    materials_detail: { ...TEXT, 'x-disclosure': 'legitimate_interest' },
    test_report: { ...TEXT, 'x-disclosure': 'authority' },
    cycles_done: { type: 'integer', 'x-disclosure': 'individual' },
  },
};

/**
 * A short template with one property of each kind, for pages and documents. The shipped templates would be too long to
 * read.
 */
export const SAMPLE_TEMPLATE: TemplateDocument = {
  code: 'sample',
  version: '1.0.0',
  labels: { en: 'Passport of a battery', de: 'Batteriepass' },
  espr_category: 'batteries',
  granularity_allowed: ['model', 'batch', 'item'],
  legal_basis: [
    { act: 'Regulation (EU) 2023/1542', article: 'Article 77', in_force_from: '2027-02-18', status: 'in_force' },
    { act: 'Delegated act on carbon footprints', article: null, in_force_from: null, status: 'provisional' },
  ],
  schema,
  sections: [
    {
      id: 'materials',
      labels: { en: 'Materials and composition', de: 'Werkstoffe und Zusammensetzung' },
      fields: ['chemistry', 'critical_raw_materials', 'substances', 'materials_detail'],
    },
    {
      id: 'performance',
      labels: { en: 'Performance', de: 'Leistung' },
      fields: ['rated_capacity', 'manufactured_on', 'cycles_done', 'test_report'],
    },
    {
      id: 'environment',
      labels: { en: 'Environment and end of life', de: 'Umwelt und Lebensende' },
      fields: ['carbon_footprint', 'waste', 'is_removable', 'care'],
    },
  ],
  vocabulary: {
    prefix: 'smp',
    iri: '/dpp/vocab/sample/1#',
    terms: {
      chemistry: term('Chemistry', 'Zellchemie'),
      rated_capacity: term('Rated capacity', 'Nennkapazität', 'number', 'Ah'),
      manufactured_on: term('Date of manufacture', 'Herstellungsdatum', 'date'),
      critical_raw_materials: term('Critical raw materials', 'Kritische Rohstoffe'),
      carbon_footprint: term('Carbon footprint', 'CO₂-Fußabdruck', 'object'),
      'carbon_footprint.value': term('Footprint per kWh', 'Fußabdruck je kWh', 'number', 'kg CO₂e/kWh'),
      'carbon_footprint.class': term('Performance class', 'Leistungsklasse'),
      'carbon_footprint.study': term('Public study', 'Öffentliche Studie', 'url'),
      substances: term('Hazardous substances', 'Gefahrstoffe', 'object'),
      'substances.name': term('Substance', 'Stoff'),
      'substances.cas': term('CAS number', 'CAS-Nummer'),
      'substances.location': term('Where', 'Ort'),
      'substances.share': term('Highest share', 'Höchster Anteil', 'number', '%'),
      waste: term('What to do with it in the end', 'Entsorgung', 'language_map'),
      is_removable: term('Can be taken out', 'Entnehmbar', 'boolean'),
      care: term('Care', 'Pflege'),
      materials_detail: term('Composition in detail', 'Zusammensetzung im Einzelnen'),
      test_report: term('Test report', 'Prüfbericht'),
      cycles_done: term('Cycles so far', 'Bisherige Ladezyklen', 'integer'),
    },
  },
  rules: [],
  example: {
    sku: 'BAT-36V',
    dpp_payload: {
      chemistry: 'Lithium nickel manganese cobalt oxide (NMC 811) against graphite with silicon',
      rated_capacity: 15.1,
      manufactured_on: '2026-09-17',
      critical_raw_materials: ['Lithium', 'Cobalt', 'Nickel', 'Natural graphite'],
      carbon_footprint: { value: 84.2, class: 'C', study: 'https://rheinpfad.example/pcf/rp-545-c' },
      substances: [
        { name: 'Lithium hexafluorophosphate', cas: '21324-40-3', location: 'Electrolyte', share: 1.6 },
        { name: 'Ethylene carbonate', cas: '96-49-1', location: 'Electrolyte', share: 3.9 },
      ],
      waste: {
        en: 'Hand the battery in at your dealer or at a municipal collection point.',
        de: 'Geben Sie den Akku beim Händler oder an einer kommunalen Sammelstelle ab.',
      },
      is_removable: true,
      care: 'Store it half charged, cool and dry.',
    },
  },
};
