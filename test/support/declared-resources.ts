import { globSync } from 'node:fs';
import { join } from 'node:path';
import { type Resource, Resources } from '../../libs/records/index.js';

const SRC = join(__dirname, '../../src');

const recordFiles = (): readonly string[] =>
  globSync(['*/*.record.ts', 'dpp/*/*.record.ts'], { cwd: SRC, exclude: ['*/application/*'] }).map((file) =>
    join(SRC, file),
  );

const isResource = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && 'wrapper' in value && 'table' in value && 'byProperty' in value;

/** All resources that any module declares, installed or not. They are found by file name, so that none is missing. */
export const declaredResources = async (): Promise<Resources> => {
  const found = new Set<Resource>();
  for (const file of recordFiles()) {
    const exported = (await import(file)) as Readonly<Record<string, unknown>>;
    for (const value of Object.values(exported)) if (isResource(value)) found.add(value);
  }
  return new Resources([...found]);
};
