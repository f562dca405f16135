import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { made, PAGE, pageOf, type Statement, statementsIn } from '../../scripts/conformance.mjs';

const ROOT = join(__dirname, '..', '..');
const STATEMENTS = statementsIn(readFileSync(join(ROOT, 'test/e2e/dpp-conformance.test.ts'), 'utf8'));

const named = (clause: string, more: Partial<Statement> = {}): Statement => ({
  ...{ kind: 'clause', clause, checked: '2026-01-31', statement: 's', about: '' },
  ...more,
});

describe('docs/conformance.md', () => {
  it('is up to date with the tests (node scripts/conformance.mjs)', () => {
    expect(readFileSync(join(ROOT, PAGE), 'utf8')).toBe(made());
  });

  it('lists every statement of the tests with a valid date', () => {
    const calls = readFileSync(join(ROOT, 'test/e2e/dpp-conformance.test.ts'), 'utf8').match(/\b(?:clause|shownBy|notFulfilled)\(/g); // prettier-ignore
    expect(STATEMENTS.length).toBe(calls?.length);
    expect(STATEMENTS.filter(({ checked }) => !/^\d{4}-\d{2}-\d{2}$/.test(checked) || Number.isNaN(Date.parse(checked)))).toEqual([]); // prettier-ignore
    expect(STATEMENTS.filter(({ kind, about }) => kind !== 'clause' && about === '')).toEqual([]);
  });

  it('names only existing tests in other files', () => {
    const absent = STATEMENTS.filter(({ kind }) => kind === 'shownBy').filter(({ about }) => {
      const [file = '', words = ''] = about.split(': ');
      const path = join(ROOT, 'test', `${file}.test.ts`);
      return !existsSync(path) || !readFileSync(path, 'utf8').includes(words);
    });
    expect(absent).toEqual([]);
  });

  it('repeats no statement, and lists what is not fulfilled', () => {
    const entries = STATEMENTS.map(({ clause, statement }) => `${clause}: ${statement}`);
    expect(entries.filter((one, index) => entries.indexOf(one) !== index)).toEqual([]);
    expect(STATEMENTS.filter(({ kind }) => kind === 'notFulfilled').length).toBeGreaterThan(0);
  });

  it('is sorted by clause, with the reason or the test in brackets', () => {
    const page = pageOf([
      named('EN 2, 10'),
      named('EN 2, 9', { kind: 'shownBy', about: 'e2e/x: words' }),
      named('EN 1', { kind: 'notFulfilled', about: 'why' }),
    ]);
    expect(page.split('\n').filter((line) => line.startsWith('- **EN'))).toEqual([
      '- **EN 2, 9**: s (`e2e/x`)',
      '- **EN 2, 10**: s',
      '- **EN 1**: s (why)',
    ]);
  });
});
