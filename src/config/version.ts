import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder with package.json: above `src/`, or above the compiled `dist/`. */
const packageOf = (folder: string): { readonly version: string } => {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly version: string };
  } catch (error) {
    if (dirname(folder) === folder) throw error;
    return packageOf(dirname(folder));
  }
};

export const VERSION = packageOf(__dirname).version;
