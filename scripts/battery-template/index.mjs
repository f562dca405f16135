// Makes the shipped template of batteries, here or in another file:  node scripts/battery-template/index.mjs [<file>]
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import prettier from 'prettier';
import former from '../../src/dpp/templates/shipped/battery.json' with { type: 'json' };
import { EXAMPLE, EXAMPLES } from './examples.mjs';
import { matchesOf } from './matches.mjs';
import { VALUES } from './values.mjs';
import { SECTIONS, UNITS } from './points.mjs';
import { CARRIED_OVER, rulesOf } from './rules.mjs';

const DISCLOSURES = { 2: 'legitimate_interest', 3: 'authority', 4: 'individual' };
const ROWS = SECTIONS.flatMap(({ rows }) => rows);

const nameOf = (path) => path.split('.').at(-1);
const childrenOf = (path) =>
  ROWS.filter(([own]) => own.startsWith(`${path}.`) && !own.slice(path.length + 1).includes('.'));

const keywords = ({ point = 1, dynamic, voluntary, signs, later, cite }, isTop) => ({
  ...(point === 1 ? {} : { 'x-disclosure': DISCLOSURES[point] }),
  ...(dynamic ? { 'x-dynamic': true } : {}),
  ...(voluntary || later ? { 'x-voluntary': true } : {}),
  ...(isTop && !voluntary && !later && signs !== undefined ? { 'x-weight': 3 } : {}),
  ...(cite === undefined ? {} : { 'x-cite': cite }),
});

/** The signs of a property, or else those of its first member that has some. */
const isAsked = (path, { signs }) =>
  signs ?? ROWS.find(([own, , spec]) => own.startsWith(`${path}.`) && spec.signs !== undefined)?.[2].signs;

const schemaOf = ([path, form, spec]) => {
  const isTop = !path.includes('.');
  const own = keywords({ ...spec, signs: isAsked(path, spec) }, isTop);
  if (!form.object && !form.list) return { ...form, ...own };
  const inside = childrenOf(path);
  const object = {
    type: 'object',
    properties: Object.fromEntries(inside.map((row) => [nameOf(row[0]), schemaOf(row)])),
    ...(form.required ? { required: form.required } : {}),
    additionalProperties: false,
  };
  if (form.object) return { ...object, ...own };
  return {
    type: 'array',
    items: object,
    ...(form.minItems ? { minItems: form.minItems } : {}),
    ...(form.none ? { 'x-none': true } : {}),
    ...own,
  };
};

const TYPES = { number: 'number', integer: 'integer', boolean: 'boolean' };
const termType = (form, spec) => {
  if (spec.term) return spec.term;
  if (form.object || form.list) return 'object';
  if (form.$ref?.endsWith('/texts')) return 'language_map';
  if (form.format === 'uri') return 'url';
  if (form.format === 'date') return 'date';
  if (form.format === 'date-time') return 'date_time';
  return TYPES[form.type] ?? 'text';
};

const termOf = ([path, form, spec, en, de, enSays, deSays]) => ({
  iri: path,
  type: termType(form, spec),
  unit: spec.unitText ?? UNITS[spec.unit] ?? null,
  ...(spec.unit === undefined ? {} : { unit_code: spec.unit }),
  ...(matchesOf(path).length > 0 ? { exact_match: matchesOf(path) } : {}),
  ...(VALUES[path] === undefined ? {} : { values: VALUES[path] }),
  labels: { en, de },
  definition: { en: enSays, de: deSays },
});

export const TEMPLATE = {
  code: 'battery',
  version: '2.1.0',
  labels: { en: 'Battery', de: 'Batterie' },
  espr_category: 'batteries',
  granularity_allowed: ['model', 'batch', 'item'],
  legal_basis: [
    {
      act: 'Regulation (EU) 2023/1542',
      article: 'Article 77 and Annex XIII (as of 13 August 2026)',
      in_force_from: '2027-02-18',
      status: 'in_force',
    },
    {
      act: 'Regulation (EU) 2023/1542',
      article: 'Article 13(6) (QR code of all batteries)',
      in_force_from: '2027-02-18',
      status: 'in_force',
    },
    {
      act: 'Regulation (EU) 2025/1561',
      article: 'Article 48 of Regulation (EU) 2023/1542 (due diligence, put off)',
      in_force_from: '2027-08-18',
      status: 'in_force',
    },
    {
      act: 'Regulation (EU) 2023/1542',
      article: 'Article 8(1) (recycled content, batteries of light means of transport)',
      in_force_from: '2033-08-18',
      status: 'in_force',
    },
    {
      act: 'Regulation (EU) 2023/1542',
      article: 'Article 7(1) and (2) (carbon footprint; acts on its calculation and classes not adopted)',
      in_force_from: null,
      status: 'provisional',
    },
    {
      act: 'Regulation (EU) 2023/1542',
      article: 'Article 8(1) (recycled content, other batteries; act on its calculation not adopted)',
      in_force_from: null,
      status: 'provisional',
    },
    {
      act: 'Regulation (EU) 2023/1542',
      article: 'Article 77(9) (who reads points 2 and 4; act not adopted)',
      in_force_from: null,
      status: 'provisional',
    },
  ],
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: Object.fromEntries(ROWS.filter(([path]) => !path.includes('.')).map((row) => [row[0], schemaOf(row)])),
    required: ROWS.filter(([, , { isRequired }]) => isRequired).map(([path]) => path),
    additionalProperties: false,
    $defs: former.schema.$defs,
  },
  sections: SECTIONS.map(({ id, labels, rows }) => ({
    id,
    labels,
    fields: rows.map(([path]) => path).filter((path) => !path.includes('.')),
  })),
  vocabulary: {
    prefix: 'battery',
    iri: '/dpp/vocab/battery/2#',
    terms: Object.fromEntries(ROWS.map((row) => [row[0], termOf(row)])),
  },
  rules: rulesOf(ROWS),
  example: EXAMPLE,
  examples: EXAMPLES,
  carried_over: CARRIED_OVER,
};

const SHIPPED = join(dirname(fileURLToPath(import.meta.url)), '../../src/dpp/templates/shipped/battery-2.1.0.json');

const settings = await prettier.resolveConfig(SHIPPED);
writeFileSync(
  process.argv[2] ?? SHIPPED,
  await prettier.format(JSON.stringify(TEMPLATE), { ...settings, parser: 'json' }),
);
