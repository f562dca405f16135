// Writes docs/conformance.md from the statements in test/e2e/dpp-conformance.test.ts:  node scripts/conformance.mjs [--check]
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const TEST = 'test/e2e/dpp-conformance.test.ts';
export const PAGE = 'docs/conformance.md';

const TEXT = String.raw`'((?:[^'\\]|\\.)*)'`;
const CALL = new RegExp(
  String.raw`\b(clause|shownBy|notFulfilled)\(\s*${TEXT},\s*${TEXT},\s*${TEXT},\s*(?:${TEXT})?`,
  'g',
);

/** The statements of a test file, one for each call. */
export const statementsIn = (source) =>
  [...source.matchAll(CALL)].map(([, kind, clause, checked, statement, about]) => ({
    kind,
    clause,
    checked,
    statement,
    about: about ?? '',
  }));

const byClause = (one, other) =>
  one.clause.localeCompare(other.clause, 'en', { numeric: true }) || (one.statement < other.statement ? -1 : 1);

/** A statement, with the other test or the reason in brackets. */
const item = ({ clause, statement }, more) => `- **${clause}**: ${statement}${more === '' ? '' : ` (${more})`}`;

/** The page for these statements. */
export const pageOf = (statements) => {
  const sorted = statements.toSorted(byClause);
  const held = sorted.filter(({ kind }) => kind !== 'notFulfilled');
  const open = sorted.filter(({ kind }) => kind === 'notFulfilled');
  return [
    '# Conformance of passports',
    '',
    'This page lists requirements of standards and laws, and shows whether Kontor fulfills them. It is not a',
    'certification, because the tests are based on public descriptions of the standards. The [glossary](glossary.md)',
    'explains terms.',
    '',
    `\`node scripts/conformance.mjs\` generates this page from [these tests](../${TEST}),`,
    'which run on SQLite and MariaDB.',
    '',
    '## Fulfilled',
    '',
    'These tests verify each requirement, unless its entry names another test file.',
    '',
    ...held.map((one) => item(one, one.about === '' ? '' : `\`${one.about.split(':')[0]}\``)),
    '',
    '## Not fulfilled',
    '',
    ...open.map((one) => item(one, one.about)),
    '',
  ].join('\n');
};

export const made = () => pageOf(statementsIn(readFileSync(join(ROOT, TEST), 'utf8')));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = made();
  if (process.argv.includes('--check')) process.exitCode = readFileSync(join(ROOT, PAGE), 'utf8') === text ? 0 : 1;
  else writeFileSync(join(ROOT, PAGE), text);
}
