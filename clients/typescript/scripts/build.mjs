// ESM and CommonJS, each with its types.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const [, , out = join(root, 'dist')] = process.argv;
rmSync(out, { recursive: true, force: true });
const compile = (folder, ...options) => {
  const { status } = spawnSync(process.execPath, [tsc, '-p', root, '--outDir', join(out, folder), ...options], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
};
compile('esm');
compile('cjs', '--module', 'commonjs', '--moduleResolution', 'bundler');
mkdirSync(join(out, 'cjs'), { recursive: true });
writeFileSync(join(out, 'cjs', 'package.json'), '{"type":"commonjs"}\n');
