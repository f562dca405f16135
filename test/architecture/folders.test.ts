import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { apart, assembly, inner, layers, libs, roomFiles, rooms } from './edges.cjs';

const root = join(__dirname, '..', '..');

const entries = (folder: string): { readonly folders: string[]; readonly files: string[] } => {
  const path = join(root, folder);
  if (!existsSync(path)) return { folders: [], files: [] };
  const all = readdirSync(path, { withFileTypes: true });
  const named = (wanted: boolean): string[] => all.filter((entry) => entry.isDirectory() === wanted).map((e) => e.name);
  return { folders: named(true), files: named(false) };
};

/** Names of the inner modules of a module. */
const innerOf = (room: string): readonly string[] => Object.keys(inner[room] ?? {});

const absent = (found: readonly string[], table: readonly string[]): string[] =>
  found.filter((name) => !table.includes(name));

const strangersIn = (room: string, known: readonly string[]): readonly string[] => {
  const { folders, files } = entries(`src/${room}`);
  const unshaped = files.filter((file) => !roomFiles.some((shape) => shape.test(file.replace('.test.ts', '.ts'))));
  return [...absent(folders, known), ...unshaped].map((name) => `src/${room}/${name}`);
};

/** Folders of src/ that are not modules. */
const BESIDE = [...assembly.folders, ...apart];

describe('the table of edges', () => {
  it('lists every folder and file in src/', () => {
    expect(absent(entries('src').folders, [...Object.keys(rooms), ...BESIDE])).toEqual([]);
    expect(
      absent(
        entries('src').files,
        [...assembly.files].map((name) => `${name}.ts`),
      ),
    ).toEqual([]);
  });

  it('lists every folder in libs/, which contains only folders', () => {
    expect(absent(entries('libs').folders, Object.keys(libs))).toEqual([]);
    expect(entries('libs').files).toEqual([]);
  });

  it('allows only layers or inner modules, a public interface, modules and records in a module', () => {
    const strangers = Object.keys(rooms).flatMap((room) => [
      ...strangersIn(room, innerOf(room).length > 0 ? [...innerOf(room), 'migrations', 'desk'] : layers),
      ...innerOf(room).flatMap((name) => strangersIn(`${room}/${name}`, layers)),
    ]);
    expect(strangers).toEqual([]);
  });

  it('contains only modules with a public interface (index.ts)', () => {
    const all = Object.keys(rooms).flatMap((room) => [room, ...innerOf(room).map((name) => `${room}/${name}`)]);
    const present = all.filter((room) => existsSync(join(root, 'src', room)));
    expect(present.filter((room) => !entries(`src/${room}`).files.includes('index.ts'))).toEqual([]);
  });

  it('names only neighbours that it defines', () => {
    expect(absent(Object.values(rooms).flat(), Object.keys(rooms))).toEqual([]);
    expect(absent(Object.values(libs).flat(), Object.keys(libs))).toEqual([]);
    expect(absent(Object.keys(inner), Object.keys(rooms))).toEqual([]);
    for (const edges of Object.values(inner))
      expect(absent(Object.values(edges).flat(), Object.keys(edges))).toEqual([]);
  });
});
