import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Package {
  readonly version: string;
  readonly folder: string;
}

/** Reads package.json, which is above `src/` or above the compiled `dist/`. */
const packageOf = (folder: string): Package => {
  try {
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly version: string };
    return { version, folder };
  } catch (error) {
    if (dirname(folder) === folder) throw error;
    return packageOf(dirname(folder));
  }
};

const OWN = packageOf(__dirname);

/** The commit of a build, which the build writes to a file next to it; `unknown` when running from source. */
const revisionOf = (build: string): string => {
  const file = join(build, 'revision.txt');
  return __dirname.startsWith(build) && existsSync(file) ? readFileSync(file, 'utf8').trim() : 'unknown';
};

export const VERSION = OWN.version;
export const REVISION = revisionOf(join(OWN.folder, 'dist'));
