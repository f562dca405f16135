import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json, JsonObject } from '../../src/dpp/passport/domain/json.js';
import { SHIPPED_TEMPLATES } from '../../src/dpp/templates/adapters/shipped/shipped-templates.js';
import type { Point } from '../../src/dpp/templates/domain/index.js';
import type { TemplateDocument } from '../../src/dpp/templates/domain/template.js';
import { payloadOfCanaries, type Planted } from './canaries.js';
import { tinyTemplate } from './passport-shop.js';

/** A passport as sent, and the values planted in each property. */
export interface PlantedPassport {
  readonly fields: JsonObject;
  readonly planted: readonly Planted[];
  /** The label of a property on the page. */
  readonly labelOf: (path: string, language: string) => string;
}

interface Row {
  readonly keys: readonly string[];
  readonly voluntary?: readonly string[];
  readonly point: Point;
  readonly dynamic: boolean;
  readonly signs: Readonly<Record<string, string>>;
}
const FILE = join(__dirname, '../fixtures/passports/battery-data-points.json');
const { rows } = JSON.parse(readFileSync(FILE, 'utf8')) as { readonly rows: readonly Row[] };
const ENVELOPE = 'envelope:';
/** The rows of the table of data points, without those of the public envelope. */
export const OF_PAYLOAD = rows.flatMap((row) =>
  [...row.keys, ...(row.voluntary ?? [])].filter((key) => !key.startsWith(ENVELOPE)).map((key) => ({ key, row })),
);
/** Point 4 data without a number in the guidance (Annex VII, Part B). All but the first change in use. */
const VOLUNTARY = ['put_into_service_on', 'energy_throughput_kwh', 'capacity_throughput_ah', 'full_equivalent_cycles', 'deep_discharges']; // prettier-ignore

export const topOf = (path: string): string => path.split('.')[0] ?? '';
const rowOf = (path: string): Row | undefined => OF_PAYLOAD.find(({ key }) => topOf(key) === topOf(path))?.row;

const BATTERY = SHIPPED_TEMPLATES.find(
  ({ code, version }) => code === 'battery' && version === '2.0.0',
) as TemplateDocument;

/** Envelope data in the table. Its canaries are numbered after those of any payload. */
const makerOf = (generation: number): { readonly manufacturer: JsonObject; readonly planted: readonly Planted[] } => {
  const digits = (number: number): string => `4${generation}731${number}`;
  const manufacturer = {
    name: `Canary ${digits(901)}`,
    address: `Canary ${digits(902)}`,
    url: `https://canary.example/${digits(903)}`,
    email: `canary@${digits(904)}.example`,
    country: 'DE',
  };
  const planted = ['name', 'address', 'url', 'email'].map((name, index): Planted => ({ path: `${ENVELOPE}manufacturer.${name}`, point: 1, isDynamic: false, element: `$.manufacturer.${name}`, canaries: [`${generation}.1.${901 + index}`] })); // prettier-ignore
  return { manufacturer, planted };
};

/**
 * The shipped template battery 2.0.0 with a canary in each property that this category may have. The point and whether
 * the property changes in use come from the table of data points, not from the template.
 */
export const plantedBattery = (category: 'lmt' | 'ev', generation: number): PlantedPassport => {
  const { payload, planted } = payloadOfCanaries(BATTERY.schema, {
    generation,
    pointOf: (path) => rowOf(path)?.point ?? (VOLUNTARY.includes(path) ? 4 : 1),
    isDynamic: (path) => rowOf(path)?.dynamic ?? VOLUNTARY.indexOf(topOf(path)) > 0,
    without: new Set([
      ...OF_PAYLOAD.filter(({ row }) => row.signs[category] === '-').map(({ key }) => key),
      // All four stages would have to add up to the total, so each category leaves out a different one.
      `carbon_footprint.lifecycle_stages.${category === 'lmt' ? 'end_of_life' : 'distribution'}`,
    ]),
    first: new Set(['round_trip_efficiency.at_half_life']),
    words: { battery_category: category },
  });
  const maker = makerOf(generation);
  return {
    fields: {
      template_code: 'battery',
      template_version: '2.0.0',
      manufacturer: maker.manufacturer,
      dpp_payload: payload,
    },
    planted: [...planted, ...maker.planted],
    labelOf: (path, language) => BATTERY.vocabulary.terms[path]?.labels[language] ?? '',
  };
};

