// Compiles src/ and libs/ into dist/, bundles what runs (docs/adr/0059) and the page for staff:  npm run build
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleAll } from './bundle.mjs';
import { buildDesk } from './desk.mjs';
import { node, root, run, tool } from './project.mjs';

const dist = join(root, 'dist');
const stamp = join(dist, '.built');

/** The digest of all files that affect the build. */
const sourceDigest = () => {
  const hash = createHash('sha256').update(process.version);
  const sources = [
    'src/**/*.{ts,tsx,json}',
    'desk/**/*.{ts,tsx,css,html,json}',
    'clients/typescript/src/**/*.ts',
    'libs/**/*.{ts,json}',
    '*.ts',
    'tsconfig*.json',
    'package-lock.json',
    'scripts/*.mjs',
  ];
  for (const file of globSync(sources, { cwd: root }).sort())
    if (!file.endsWith('.test.ts')) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
};

/** Writes the commit for `kontor --version` and the first log line. An image is built without the history, so it gets the commit as an argument. */
const writeRevision = () => {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD', '--show-prefix'], { cwd: root, encoding: 'utf8' });
  // With a prefix, it is the repository of an enclosing folder.
  const [, own = 'unknown'] = /^([0-9a-f]{40})\n\n?$/.exec(stdout ?? '') ?? [];
  const revision = process.env.REVISION || own;
  writeFileSync(join(dist, 'revision.txt'), `${revision}\n`);
};

/** Empties the folder first, so that no compiled file of a deleted source is loaded. Returns an exit code. */
export const build = async ({ ifChanged = false } = {}) => {
  const digest = sourceDigest();
  if (ifChanged && existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) {
    writeRevision();
    return 0;
  }
  rmSync(dist, { recursive: true, force: true });
  const compiler = tool('typescript-7/bin/tsc');
  const [{ code }, packages] = await Promise.all([run(node(), [compiler, '-p', 'tsconfig.build.json']), buildDesk()]);
  if (code !== 0) return typeof code === 'number' ? code : 1;
  await bundleAll(packages);
  writeRevision();
  writeFileSync(stamp, digest);
  return 0;
};

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = await build({ ifChanged: process.argv.includes('--if-changed') });
}
