import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aPublished, pagesApp, type PublicApp } from '../support/dpp-public.js';
import { dayText } from '../../src/dpp/public/adapters/page/values.js';
import { isJsonObject, type Json, type JsonObject } from '../../src/dpp/passport/domain/json.js';
import { SHIPPED_TEMPLATES } from '../../src/dpp/templates/adapters/shipped/shipped-templates.js';
import { publicPayload } from '../../src/dpp/templates/domain/public-payload.js';
import { type PropertyShape, shapeOf } from '../../src/dpp/templates/domain/schema-shape.js';
import { termOf } from '../../src/dpp/templates/domain/term-context.js';

interface Row {
  readonly dp: number;
  readonly keys: readonly string[];
  readonly point: number;
}

const POINTS = JSON.parse(readFileSync(join(__dirname, '../fixtures/passports/battery-data-points.json'), 'utf8')) as {
  readonly rows: readonly Row[];
};
const BATTERY = SHIPPED_TEMPLATES.find(({ code, version }) => code === 'battery' && version === '2.0.0');
if (!BATTERY) throw new Error('no battery 2.0.0');
const SHAPE = shapeOf(BATTERY.schema);
const EXAMPLES: Readonly<Record<string, JsonObject>> = { lmt: BATTERY.example, ...BATTERY.examples };

const uuidOf = (at: number): string => `6f1c2b1e-8f0a-4c57-9d3b-${String(at).padStart(12, '0')}`;
const published = (example: JsonObject, at: number, more: JsonObject = {}) =>
  aPublished({
    uuid: uuidOf(at),
    templateCode: 'battery',
    templateVersion: '2.0.0',
    granularity: 'item',
    view: {
      ...example,
      ...more,
      dpp_payload: JSON.stringify(publicPayload(example['dpp_payload'] as JsonObject, BATTERY.schema)),
    },
  });

const REST: JsonObject = {
  parties: [
    { ...(BATTERY.example['parties'] as readonly JsonObject[])[0], ids: [{ scheme: 'gln', value: '9524000000187' }, { scheme: 'eori', value: 'DE9524000018' }] },
    { role: 'importer', name: 'Donau Import Kft.', ids: [{ scheme: 'eori', value: 'HU9524000018' }], address: 'Rakpart 3, Győr', country: 'HU', email: 'info@donau.example', url: 'https://donau.example/' },
  ],
  backup_provider: { operator_id: '529900T8BM49AURSDO55', id_scheme: 'lei', name: 'Archiv der Pässe AG', address: 'Ring 5, Linz', url: 'https://backup.example/' },
  components: [{ product_id: '09524000010025', link: null, quantity: 30, role: 'cell' }],
  not_applicable: { '/recycled_content/lead': 'Holds no lead', '/warranty_months': 'Sold without warranty', '/hazardous_substances/0/ec': 'Not in the inventory', '/dismantling/steps': 'Sealed' },
}; // prettier-ignore

/** The visible text of a page. */
const readOf = (html: string): string =>
  html
    .replace(/<(script|style)[^]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/[\u2068\u2069]/g, '')
    .replace(/\s+/g, ' ');

const NUMBERS = new Intl.NumberFormat('en', { maximumFractionDigits: 20, useGrouping: 'min2' });

/** The texts expected for a value: labels of its members, and formatted numbers and dates. */
const readable = (value: Json, property: PropertyShape): readonly string[] => {
  const term = termOf(BATTERY.vocabulary, property);
  if (Array.isArray(value)) return value.flatMap((one: Json) => readable(one, property));
  if (isJsonObject(value)) {
    if (property.languageMap) return [value['en'] as string];
    return Object.entries(value).flatMap(([name, member]) => {
      const child = property.children.get(name);
      return child ? [termOf(BATTERY.vocabulary, child)?.labels['en'] ?? '?', ...readable(member, child)] : [];
    });
  }
  if (typeof value === 'number') return [`${NUMBERS.format(value)}${term?.unit ? ` ${term.unit}` : ''}`];
  if (typeof value === 'boolean') return [value ? 'Yes' : 'No'];
  if (typeof value !== 'string') return [];
  if (property.path === 'manufacturing_place.country')
    return [new Intl.DisplayNames(['en'], { type: 'region' }).of(value) ?? ''];
  if (property.format === 'date') return [dayText(value, 'en')];
  return [term?.values?.[value]?.['en'] ?? value];
};

