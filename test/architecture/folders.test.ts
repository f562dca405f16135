import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { layers, libs, roomFiles, rooms } from './edges.cjs';

const root = join(__dirname, '..', '..');

const entries = (folder: string): { readonly folders: string[]; readonly files: string[] } => {
  const path = join(root, folder);
  if (!existsSync(path)) return { folders: [], files: [] };
  const all = readdirSync(path, { withFileTypes: true });
  const named = (wanted: boolean): string[] => all.filter((entry) => entry.isDirectory() === wanted).map((e) => e.name);
  return { folders: named(true), files: named(false) };
};

const absent = (found: readonly string[], table: readonly string[]): string[] =>
  found.filter((name) => !table.includes(name));

describe('every folder stands in the table of edges', () => {
  it('in src/', () => {
    expect(absent(entries('src').folders, Object.keys(rooms))).toEqual([]);
  });

  it('in libs/, which holds nothing but folders', () => {
    expect(absent(entries('libs').folders, Object.keys(libs))).toEqual([]);
    expect(entries('libs').files).toEqual([]);
  });

  it('in a room: layers, a front door, modules and records', () => {
    const strangers = entries('src').folders.flatMap((room) => {
      const { folders, files } = entries(`src/${room}`);
      const unshaped = files.filter((file) => !roomFiles.some((shape) => shape.test(file.replace('.test.ts', '.ts'))));
      return [...absent(folders, layers), ...unshaped].map((name) => `src/${room}/${name}`);
    });
    expect(strangers).toEqual([]);
  });

  it('and the table names no neighbour that it lacks', () => {
    expect(absent(Object.values(rooms).flat(), Object.keys(rooms))).toEqual([]);
    expect(absent(Object.values(libs).flat(), Object.keys(libs))).toEqual([]);
  });
});
