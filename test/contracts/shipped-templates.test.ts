import { Ajv2020 } from 'ajv/dist/2020.js';
import { plain, say } from '../../libs/kernel/index.js';
import { aVersion } from '../support/passport-content.js';
import { CheckTemplate } from '../../src/dpp/authoring/application/check-template.js';
import { JudgePassport } from '../../src/dpp/authoring/application/judge-passport.js';
import { readPassport } from '../../src/dpp/authoring/application/read-passport.js';
import type { JsonObject } from '../../src/dpp/passport/domain/json.js';
import type { PassportContent, PublicPassport } from '../../src/dpp/passport/domain/passport.js';
import { passportJsonLd } from '../../src/dpp/passport/domain/passport-jsonld.js';
import { payloadContext } from '../../src/dpp/templates/domain/term-context.js';
import { publicPayload } from '../../src/dpp/templates/domain/public-payload.js';
import { publicSchema } from '../../src/dpp/templates/domain/public-schema.js';
import { publicPassport } from '../../src/dpp/authoring/domain/public-view.js';
import { allProperties, shapeOf } from '../../src/dpp/templates/domain/schema-shape.js';
import type { TemplateDocument } from '../../src/dpp/templates/domain/template.js';
import { OfflineLinkedData } from '../../src/dpp/authoring/adapters/jsonld/offline-linked-data.js';
import { AjvPayloadSchemas } from '../../src/dpp/authoring/adapters/schema/ajv-payload-schemas.js';
import { SHIPPED_TEMPLATES } from '../../src/dpp/templates/adapters/shipped/shipped-templates.js';

const schemas = new AjvPayloadSchemas();
const linked = new OfflineLinkedData();
const judge = new JudgePassport(schemas, linked);

const BASE = 'https://shop.example';
const check = new CheckTemplate(schemas, linked, judge, () => '', BASE);
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

const shipped = SHIPPED_TEMPLATES.map((template): [string, TemplateDocument] => [template.code, template]);

describe('the shipped templates', () => {
  it('are the ten of the house', () => {
    expect(shipped.map(([code]) => code)).toEqual(
      'generic battery textile electronics furniture tyre steel construction toy detergent'.split(' '),
    );
  });

  it.each(shipped)('%s passes the check', async (_, template) => {
    expect((await check.faults(template)).map((fault) => plain(say(fault)))).toEqual([]);
  });

  it.each(shipped)('%s: its example scores 100, generic all but the item for a specific template', (code, template) => {
    const { score, items } = judge.score(content(template), template);
    const lacking = items.filter(({ state }) => state === 'missing' || state === 'invalid').map(({ path }) => path);
    expect(lacking).toEqual(code === 'generic' ? ['template_code'] : []);
    if (code !== 'generic') expect(score).toBe(100);
  });

  it.each(shipped)('%s: its example expands, no key unmapped, no schema.org term invented', async (_, template) => {
    const document = passportJsonLd(view(template), payloadContext(template, BASE), BASE);
    expect(await linked.faults(document)).toEqual([]);
    const [expanded] = await linked.expand(document);
    const payload = expanded?.[`${BASE}/dpp/vocab/passport/1#payload`] as readonly JsonObject[];
    const public_ = publicPayload(content(template).dppPayload, template.schema);
    const terms = Object.keys(public_).map((name) => `${BASE}/dpp/vocab/${template.code}/1#${name}`);
    expect(Object.keys(payload[0] ?? {}).sort()).toEqual(terms.sort());
  });

  it.each(shipped)('%s: the public payload meets the served schema, which tells no hidden name', (_, template) => {
    const served = publicSchema(template, `${BASE}/dpp/schema/${template.code}/1.0.0.json`);
    const payload = publicPayload(content(template).dppPayload, template.schema);
    const ajv = new Ajv2020({
      strict: true,
      allowUnionTypes: true,
      formats: { date: true, 'date-time': true, uri: true },
    });
    const validate = ajv.compile(served);
    expect([validate(payload), validate.errors]).toEqual([true, null]);
    const hidden = allProperties(shapeOf(template.schema)).filter((property) => property.disclosure !== 'public');
    const known = new Set(allProperties(shapeOf(served)).map(({ path }) => path));
    expect(hidden.filter(({ path }) => known.has(path))).toEqual([]);
    expect(JSON.stringify(served)).not.toContain('x-');
  });

  it.each(shipped)('%s: what a part of is missing is told, and a draft of it may be reviewed', (_, template) => {
    const whole = content(template);
    for (const { path, required, name } of shapeOf(template.schema).values()) {
      const { [name]: gone, ...rest } = whole.dppPayload;
      if (gone === undefined) continue;
      const item = judge
        .score({ ...whole, dppPayload: rest }, template)
        .items.find((one) => one.path === `dpp_payload.${path}`);
      expect([path, item?.state]).toEqual([path, 'missing']);
      expect(judge.typeFaults({ ...whole, dppPayload: rest }, template)).toEqual([]);
      const faults = schemas.payloadFaults(template.schema, rest);
      expect(faults).toEqual(required ? [{ path: [name], message: 'is required', missing: true }] : []);
    }
  });

  it.each(shipped)('%s: English and German for all that a page shows, and a source for what is law', (_, template) => {
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

  it('a battery keeps its four groups of readers apart (Annex XIII)', () => {
    const battery = SHIPPED_TEMPLATES.find(({ code }) => code === 'battery') as TemplateDocument;
    const of = (tier: string): string[] =>
      [...shapeOf(battery.schema).values()]
        .filter(({ disclosure }) => disclosure === tier)
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