const propertyAt = ([name = '', ...rest]: readonly string[], shape = SHAPE): PropertyShape => {
  const found = shape.get(name);
  if (!found) throw new Error(`no property ${name}`);
  return rest.length === 0 ? found : propertyAt(rest, found.children);
};
const valueAt = (value: Json | undefined, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((at, name) => (isJsonObject(at) ? at[name] : undefined), value);

const textsIn = (value: Json): readonly string[] =>
  value !== null && typeof value === 'object'
    ? Object.values(value).flatMap((one: Json) => textsIn(one))
    : [String(value)];

describe('the page of a battery (passports-public.md)', () => {
  let app: PublicApp;
  const page = async (at: number, lang = 'en'): Promise<string> => {
    const response = await fetch(`${app.base}/dpp/${uuidOf(at)}?lang=${lang}`, { headers: { accept: 'text/html' } });
    expect(response.status).toBe(200);
    return response.text();
  };

  beforeAll(async () => {
    const all = Object.values(EXAMPLES).map((example, at) => published(example, at));
    app = await pagesApp([...all, published(BATTERY.example, 90, REST)], [BATTERY]);
  });
  afterAll(() => app.close());

  it.each(Object.keys(EXAMPLES).map((name, at) => [name, at] as const))(
    'shows every public data point of the example %s as text',
    async (name, at) => {
      const text = readOf(await page(at));
      const example = EXAMPLES[name] ?? {};
      const missing = POINTS.rows
        .filter(({ point }) => point === 1)
        .flatMap(({ dp, keys }) =>
          keys.flatMap((key) => {
            const isEnvelope = key.startsWith('envelope:');
            const path = key.replace('envelope:', '').split('.');
            const value = valueAt(isEnvelope ? example : example['dpp_payload'], path);
            if (value === undefined || value === null) return [];
            const expected = isEnvelope
              ? textsIn(value).filter((one) => !/^(?:[a-z]+|[A-Z]{2})$/.test(one))
              : [
                  termOf(BATTERY.vocabulary, propertyAt(path))?.labels['en'] ?? '?',
                  ...readable(value, propertyAt(path)),
                ];
            return expected.filter((one) => !text.includes(one)).map((one) => `${dp} ${key}: ${one}`);
          }),
        );
      expect(missing).toEqual([]);
    },
  );

  it.each<[string, readonly string[]]>([
    ['en', ['Placed on the market on 18 February 2027', 'Use Traction', 'Rechargeable Yes', 'Battery management system Yes', 'External storage None', 'Rated energy 545 Wh', 'E-mail passport@rheinpfad.example', 'Battery of light means of transport (LMT)', 'Importer Name Donau Import Kft. Address Rakpart 3, Győr Country Hungary Operator identifier HU9524000018 (EORI) E-mail info@donau.example Website https://donau.example/', '9524000000187 (GLN) Operator identifier DE9524000018 (EORI)', 'City Miskolc Country Hungary', 'Plant Name Miskolc Country Hungary Identifier of the plant 9524000000194 (GLN)', 'Backup provider Name Archiv der Pässe AG Address Ring 5, Linz Operator identifier 529900T8BM49AURSDO55 (LEI) Website https://backup.example/', '30 × cell 09524000010025', 'Does not apply: Holds no lead', 'Does not apply: Not in the inventory (entry 1)', 'Steps Does not apply: Sealed', 'Declaration of conformity']],
    ['de', ['In Verkehr gebracht am 18. Februar 2027', 'Verwendung Antrieb', 'Wiederaufladbar Ja', 'Nennenergie 545 Wh', 'Batterie für leichte Verkehrsmittel (LV)', 'Einführer Name Donau Import Kft. Anschrift Rakpart 3, Győr Land Ungarn', 'Werk Name Miskolc Land Ungarn', 'Trifft nicht zu: Holds no lead', 'Konformitätserklärung', 'Batterien']],
  ])('shows parties, places, uses and reasons for missing data in %s', async (lang, expected) => {
    const text = readOf(await page(90, lang));
    expect(expected.filter((one) => !text.includes(one))).toEqual([]);
    // Labels of non-public fields must not appear.
    expect(text).not.toMatch(/Number of dismantling steps|Zerlegung Schritte/);
  }); // prettier-ignore
});
