import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { day, plain, say } from '../../libs/kernel/index.js';
import { aVersion } from '../support/passport-content.js';
import { CheckTemplate } from '../../src/dpp/authoring/application/check-template.js';
import { ValidatePassport } from '../../src/dpp/authoring/application/validate-passport.js';
import { readPassport } from '../../src/dpp/authoring/application/read-passport.js';
import type { JsonObject } from '../../src/dpp/passport/domain/json.js';
import type { PassportContent, PublicPassport } from '../../src/dpp/passport/domain/passport.js';
import { passportJsonLd } from '../../src/dpp/passport/domain/passport-jsonld.js';
import { payloadContext } from '../../src/dpp/templates/domain/term-context.js';
import { publicPayload } from '../../src/dpp/templates/domain/public-payload.js';
import { publicSchema } from '../../src/dpp/templates/domain/public-schema.js';
import { publicPassport } from '../../src/dpp/authoring/domain/public-view.js';
import { citation, unitText } from '../../src/dpp/public/adapters/page/citations.js';
import { allProperties, shapeOf } from '../../src/dpp/templates/domain/schema-shape.js';
import { POINTS, type TemplateDocument } from '../../src/dpp/templates/domain/template.js';
import { OfflineLinkedData } from '../../src/dpp/authoring/adapters/jsonld/offline-linked-data.js';
import { AjvPayloadSchemas } from '../../src/dpp/authoring/adapters/schema/ajv-payload-schemas.js';
import schemaOrgTerms from '../../src/dpp/authoring/adapters/jsonld/schema-org/terms.json';
import { audiencesOf, LAWFUL_AUDIENCES } from '../../src/dpp/readers/domain/reader.js';
import { SHIPPED_TEMPLATES } from '../../src/dpp/templates/adapters/shipped/shipped-templates.js';

const schemas = new AjvPayloadSchemas();
const linked = new OfflineLinkedData();
const validator = new ValidatePassport(schemas, linked);

const BASE = 'https://shop.example';
const check = new CheckTemplate(schemas, linked, validator, () => '', BASE);
const TODAY = day('2026-11-24');
const URLS = { publicUrl: `${BASE}/dpp/1`, qrUrl: `${BASE}/dpp/1/qr.svg`, jsonldUrl: `${BASE}/dpp/1.jsonld` };

const content = (template: TemplateDocument): PassportContent => {
  const { change } = readPassport(
    { ...template.example, template_code: template.code, template_version: template.version },
    'create',
  );
  return change as PassportContent;
};
const view = (template: TemplateDocument): PublicPassport =>
  publicPassport(aVersion({ ...content(template) }), template, URLS, () => '');

const ROOT = join(__dirname, '..', '..');

const shipped = SHIPPED_TEMPLATES.map((template): [string, TemplateDocument] => [
  `${template.code}@${template.version}`,
  template,
]);
const CODES = 'generic battery textile electronics furniture tyre steel construction toy detergent'.split(' ');
/** True for a property that applies only once it has a value. */
const isOpen = (path: string, { rules }: TemplateDocument): boolean =>
  rules.some((rule) => rule.rule === 'applies_if' && rule.field === path && 'filled' in rule.when);

/** True for a property that is required only from a later date. */
const isLater = (path: string, { rules }: TemplateDocument, on: string): boolean => {
  const asking = rules.filter(
    (rule) =>
      ['required_from', 'required_if', 'applies_if'].includes(rule.rule) &&
      'field' in rule &&
      (rule.field === path || rule.field?.startsWith(`${path}.`)),
  );
  return asking.length > 0 && asking.every((rule) => rule.rule === 'required_from' && on < rule.from);
};

