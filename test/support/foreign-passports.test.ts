import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { day, plain, say } from '../../libs/kernel/index.js';
import { OfflineLinkedData } from '../../src/dpp/authoring/adapters/jsonld/offline-linked-data.js';
import { AjvPayloadSchemas } from '../../src/dpp/authoring/adapters/schema/ajv-payload-schemas.js';
import { SHIPPED_TEMPLATES } from '../../src/dpp/templates/adapters/shipped/shipped-templates.js';
import { ValidatePassport } from '../../src/dpp/authoring/application/validate-passport.js';
import { readPassport } from '../../src/dpp/authoring/application/read-passport.js';
import type { JsonObject } from '../../src/dpp/passport/domain/json.js';
import type { PassportContent } from '../../src/dpp/passport/domain/passport.js';
import { passportJsonLd } from '../../src/dpp/passport/domain/passport-jsonld.js';
import { payloadContext } from '../../src/dpp/templates/domain/term-context.js';
import { publicPassport } from '../../src/dpp/authoring/domain/public-view.js';
import { FOREIGN_PASSPORTS, type MappedPassport } from './foreign-passports.js';
import { aVersion } from './passport-content.js';

const FOLDER = join(__dirname, '..', 'fixtures', 'passports');
const BASE = 'https://shop.example';
const TODAY = day('2026-11-24');
const URLS = { publicUrl: `${BASE}/dpp/1`, qrUrl: `${BASE}/dpp/1/qr.svg`, jsonldUrl: `${BASE}/dpp/1.jsonld` };
const linked = new OfflineLinkedData();
const validator = new ValidatePassport(new AjvPayloadSchemas(), linked);

const mapped = (name: string): MappedPassport => {
  const source = JSON.parse(readFileSync(join(FOLDER, 'samples', name), 'utf8')) as JsonObject;
  const map = FOREIGN_PASSPORTS[name];
  if (!map) throw new Error(`no mapping for ${name}`);
  return map(source);
};

const NAMES = readdirSync(join(FOLDER, 'samples'));

describe('sample passports of other projects', () => {
  it('are all mapped', () => {
    expect(NAMES.sort()).toEqual(Object.keys(FOREIGN_PASSPORTS).sort());
  });

  it.each(NAMES)('can be published: %s', async (name) => {
    const { row } = mapped(name);
    const template = SHIPPED_TEMPLATES.find(({ code }) => code === row['template_code']);
    if (!template) throw new Error('no such template');
    const { change, faults } = readPassport({ ...row, template_version: template.version }, 'create');
    expect(faults).toEqual([]);
    const content = change as PassportContent;
    const view = publicPassport(aVersion({ ...content }), template, URLS, () => '');
    const refused = await validator.publicationFaults(
      content,
      template,
      passportJsonLd(view, payloadContext(template, BASE), BASE),
      TODAY,
    );
    expect(refused.map((fault) => plain(say(fault)))).toEqual([]);
    expect(validator.score(content, template, TODAY).score).toBeGreaterThanOrEqual(50);
  });

  it.each(NAMES)('are in the import file as a row: %s', (name) => {
    const rows = readFileSync(join(FOLDER, 'samples.ndjson'), 'utf8').trim().split('\n');
    expect(rows).toContain(JSON.stringify(mapped(name).row));
    expect(rows).toHaveLength(NAMES.length);
  });

  it('have notes about errors in their sources', () => {
    expect(mapped('keystone-cordless-drill.json').notes).toEqual([
      'LEI ABCDE123456789012345: wrong check digits; the GLN is taken',
      'countries of origin: 2, of which the first is taken',
      'picture: no absolute address, left out',
      'no statement on RoHS and WEEE, which the template for electronics needs: generic is taken',
      'HS code 84672100: 8 digits, so of the Combined Nomenclature',
      'no serial number, though the granularity is Item',
      'language en-UK: taken as en-GB',
      'country China: taken as CN',
      'country UK: taken as GB',
      'language en-UK: taken as en-GB',
    ]);
    expect(mapped('openepcis-lmt-battery-en18223.json').notes).toContain(
      'carbon footprint: the stages (30.1) are more than the total (12)',
    );
  });
});
