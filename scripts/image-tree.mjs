/*
 * node scripts/image-tree.mjs <folder>: after a build, copies Kontor's part of the image into the folder: the files
 * that `npm pack` ships, and of the packages that are not bundled what runs on this platform.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WHOLE } from './bundle.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [, , out] = process.argv;
if (out === undefined) throw new Error('Usage: node scripts/image-tree.mjs <folder>');

/** Files of packages that are not needed at run time. */
const LEFT_OUT = [
  /\.(?:map|md|c|cpp|hpp|gypi?|d\.[cm]?ts)$/,
  /\/better-sqlite3\/(?:src|deps|build)(?:\/|$)/,
  /\/better-sqlite3\/binding\.gyp$/,
  /\/dejavu-fonts-ttf\/(?!LICENSE$|package\.json$|ttf$|ttf\/DejaVuSans\.ttf$)/,
  /\/swagger-ui-dist\/(?:swagger-ui-es-|swagger-ui\.js|log\.)/,
];
const prebuilt = `${process.platform}-${process.arch}`;
const isForeign = (path) => /\/prebuilds\/.+/.test(path) && !path.endsWith(`/${prebuilt}.node`);
const runs = (path) => !isForeign(path) && !LEFT_OUT.some((pattern) => pattern.test(path));

const modules = join(root, 'node_modules');
const manifest = (name) => JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'));
/** Needed only to build a package, or to count its installations. */
const NEVER_ASKED = ['node-addon-api', '@scarf/scarf'];
const withItsOwn = (name) => {
  const { dependencies = {}, optionalDependencies = {} } = manifest(name);
  const further = Object.keys({ ...dependencies, ...optionalDependencies });
  return [name, ...further.filter((own) => !NEVER_ASKED.includes(own) && existsSync(join(modules, own)))];
};

const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
  cwd: root,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
});
for (const { path } of JSON.parse(packed)[0].files) if (path !== 'README.md') cpSync(join(root, path), join(out, path));
for (const name of WHOLE.flatMap(withItsOwn))
  cpSync(join(modules, name), join(out, 'node_modules', name), { recursive: true, filter: runs });
