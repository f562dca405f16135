import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { inner } from './edges.cjs';

/** Text by path. */
type Tree = ReadonlyMap<string, string>;

const IMPORTED = /(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s+from\s+'([^']+)'/g;
const DECLARED = /^export (?:abstract )?(?:async )?(?:const|class|type|interface|function\*?) (\w+)/gm;

const namesIn = (list: string): readonly string[] =>
  list
    .split(',')
    .map((one) => one.trim().replace(/^type\s+/, ''))
    .filter((one) => one !== '');

const pathOf = (file: string, specifier: string): string => join(dirname(file), specifier).replace(/\.js$/, '.ts');

/** The names that a file exports, those of `export *` included. */
const exportsOf = (tree: Tree, file: string): readonly string[] => {
  const text = tree.get(file) ?? '';
  const lists = [...text.matchAll(/export\s+(?:type\s+)?\{([^}]*)\}/g)].flatMap(([, list = '']) => namesIn(list));
  const whole = [...text.matchAll(/export \* from '([^']+)'/g)].flatMap(([, from = '']) =>
    exportsOf(tree, pathOf(file, from)),
  );
  return [...lists, ...whole, ...[...text.matchAll(DECLARED)].map(([, name = '']) => name)].map(
    (name) => name.split(' as ').at(-1) ?? name,
  );
};

/** Exports of the public interfaces of inner modules that no sibling imports. */
const unused = (tree: Tree, room: string, names: readonly string[]): readonly string[] => {
  const folderOf = (file: string): string => file.split('/').slice(0, 3).join('/');
  const used = new Set<string>();
  for (const [file, text] of tree)
    for (const [, list = '', from = ''] of text.matchAll(IMPORTED)) {
      const door = pathOf(file, from);
      const isInner = names.some((name) => file.startsWith(`src/${room}/${name}/`));
      if (isInner && folderOf(door) !== folderOf(file))
        for (const name of namesIn(list)) used.add(`${door} ${name.split(' as ')[0]}`);
    }
  return names
    .flatMap((name) => [`src/${room}/${name}/index.ts`, `src/${room}/${name}/domain/index.ts`])
    .flatMap((door) => exportsOf(tree, door).map((name) => `${door} ${name}`))
    .filter((name) => !used.has(name));
};

describe('the public interface of an inner module', () => {
  const root = join(__dirname, '../..');

  it.each(Object.entries(inner))('of %s exports only what a sibling uses', (room, edges) => {
    const files = globSync(`src/${room}/**/*.ts`, { cwd: root });
    const tree = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
    expect(unused(tree, room, Object.keys(edges))).toEqual([]);
  });

  it('is reported if it exports more, by name or by export *', () => {
    const tree = new Map([
      ['src/room/low/index.ts', "export { Used, type Unused } from './ports/one.js';\n"],
      ['src/room/low/domain/index.ts', "export * from './word.js';\n"],
      ['src/room/low/domain/word.ts', 'export const spoken = 1;\nexport const silent = 2;\n'],
      ['src/room/high/domain/own.ts', "import { spoken } from '../../low/domain/index.js';\n"],
      ['src/room/high/index.ts', "export { type Used } from '../low/index.js';\n"],
      // Neither the module itself nor the root is a sibling.
      ['src/room/low/ports/one.ts', "import { silent } from '../domain/index.js';\n"],
      ['src/room/room.module.ts', "import { Unused } from './low/index.js';\n"],
    ]);
    expect(unused(tree, 'room', ['low', 'high'])).toEqual([
      'src/room/low/index.ts Unused',
      'src/room/low/domain/index.ts silent',
      'src/room/high/index.ts Used',
    ]);
  });
});
