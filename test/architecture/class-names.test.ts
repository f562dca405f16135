import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { buildSync } from 'esbuild';
import { NAMES_CLASSES, withClassNames } from '../../scripts/class-names.mjs';

/** What classes are called at run time, as the bundle finds them under other names. */
const namesIn = (text: string): unknown => {
  const exports = {};
  runInNewContext(`${NAMES_CLASSES}${withClassNames(text)}`, { exports, Object });
  return JSON.parse(JSON.stringify(exports)) as unknown;
};

describe('the names of classes in one file with many others', () => {
  it.each([
    ['a declaration', 'class Kept {} let other = Kept; exports.name = other.name;', 'Kept'],
    ['an expression that names itself', 'let other = class Kept {}; exports.name = other.name;', 'Kept'],
    ['one that its variable names', 'let Kept = class {}; let other = Kept; exports.name = other.name;', 'Kept'],
    ['one that is assigned', 'let Kept; Kept = class extends Object {}; exports.name = Kept.name;', 'Kept'],
    ['one that says by itself', "class Kept { static name = 'own'; } exports.name = Kept.name;", 'own'],
    [
      'one with a method of that name',
      "class Kept { static name() { return 'own'; } } exports.name = Kept.name();",
      'own',
    ],
    ['one that computes it', "class Kept { static ['name']() { return 'own'; } } exports.name = Kept.name();", 'own'],
    ['one with a private one', 'class Kept { static #name = 1; } exports.name = Kept.name;', 'Kept'],
    ['one without a name', 'exports.name = (class {}).name;', ''],
    ['a word in a text', "const text = 'class Kept {'; exports.name = text;", 'class Kept {'],
  ])('%s', (_what, text, name) => {
    expect(namesIn(text)).toEqual({ name });
  });

  it('leaves functions as they are, and what is no script', () => {
    const text = 'const run = () => 1; export default run;';
    expect(withClassNames(text)).toBe(text);
    expect(withClassNames('export default class Kept {}')).toBe(
      "export default class Kept {static{$named(this,'Kept')}}",
    );
  });

  it('are kept where esbuild has to rename them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kontor-names-'));
    try {
      const one = withClassNames('export const Same = class { who() { return 1; } };');
      const other = withClassNames('export const Same = class { who() { return 2; } };');
      writeFileSync(join(folder, 'one.mjs'), one);
      writeFileSync(join(folder, 'other.mjs'), other);
      const entry =
        "import { Same as one } from './one.mjs'; import { Same as other } from './other.mjs'; exports.both = [one, other].map((made) => `${made.name} ${new made().who()}`);";
      const { outputFiles } = buildSync({
        stdin: { contents: entry, resolveDir: folder },
        bundle: true,
        write: false,
        format: 'cjs',
        banner: { js: NAMES_CLASSES },
      });
      const text = outputFiles[0]?.text ?? '';
      expect(text).toMatch(/Same2 = class/);
      const exports: { readonly both?: readonly string[] } = {};
      runInNewContext(text, { exports, module: { exports }, Object });
      expect([...(exports.both ?? [])]).toEqual(['Same 1', 'Same 2']);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
