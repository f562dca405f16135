import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { buildSync } from 'esbuild';
import { NAMES_CLASSES, withClassNames } from '../../scripts/class-names.mjs';

/** The exports of a script after the transformation. */
const namesIn = (text: string): unknown => {
  const exports = {};
  runInNewContext(`${NAMES_CLASSES}${withClassNames(text)}`, { exports, Object });
  return JSON.parse(JSON.stringify(exports)) as unknown;
};

describe('withClassNames', () => {
  it.each([
    ['a class declaration', 'class Kept {} let other = Kept; exports.name = other.name;', 'Kept'],
    ['a named class expression', 'let other = class Kept {}; exports.name = other.name;', 'Kept'],
    [
      'a class expression named by its variable',
      'let Kept = class {}; let other = Kept; exports.name = other.name;',
      'Kept',
    ],
    ['an assigned class expression', 'let Kept; Kept = class extends Object {}; exports.name = Kept.name;', 'Kept'],
    ['a static field called name', "class Kept { static name = 'own'; } exports.name = Kept.name;", 'own'],
    [
      'a static method called name',
      "class Kept { static name() { return 'own'; } } exports.name = Kept.name();",
      'own',
    ],
    [
      'a computed static method called name',
      "class Kept { static ['name']() { return 'own'; } } exports.name = Kept.name();",
      'own',
    ],
    ['a private static field called #name', 'class Kept { static #name = 1; } exports.name = Kept.name;', 'Kept'],
    ['an anonymous class', 'exports.name = (class {}).name;', ''],
    ['the word class inside a string', "const text = 'class Kept {'; exports.name = text;", 'class Kept {'],
  ])('keeps the run-time name: %s', (_what, text, name) => {
    expect(namesIn(text)).toEqual({ name });
  });

  it('leaves functions unchanged and names an exported default class', () => {
    const text = 'const run = () => 1; export default run;';
    expect(withClassNames(text)).toBe(text);
    expect(withClassNames('export default class Kept {}')).toBe(
      "export default class Kept {static{$named(this,'Kept')}}",
    );
  });

  it('keeps class names that esbuild has to rename', () => {
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
