const { existsSync, readFileSync, readdirSync } = require('node:fs');
const { availableParallelism } = require('node:os');
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

/** Debian's packages galera-4 and haproxy; verify says so where they are missing. */
const hasCluster = () => ['/usr/lib/galera/libgalera_smm.so', '/usr/sbin/haproxy'].every((file) => existsSync(file));

/** @type {import('jest').Config} */
module.exports = {
  rootDir: __dirname,
  roots: ['src', 'libs', 'test']
    .filter((folder) => readdirSync(__dirname).includes(folder))
    .map((f) => `<rootDir>/${f}`),
  // One realm and one set of modules for all files of a worker (docs/adr/0068).
  testEnvironment: '<rootDir>/test/support/one-realm/environment.cjs',
  runtime: '<rootDir>/test/support/one-realm/runtime.cjs',
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/dist/',
    '<rootDir>/test/architecture/canaries/',
    // Where there is no browser they can't run; verify says so, and finds one where there is.
    ...(process.env.CHROMIUM_PATH ? [] : ['<rootDir>/test/browser/']),
    // One takes as long as it is told, one needs Docker, and those of measured/ a quiet machine; `npm run campaign` runs them.
    ...(process.env.CAMPAIGN_SEED
      ? []
      : ['day.test.ts', 'compose.test.ts', 'measured/'].map((name) => `<rootDir>/test/campaign/${name}`)),
    ...(hasCluster() ? [] : ['<rootDir>/test/campaign/cluster.test.ts']),
  ],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/test/architecture/canaries/'],
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': ['$1', '$1.js'] },
  transform: {
    '\\.ts$': swc({ syntax: 'typescript', decorators: true }),
    '\\.m?js$': swc({ syntax: 'ecmascript' }),
  },
  transformIgnorePatterns: [`/node_modules/(?!(?:.*/node_modules/)?(?:${esmPackages().map(escaped).join('|')})/)`],
  testTimeout: 180_000,
  testSequencer: '<rootDir>/test/support/longest-first.cjs',
  // More than cores: a good part of the time is spent waiting for databases and processes.
  maxWorkers: availableParallelism() + 1,
};
