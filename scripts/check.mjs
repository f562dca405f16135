// Checks everything that needs no test run: format, lint, types, boundaries, product texts. Each tool keeps a cache below
// node_modules/.cache:  npm run check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { node, prepare, root, run, tool } from './project.mjs';

const cache = (name) => join('node_modules', '.cache', name);

/** Clients, browsers and load generators have their types in packages of their own. */
const PROJECT = '<tsconfig>';
const project = () => (existsSync(tool('playwright-core')) ? 'tsconfig.json' : 'tsconfig.check.json');

/** The linter would take the page's sources for files of the server; their types are checked, and ESLint reads them. */
const NOT_DESK = ['--ignore-pattern', 'src/*/desk/**'];

const CHECKS = [
  [
    'lint, by types',
    'oxlint/bin/oxlint',
    '--type-aware',
    '--deny-warnings',
    'src',
    'libs',
    'test',
    'clients',
    ...NOT_DESK,
  ],
  ['product texts', 'jest/bin/jest.js', '--silent', '--runTestsByPath', 'test/architecture/product-texts.test.ts'],
  [
    'types',
    'typescript-7/bin/tsc',
    '--noEmit',
    '-p',
    PROJECT,
    '--incremental',
    '--tsBuildInfoFile',
    cache('types.tsbuildinfo'),
  ],
  [
    'types of Desk',
    'typescript-7/bin/tsc',
    '-p',
    'desk',
    '--incremental',
    '--tsBuildInfoFile',
    cache('desk.tsbuildinfo'),
  ],
  ['boundaries', join(root, 'scripts', 'boundaries.mjs')],
  [
    'lint',
    'eslint/bin/eslint.js',
    '.',
    '--max-warnings=0',
    '--cache',
    '--cache-strategy=content',
    `--cache-location=${cache('eslint-check')}`,
  ],
  [
    'format',
    'prettier/bin/prettier.cjs',
    '--check',
    '--log-level=warn',
    '--cache',
    '--cache-strategy=content',
    `--cache-location=${cache('prettier-check')}`,
    '.',
  ],
];

/** How many checks there are. */
export const CHECK_COUNT = CHECKS.length;

/** Runs all checks, two at a time, and prints each result as it comes. Returns the names of those that failed. */
export const check = async () => {
  const failed = [];
  const waiting = [...CHECKS];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, file, ...args] = next;
      const since = Date.now();
      const chosen = args.map((arg) => (arg === PROJECT ? project() : arg));
      const { code, output } = await run(node(), [file.startsWith(root) ? file : tool(file), ...chosen], {
        quiet: true,
      });
      const took = ((Date.now() - since) / 1000).toFixed(1);
      console.log(
        `${code === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(16)} ${took} s${code === 0 ? '' : `\n${output.trim()}`}`,
      );
      if (code !== 0) failed.push(name);
    }
  };
  await Promise.all([work(), work()]);
  return failed;
};

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await prepare('test');
  const failed = await check();
  process.exitCode = failed.length === 0 ? 0 : 1;
}
