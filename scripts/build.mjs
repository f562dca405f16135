// A clean build: what a deleted source file left behind in dist/ would otherwise go on being served.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleAll } from './bundle.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
rmSync(join(root, 'dist'), { recursive: true, force: true });
rmSync(join(root, 'tsconfig.build.tsbuildinfo'), { force: true });
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
if (status === 0) {
  await bundleAll();
  // What it is made of, beside it.
  const sbom = spawnSync(process.execPath, [join(root, 'scripts', 'sbom.mjs')], { cwd: root, stdio: 'inherit' });
  process.exitCode = sbom.status ?? 1;
} else process.exitCode = status ?? 1;
