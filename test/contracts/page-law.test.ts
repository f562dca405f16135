import { day } from '../../libs/kernel/index.js';
import type { PublicPassport } from '../../src/dpp/passport/domain/index.js';
import { SHIPPED_TEMPLATES } from '../../src/dpp/templates/adapters/shipped/shipped-templates.js';
import { type TemplateDocument, termOf } from '../../src/dpp/templates/domain/index.js';
import { lawView } from '../../src/dpp/public/adapters/page/law.js';
import type { PageReading } from '../../src/dpp/public/adapters/page/values.js';
import { WORDS } from '../../src/dpp/public/adapters/page/words.js';

const named = (code: string, version: string): TemplateDocument => {
  const found = SHIPPED_TEMPLATES.find((one) => one.code === code && one.version === version);
  if (!found) throw new Error(`no ${code} ${version}`);
  return found;
};
const BATTERY = named('battery', '2.1.0');
const EXAMPLE = BATTERY.example;

const law = (
  fields: object,
  payload: object,
  {
    today = '2027-03-01',
    page = 'en',
    template = BATTERY,
  }: { today?: string; page?: 'en' | 'de'; template?: TemplateDocument } = {},
) => {
  const view = { ...EXAMPLE, granularity: 'item', ...fields, dpp_payload: JSON.stringify(payload) };
  const reading: PageReading = {
    languages: [page],
    page,
    words: WORDS[page],
    termOf: (property) => termOf(template.vocabulary, property),
    measuredAt: {},
    reasons: new Map(),
    isEntitled: false,
  };
  const found = lawView(view as unknown as PublicPassport, template, { today: day(today), reading });
  return found?.missing.map(({ text }) => text);
};
const { weight_kg: _weight, voltage, materials_detail: _hidden, ...bare } = EXAMPLE.dpp_payload as unknown as { weight_kg: number; voltage: object; materials_detail: object }; // prettier-ignore

it('lawView lists missing public data points in the language of the reader', () => {
  expect(law({}, EXAMPLE.dpp_payload)).toEqual([]);
  expect(law({}, { ...bare, voltage: { ...voltage, nominal: undefined } })).toEqual(['Weight', 'Nominal']);
  expect(law({}, { ...bare, voltage }, { page: 'de' })).toEqual(['Gewicht']);
  expect(law({ parties: [], manufacturer: null }, EXAMPLE.dpp_payload)).toContain('parties');
});

it('lawView uses the date of placing on the market, or else today', () => {
  const missing = { ...bare, voltage };
  expect(law({ placed_on_market_on: '2026-12-01' }, missing)).toEqual([]);
  expect(law({ placed_on_market_on: undefined }, missing, { today: '2027-02-17' })).toEqual([]);
  expect(law({ placed_on_market_on: undefined }, missing, { today: '2027-02-18' })).toEqual(['Weight']);
});

it('lawView returns nothing if the template cites no law', () => {
  const template = named('generic', '1.1.0');
  expect(law({}, template.example.dpp_payload, { template })).toBeUndefined();
});
