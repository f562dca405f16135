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

describe('boundaries between modules, layers and libraries', () => {
  it('are respected by all source files', () => {
    expect(boundaries([]).found).toEqual({ '.': [] });
  });

  const report = boundaries(names.map((name) => join(canaries, name)));

  it('each have a canary', () => {
    expect(names.toSorted()).toEqual(report.rules.toSorted());
  });

  it.each(names)('%s: the canary violates this rule in its marked files, and no other rule', (name) => {
    const violations = report.found[relative(root, join(canaries, name))] ?? [];
    const expected = marked(join(canaries, name));
    expect(expected).not.toEqual([]);
    expect(violations.filter(({ rule }) => rule !== name)).toEqual([]);
    expect([...new Set(violations.flatMap(({ files }) => files))].toSorted()).toEqual(expected.toSorted());
  });
});