describe('the shipped templates', () => {
  it('cover ten kinds of products in the expected versions', () => {
    const former = CODES.map((code) => `${code}@1.0.0`);
    const newer = CODES.map((code) => `${code}@${code === 'battery' ? '2.0.0' : '1.1.0'}`);
    expect(shipped.map(([name]) => name)).toEqual([...former, ...newer, 'battery@2.1.0']);
  });

  it('include the battery template that its script generates from the data points', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kontor-template-'));
    try {
      const made = join(folder, 'battery.json');
      execFileSync(process.execPath, [join(ROOT, 'scripts', 'battery-template', 'index.mjs'), made]);
      const found = readFileSync(join(ROOT, 'src', 'dpp', 'templates', 'shipped', 'battery-2.1.0.json'), 'utf8');
      expect(readFileSync(made, 'utf8') === found).toBe(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each(shipped)('pass the template check: %s', async (_, template) => {
    expect((await check.faults(template, TODAY)).map((fault) => plain(say(fault)))).toEqual([]);
  });

  it.each(shipped)('have an example that scores 100, except for generic: %s', (_, template) => {
    const { code } = template;
    const { score, items } = validator.score(content(template), template, TODAY);
    const lacking = items.filter(({ state }) => state === 'missing' || state === 'invalid').map(({ path }) => path);
    expect(lacking).toEqual(code === 'generic' ? ['template_code'] : []);
    if (code !== 'generic') expect(score).toBe(100);
  });

  it.each(shipped)('have an example that expands as JSON-LD with only known terms: %s', async (_, template) => {
    const document = passportJsonLd(view(template), payloadContext(template, BASE), BASE);
    expect(await linked.faults(document)).toEqual([]);
    const [expanded] = await linked.expand(document);
    const payload = expanded?.[`${BASE}/dpp/vocab/passport/1#payload`] as readonly JsonObject[];
    const public_ = publicPayload(content(template).dppPayload, template.schema);
    const terms = Object.keys(public_).map((name) => `${BASE}${template.vocabulary.iri}${name}`);
    expect(Object.keys(payload[0] ?? {}).sort()).toEqual(terms.sort());
  });

  it.each(shipped)('have a public payload that matches the served schema, without hidden names: %s', (_, template) => {
    const served = publicSchema(template, `${BASE}/dpp/schema/${template.code}/${template.version}.json`);
    const payload = publicPayload(content(template).dppPayload, template.schema);
    const ajv = new Ajv2020({
      strict: true,
      allowUnionTypes: true,
      formats: { date: true, 'date-time': true, uri: true },
    });
    const validate = ajv.compile(served);
    expect([validate(payload), validate.errors]).toEqual([true, null]);
    const hidden = allProperties(shapeOf(template.schema)).filter((property) => property.point !== 1);
    const known = new Set(allProperties(shapeOf(served)).map(({ path }) => path));
    expect(hidden.filter(({ path }) => known.has(path))).toEqual([]);
    expect(JSON.stringify(served)).not.toContain('x-');
  });

  it.each(shipped)('report each missing part, but allow a draft without it: %s', (_, template) => {
    const whole = content(template);
    for (const { path, required, name } of shapeOf(template.schema).values()) {
      const { [name]: gone, ...rest } = whole.dppPayload;
      if (gone === undefined) continue;
      const item = validator
        .score({ ...whole, dppPayload: rest }, template, TODAY)
        .items.find((one) => one.path === `dpp_payload.${path}`);
      expect([path, item?.state]).toEqual([
        path,
        isOpen(path, template) || isLater(path, template, whole.placedOnMarketOn ?? TODAY)
          ? 'not_applicable'
          : 'missing',
      ]);
      expect(validator.typeFaults({ ...whole, dppPayload: rest }, template)).toEqual([]);
      const faults = schemas.payloadFaults(template.schema, rest);
      expect(faults).toEqual(required ? [{ path: [name], message: 'is required', missing: true }] : []);
    }
  });

  it.each(shipped)('have English and German texts, and a source for legal requirements: %s', (_, template) => {
    const named = [template, ...template.sections, ...Object.values(template.vocabulary.terms)];
    expect(named.filter(({ labels }) => !labels['en'] || !labels['de'])).toEqual([]);
    const top = [...shapeOf(template.schema).values()];
    expect(top.filter(({ required, cite }) => required && !cite).map(({ path }) => path)).toEqual([]);
    expect(
      top.filter(({ path }) => !template.vocabulary.terms[path]?.definition['de']).map(({ path }) => path),
    ).toEqual([]);
    expect(template.sections.flatMap(({ fields }) => fields).sort()).toEqual(top.map(({ path }) => path).sort());
    expect(template.legal_basis.filter(({ status, in_force_from }) => status === 'in_force' && !in_force_from)).toEqual(
      [],
    );
  });

  const newest = new Map(SHIPPED_TEMPLATES.map((template) => [template.code, template]));

  it.each([...newest])('require only what an act requires, and name planned acts: %s', (_, template) => {
    const act = /^(?:Delegated )?(?:Regulation|Directive) /;
    const required = [...shapeOf(template.schema).values()].filter((property) => property.required);
    const rules = template.rules.filter(({ rule }) =>
      ['required_if', 'required_from', 'at_least_one_of'].includes(rule),
    );
    const cites = [...required.map(({ cite }) => cite), ...rules.map(({ cite }) => cite)];
    // Strict comparison, so that a rule without a source is found.
    expect(
      cites.filter((cite) => !act.test(cite ?? '') || /not adopted|planned|expected/.test(cite ?? '')),
    ).toStrictEqual([]);
    const planned = [...shapeOf(template.schema).values()].filter(({ cite }) => /not adopted/.test(cite ?? ''));
    expect(planned.filter(({ voluntary }) => !voluntary)).toEqual([]);
    const provisional = template.legal_basis.filter(({ status }) => status === 'provisional');
    expect(provisional.filter(({ article }) => !/not adopted|delegated acts/.test(article ?? ''))).toEqual([]);
    expect(JSON.stringify(template)).not.toContain('expected)');
  });

  it.each([...newest])('mark everything as voluntary that no act in force requires: %s', (_, template) => {
    const acts = template.legal_basis.filter(({ status }) => status === 'in_force').map(({ act }) => act);
    const isLaw = (cite: string | null | undefined): boolean =>
      acts.some((act) => cite === act || cite?.startsWith(`${act}, `)) && !/not adopted/.test(cite ?? '');
    const top = [...shapeOf(template.schema).values()];
    const unfounded = top.filter(({ voluntary, cite }) => !voluntary && !isLaw(cite));
    expect(unfounded.map(({ path, cite }) => `${path}: ${cite}`)).toEqual([]);
    const asked = template.rules.filter(({ rule }) => ['required_if', 'required_from'].includes(rule));
    expect(asked.filter(({ cite }) => !isLaw(cite))).toEqual([]);
    const optional = new Set(top.filter(({ voluntary }) => voluntary).map(({ path }) => path));
    expect(asked.filter((rule) => 'field' in rule && optional.has(rule.field ?? ''))).toEqual([]);
  });

  it('let authorities read all data of other products, and legitimate interest all but theirs', () => {
    const audiences = audiencesOf(LAWFUL_AUDIENCES.split(','));
    const unread = (audience: string) =>
      [...newest.values()]
        .filter(({ code }) => code !== 'battery')
        .flatMap(({ code, schema }) =>
          allProperties(shapeOf(schema))
            .filter(({ point }) => point === null || !audiences.get(audience)?.has(point))
            .map(({ path, point }) => `${code} ${path}: ${point}`),
        );
    expect(unread('authority')).toEqual([]);
    expect(unread('legitimate_interest').filter((one) => !one.endsWith(`: ${POINTS.authority}`))).toEqual([]);
  });

  /** What is missing on a date in the template's example, without some values and with others instead. */
  const askedOn = (on: string, code: string, without: readonly string[], instead: JsonObject = {}) => {
    const template = newest.get(code) as TemplateDocument;
    const { dppPayload, ...envelope } = content(template);
    const left = Object.fromEntries(Object.entries(dppPayload).filter(([name]) => !without.includes(name)));
    const passport = { ...envelope, dppPayload: { ...left, ...instead } };
    return validator.readiness(passport, template, day(on)).map(({ path, cite }) => [path, cite]);
  };

  it('require the passport of a toy from 1 August 2030', () => {
    const without = ['model', 'complaint_contact'];
    expect(askedOn('2030-07-31', 'toy', without)).toEqual([]);
    const asked = askedOn('2030-08-01', 'toy', without).map(([path]) => path);
    expect(asked).toEqual(['dpp_payload.model', 'dpp_payload.complaint_contact']);
  });

  it('allow a detergent without preservatives and without the composition for authorities', async () => {
    const detergent = newest.get('detergent') as TemplateDocument;
    const without = ['preservatives', 'full_composition'];
    expect(askedOn('2026-11-24', 'detergent', without)).toEqual([]);
    const { dppPayload, ...envelope } = content(detergent);
    const { preservatives: _none, full_composition: _own, ...rest } = dppPayload;
    const passport = { ...envelope, dppPayload: rest };
    const document = passportJsonLd(view(detergent), payloadContext(detergent, BASE), BASE);
    expect(await validator.publicationFaults(passport, detergent, document, TODAY)).toEqual([]);
  });

  it('require the substances of a detergent from 23 September 2029, unless a data sheet has them', () => {
    const without = ['added_substances'];
    expect(askedOn('2029-09-22', 'detergent', without)).toEqual([]);
    expect(askedOn('2029-09-23', 'detergent', without)).toEqual([
      ['dpp_payload.added_substances', 'Regulation (EU) 2026/405, Article 21 and Annex VI, Part A, point (h)'],
    ]);
    expect(askedOn('2029-09-23', 'detergent', without, { users: 'professional' })).toEqual([]);
    expect(askedOn('2029-09-23', 'detergent', without, { product_type: 'surfactant' })).toEqual([]);
    const unsheeted = [...without, 'safety_data_sheet_url'];
    expect(askedOn('2029-09-23', 'detergent', unsheeted, { users: 'professional' })).toHaveLength(1);
  });

  it('require image and manufacturer data of a detergent from 23 September 2029', () => {
    const detergent = newest.get('detergent') as TemplateDocument;
    const bare = { ...content(detergent), imageUrl: null, manufacturer: null };
    const asked = (on: string) => validator.readiness(bare, detergent, day(on)).map(({ path }) => path);
    const maker = ['manufacturer.name', 'manufacturer.address', 'manufacturer.operator_id'];
    expect([asked('2029-09-22'), asked('2029-09-23')]).toEqual([['manufacturer.name'], ['image_url', ...maker]]);
  });

  it('require no declaration for a construction product without a harmonised specification', () => {
    const without = (...names: string[]) => askedOn('2026-11-24', 'construction', names).map(([path]) => path);
    expect(without('declaration_of_performance')).toEqual(['dpp_payload.declaration_of_performance']);
    expect(without('declaration_of_performance', 'harmonised_specification')).toEqual([]);
  });

  it('separate the four groups of readers of a battery (Annex XIII)', () => {
    const battery = SHIPPED_TEMPLATES.find(
      ({ code, version }) => code === 'battery' && version === '1.0.0',
    ) as TemplateDocument;
    const of = (tier: keyof typeof POINTS): string[] =>
      [...shapeOf(battery.schema).values()]
        .filter(({ point }) => point === POINTS[tier])
        .map(({ path }) => path)
        .sort();
    expect(of('legitimate_interest')).toEqual([
      'dismantling',
      'materials_detail',
      'part_numbers',
      'safety_measures',
      'spare_part_sources',
    ]);
    expect(of('authority')).toEqual(['test_reports']);
    expect(of('individual')).toEqual([
      'battery_status',
      'capacity_fade',
      'cycle_count',
      'energy_throughput_kwh',
      'negative_events',
      'state_of_health',
      'temperature_extremes',
    ]);
  });
});

describe('terms of the newest templates', () => {
  /** Codes of UN/ECE Recommendation 20; undefined if it has none for the unit. */
  const CODES: Readonly<Record<string, string | undefined>> = {
    1: 'C62', kg: 'KGM', g: 'GRM', mm: 'MMT', km: 'KMT', '%': 'P1', month: 'MON', months: 'MON', year: 'ANN', years: 'ANN',
    min: 'MIN', s: 'SEC', h: 'HUR', W: 'WTT', Wh: 'WHR', kWh: 'KWH', V: 'VLT', Ah: 'AMH', 'mΩ': 'E45', J: 'JOU',
    MPa: 'MPA', '°C': 'CEL', dB: '2N', 'kg/m³': 'KMQ', 'mg/m³': 'GP', 'g/m²': 'GM', cycles: 'B7', '1/h': 'H10',
  }; // prettier-ignore
  const WITHOUT: ReadonlySet<string> = new Set([...['kg CO2e', 'kg CO2e/kWh', 't CO2e/t', 'mg/km', '%/month']]);
  const newest = SHIPPED_TEMPLATES.filter(({ version }) => version !== '1.0.0');

  it('have the code of each unit that UN/ECE Recommendation 20 lists', () => {
    const unlike = newest.flatMap(({ code, vocabulary }) =>
      Object.entries(vocabulary.terms).flatMap(([path, { unit, unit_code: said }]) =>
        unit === null || unit === undefined || WITHOUT.has(unit) || (said ?? undefined) === CODES[unit]
          ? []
          : [`${code} ${path}: ${unit} ${said ?? 'without code'}`],
      ),
    );
    expect(unlike).toEqual([]);
  });

  it('have exact matches in each template, all of which exist in schema.org', () => {
    const matches = newest.map(({ code, vocabulary }) => ({
      code,
      words: Object.values(vocabulary.terms).flatMap(({ exact_match: words }) => words ?? []),
    }));
    expect(matches.filter(({ words }) => words.length === 0)).toEqual([]);
    const known = new Set<string>(Object.values(schemaOrgTerms as Readonly<Record<string, readonly string[]>>).flat());
    const unknown = matches
      .flatMap(({ words }) => words)
      .filter((word) => word.startsWith('https://schema.org/') && !known.has(word.slice('https://schema.org/'.length)));
    expect(unknown).toEqual([]);
  });
});

const TEXTS = [
  ...new Set(
    SHIPPED_TEMPLATES.flatMap(({ schema, legal_basis }) => [
      ...allProperties(shapeOf(schema)).flatMap(({ cite }) => cite ?? []),
      ...legal_basis.flatMap(({ act, article }) => [act, article ?? '']),
    ]),
  ),
];
const ENGLISH =
  /\b(?:Regulations?|Directive|Annex(?:es)?|Articles?|points?|Part|entry|and|to|of|the|from|for|by|act|not|as|No)\b/;

describe('the page of a shipped template (passports-public.md)', () => {
  it('cites the law in German for a German reader', () => {
    expect(TEXTS.length).toBeGreaterThan(150);
    expect(TEXTS.map((text) => citation(text, 'de')).filter((text) => ENGLISH.test(text))).toEqual([]);
    expect(TEXTS.filter((text) => citation(text, 'en') !== text)).toEqual([]);
  });

  it('translates all units that are words into German', () => {
    const units = new Set(
      SHIPPED_TEMPLATES.flatMap(({ vocabulary }) => Object.values(vocabulary.terms).flatMap(({ unit }) => unit ?? [])),
    );
    const isWord = (unit: string): boolean => /(?:^|[/ ])[a-z]{4,}$/.test(unit);
    const same = [...units].filter((unit) => isWord(unit) && unitText(unit, 2, 'de') === unit);
    expect(same).toEqual([]);
  });
});
