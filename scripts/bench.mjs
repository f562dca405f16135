// Measures; asserts nothing:  npm run bench -- [--quick] [--database sqlite|mysql] [part…]   (docs/benchmarks.md)
// Smaller measurements are programs of their own:  npm run bench -- --program versions|builders [options]
import { join } from 'node:path';
import { node, prepare, root, run } from './project.mjs';

await prepare('bench');
const { build } = await import('./build.mjs');
if ((await build({ ifChanged: true })) !== 0) process.exit(1);
const args = process.argv.slice(2);
const isProgram = args[0] === '--program';
const file = join(root, 'test', 'bench', `${isProgram ? args[1] : 'bench'}.ts`);
const hook = join(root, 'test', 'support', 'typescript-hook.cjs');
const { code } = await run(node(), ['--expose-gc', '-r', hook, file, ...args.slice(isProgram ? 2 : 0)]);
process.exitCode = code === 0 ? 0 : 1;