const TEXT = { type: 'string' };
const WORDS = { 2: 'legitimate_interest', 3: 'authority', 4: 'individual' } as const;
const HIDDEN = [2, 3, 4] as const;
const CODE = 'mixed';

/**
 * Cases that the battery lacks: different points in one object and in list entries, and a measured property of each
 * point.
 */
export const plantedMixed = (generation: number): PlantedPassport & { readonly template: object } => {
  const tiny = tinyTemplate();
  const hidden = (name: string, more: object = {}): object =>
    Object.fromEntries(HIDDEN.map((point) => [`${name}${point}`, { ...TEXT, 'x-disclosure': WORDS[point], ...more }]));
  const properties = {
    material: TEXT,
    ...hidden('top'),
    mixture: { type: 'object', properties: { open: TEXT, ...hidden('in') } },
    entries: { type: 'array', items: { type: 'object', properties: { open: TEXT, ...hidden('of') } } },
    ...hidden('used', { 'x-dynamic': true }),
  };
  const schema = { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object', properties };
  const { payload, planted } = payloadOfCanaries(schema, {
    generation,
    pointOf: (path) => HIDDEN.find((point) => path.endsWith(String(point))) ?? 1,
    isDynamic: (path) => path.startsWith('used'),
  });
  // Before the complete entry, there is an entry that is entirely public.
  const dpp_payload = { ...payload, entries: [{ open: 'open' }, ...(payload['entries'] as readonly Json[])] };
  const names = [...new Set(planted.flatMap(({ path }) => path.split('.')))];
  const labelOf = (name: string): string => `Label of ${name}`;
  const term = (name: string): object => ({
    iri: name,
    type: name === 'mixture' || name === 'entries' ? 'object' : 'text',
    labels: { en: labelOf(name), de: labelOf(name) },
  });
  return {
    fields: { template_code: CODE, dpp_payload },
    planted: planted.map((one) => ({ ...one, element: one.element.replace('$.entries[0]', '$.entries[1]') })),
    labelOf,
    template: {
      ...tiny,
      code: CODE,
      schema,
      sections: [{ id: 'all', labels: { en: 'All' }, fields: Object.keys(properties) }],
      vocabulary: {
        prefix: CODE,
        iri: `/dpp/vocab/${CODE}/1#`,
        terms: Object.fromEntries(names.map((name) => [name, term(name)])),
      },
      example: { ...tiny.example, dpp_payload },
    },
  };
};

/** A file that is a document of a passport. */
export interface PlantedFile {
  readonly point: Point;
  readonly title: string;
  readonly text: string;
  readonly sha256: string;
  /** The content of the file, and nothing else. */
  readonly bytes: Planted;
}

/** A passport with a link and a file for the readers of each point. */
export interface FiledPassport extends PlantedPassport {
  readonly links: readonly JsonObject[];
  readonly files: readonly PlantedFile[];
}

const DOCUMENTS = `${ENVELOPE}documents`;
export const isDocument = ({ path }: Planted): boolean => path === DOCUMENTS;

export const withDocuments = <P extends PlantedPassport>(passport: P, generation: number): P & FiledPassport => {
  const all = ([1, 2, 3, 4] as const).map((point) => {
    const digits = (number: number): string => `4${generation}73${point}${number}`;
    const canary = (number: number): string => `${generation}.${point}.${number}`;
    const planted = (...canaries: readonly string[]): Planted => ({ path: DOCUMENTS, point, isDynamic: false, element: '$.documents', canaries }); // prettier-ignore
    const text = `Canary ${digits(914)}`;
    const sha256 = hash('sha256', text, 'hex');
    return {
      link: { kind: 'manual', title: `Canary ${digits(911)}`, url: `https://canary.example/${digits(912)}`, point },
      file: { point, title: `Canary ${digits(913)}`, text, sha256, bytes: planted(canary(914), sha256) },
      planted: [planted(canary(911), canary(912)), planted(canary(913), sha256)],
    };
  });
  return {
    ...passport,
    planted: [...passport.planted, ...all.flatMap(({ planted }) => planted)],
    links: all.map(({ link }) => link),
    files: all.map(({ file }) => file),
  };
};
