import type { Guide, GuideField } from '../../src/dpp/templates/domain/guide.js';
import type { TemplateDocument } from '../../src/dpp/templates/domain/template.js';

/** A cell of a Markdown table. */
const cell = (text: string | null | undefined): string => (text ?? '').replaceAll('|', '\\|').replace(/\s+/g, ' ');

const code = (text: string | null): string => (text === null ? '' : `\`${text.replaceAll('`', '')}\``);

const SHORT = 60;
const WHEN_MAX = 100;

const cut = (text: string): string => (text.length > WHEN_MAX ? `${text.slice(0, WHEN_MAX)} …` : text);

const requirementOf = ({ requirement, from, when }: GuideField): string => {
  const day = from === null ? '' : ` ${from}`;
  const said = {
    always: 'always',
    dated: `from${day}`,
    conditional: `from${day}, if ${cut(when ?? '')}`,
    awaited: `not yet; not before${day}`,
    voluntary: 'voluntary',
  };
  return said[requirement];
};

const row = (field: GuideField): string =>
  [
    code(field.field),
    [field.labels['en'], field.meaning['en']].filter((text) => text !== undefined && text !== '').join(': '),
    field.values.length > 0 ? field.values.join(', ') : field.type,
    field.unit,
    requirementOf(field) + (field.mayNotApply ? '; or a reason' : ''),
    field.cite,
    field.example !== null && field.example.length > SHORT ? '' : code(field.example),
  ]
    .map(cell)
    .join(' | ');

/** True for all payload fields, and for required fields of the envelope. */
const isOfPage = ({ field, requirement }: GuideField): boolean =>
  field.startsWith('dpp_payload.') || requirement !== 'voluntary';

/** The page of docs/guides about a template and category. */
export const guidePage = ({ code: name, version }: TemplateDocument, { category, fields }: Guide): string =>
  `# Guide: template ${name} ${version}, category ${category ?? 'any'}

This page is generated from the template with \`RECORD_GUIDES=1 npx jest src/dpp/templates/domain/guide.test.ts\`.
A running server returns the same data at \`GET /rest/V1/dpp/manage/templates/${name}/guide?category=${category ?? ''}\`,
and an example at \`…/example\`. In CSV files, a list is JSON in one cell. Voluntary fields outside the payload are not
listed here.

| Field | Meaning | Type | Unit | Required | Law | Example |
|---|---|---|---|---|---|---|
${fields
  .filter(isOfPage)
  .map((field) => `| ${row(field)} |`)
  .join('\n')}
`;
