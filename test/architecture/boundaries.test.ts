import { execFileSync } from 'node:child_process';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

type Violation = { readonly rule: string; readonly from: string; readonly to: string; readonly files: string[] };
type Report = { readonly rules: string[]; readonly found: Readonly<Record<string, Violation[]>> };

const root = join(__dirname, '..', '..');
const canaries = join(__dirname, 'canaries');
const names = readdirSync(canaries);

const boundaries = (folders: readonly string[]): Report =>
  JSON.parse(
    execFileSync(process.execPath, [join(root, 'scripts', 'boundaries.mjs'), '--json', ...folders], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    }),
  );

const marked = (canary: string): string[] =>
  globSync('**/*.ts', { cwd: canary }).filter((file) =>
    readFileSync(join(canary, file), 'utf8').startsWith('// breaks the rule\n'),
  );

describe('the edges between rooms, layers and libraries', () => {
  it('hold in the tree', () => {
    expect(boundaries([]).found).toEqual({ '.': [] });
  });

  const report = boundaries(names.map((name) => join(canaries, name)));

  it('have a canary each', () => {
    expect(names.toSorted()).toEqual(report.rules.toSorted());
  });

  it.each(names)('%s: its canary trips this rule, where it says so, and no other', (name) => {
    const violations = report.found[relative(root, join(canaries, name))] ?? [];
    const expected = marked(join(canaries, name));
    expect(expected).not.toEqual([]);
    expect(violations.filter(({ rule }) => rule !== name)).toEqual([]);
    expect([...new Set(violations.flatMap(({ files }) => files))].toSorted()).toEqual(expected.toSorted());
  });
});
