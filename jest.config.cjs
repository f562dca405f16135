const { existsSync, readFileSync, readdirSync } = require('node:fs');
const { availableParallelism, totalmem } = require('node:os');
const { join } = require('node:path');

/** The packages in one node_modules folder and, nested in them, in theirs. */
const installed = (modules) => {
  if (!existsSync(modules)) return [];
  const names = readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((child) => `${name}/${child}`) : [name],
    );
  return names.flatMap((name) => [
    { name, manifest: join(modules, name, 'package.json') },
    ...installed(join(modules, name, 'node_modules')),
  ]);
};

const isEsm = ({ manifest }) => existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).type === 'module';

/** Jest loads CommonJS, so packages that are ES modules are compiled down like our own files. */
const esmPackages = () => [
  ...new Set(
    installed(join(__dirname, 'node_modules'))
      .filter(isEsm)
      .map(({ name }) => name),
  ),
];

const escaped = (name) => name.replace(/[.+]/g, '\\$&');
const swc = (parser) => [
  '@swc/jest',
  {
    jsc: {
      parser,
      transform: { legacyDecorator: true, decoratorMetadata: true },
      target: 'es2023',
      keepClassNames: true,
    },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  },
];

/** @type {import('jest').Config} */
module.exports = {
  rootDir: __dirname,
  // `npm test` writes the files into var/tests that load several test files each (scripts/run-tests.mjs).
  roots: ['src', 'libs', 'desk', 'test', 'var/tests']
    .filter((folder) => existsSync(join(__dirname, folder)))
    .map((f) => `<rootDir>/${f}`),
  testEnvironment: 'node',
  setupFiles: ['<rootDir>/test/support/setup.cjs'],
  testMatch: ['**/*.test.ts', '<rootDir>/var/tests/**/*.test.cjs'],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/dist/', '<rootDir>/test/architecture/canaries/'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/test/architecture/canaries/'],
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': ['$1', '$1.js'] },
  transform: {
    '\\.ts$': swc({ syntax: 'typescript', decorators: true }),
    '\\.m?js$': swc({ syntax: 'ecmascript' }),
  },
  transformIgnorePatterns: [`/node_modules/(?!(?:.*/node_modules/)?(?:${esmPackages().map(escaped).join('|')})/)`],
  // A bound against hanging only: no test asserts how long something takes.
  testTimeout: 600_000,
  // Tests wait for databases and child processes about half of their time. A worker takes up to 1 GB of memory.
  maxWorkers: Math.max(2, Math.min(3 * availableParallelism(), Math.floor(totalmem() / 2 ** 31))),
};
