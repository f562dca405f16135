/*
 * Bundles the output of `tsc` into a few files (docs/operations.md, "What the build is made of"), because loading
 * thousands of small files dominates the start time. The programs keep their paths in dist/. The other compiled files
 * remain for the benchmarks and TypeORM's command line, and are not shipped.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { NAMES_CLASSES, withClassNames } from './class-names.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');

/** Entry points that share one bundle, so that each module is loaded once, and the exports that each program uses. */
const PARTS = {
  'boot/serve': ['serve'],
  'boot/job-worker': [],
  'cli/program': ['runCommand'],
};
/** Programs that start often or have a limited heap. Each has its own bundle with only the modules it needs. */
const ALONE = ['src/dpp/authoring/adapters/validation/validation-program', 'libs/database/sqlite/reading-program'];
/** Modules that stay outside the bundles, because all bundles must share one signal handler. */
const AS_COMPILED = ['src/boot/stop-signals', 'src/boot/begin'];
/** Rarely used packages and the exports in use. Each package has a separate file. */
const SELDOM = {
  '@apollo/usage-reporting-protobuf': 'module.exports = require(NAME);',
  '@aws-sdk/client-s3': 'module.exports = require(NAME);',
  'bwip-js/node': 'export { default } from NAME;',
  fontkit: 'export * from NAME;',
  jsonld: 'export { default } from NAME;',
  'openid-client': 'export * from NAME;',
  pdfkit: 'export { default } from NAME;',
};
/** Packages with native code or data files. They are shipped unchanged. */
export const WHOLE = ['@node-rs/argon2', 'better-sqlite3', 'dejavu-fonts-ttf', 'swagger-ui-dist'];
/** Optional packages that frameworks load if installed: other databases, transports and tools. */
const NEVER = [
  '@apollo/gateway',
  '@apollo/subgraph',
  '@as-integrations/fastify',
  '@fastify/static',
  '@google-cloud/spanner',
  '@nestjs/microservices',
  '@nestjs/mongoose',
  '@nestjs/websockets',
  '@sap/hana-client',
  'bufferutil',
  'class-transformer/storage',
  'expo-sqlite',
  'hdb-pool',
  'ioredis',
  'mongodb',
  'mssql',
  'mysql',
  'nativescript-sqlite',
  'oracledb',
  'pg',
  'pg-native',
  'pg-query-stream',
  'react-native-sqlite-storage',
  'redis',
  'sql.js',
  'sqlite3',
  'supports-color',
  'ts-morph',
  'ts-node',
  'typeorm-aurora-data-api-driver',
  'utf-8-validate',
];

const fileOf = (name) => `${name.replace(/^@/, '').replace(/\W+/g, '-')}.js`;
const posix = (path) => path.split(sep).join('/');

/** Relative paths in our modules keep resolving from their compiled location. */
const withPlaces = (contents, path, outfile) => {
  if (!path.startsWith(join(dist, '')) || !/\b__(?:dir|file)name\b/.test(contents)) return contents;
  const folder = posix(relative(dirname(outfile), dirname(path)));
  const name = posix(relative(dirname(path), path));
  const places = `var __dirname = require('node:path').join($here, '${folder}'), __filename = require('node:path').join(__dirname, '${name}');`;
  // Insert into the first line, so that the line numbers of the source map stay correct.
  return `${places} ${contents}`;
};

/** Files whose classes already have names. Several bundles contain the same file. */
const named = new Map();

const ownText = (outfile) => ({
  name: 'own text',
  setup: (bundle) => {
    bundle.onLoad({ filter: /\.[cm]?js$/ }, ({ path }) => {
      const contents = readFileSync(path, 'utf8');
      if (!named.has(path)) named.set(path, withClassNames(contents));
      const own = withPlaces(named.get(path), path, outfile);
      return own === contents ? undefined : { contents: own, loader: 'js' };
    });
  },
});

/** Import modules of another bundle from that bundle. */
const elsewhere = (outfile, but = []) => ({
  name: 'elsewhere',
  setup: (bundle) => {
    const from = (path) => {
      const way = posix(relative(dirname(outfile), join(dist, path)));
      return { path: way.startsWith('.') ? way : `./${way}`, external: true };
    };
    bundle.onResolve({ filter: /^[^.]/ }, ({ path, kind }) =>
      path in SELDOM && !but.includes(path) && kind !== 'entry-point' ? from(`packages/${fileOf(path)}`) : undefined,
    );
    bundle.onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
      const module = posix(relative(dist, join(resolveDir, path))).replace(/\.js$/, '');
      return AS_COMPILED.includes(module) ? from(`${module}.js`) : undefined;
    });
  },
});

const bundled = (outfile, input, but = []) =>
  build({
    ...input,
    absWorkingDir: root,
    outfile,
    allowOverwrite: true,
    bundle: true,
    platform: 'node',
    target: 'node22.14',
    format: 'cjs',
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 160,
    // Source maps for packages would add a tenth to the build time.
    sourcemap: but.length === 0,
    sourcesContent: false,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': '$url' },
    banner: {
      js: `const $here=__dirname,$url=require('node:url').pathToFileURL(__filename).href;${NAMES_CLASSES}`,
    },
    external: [...WHOLE, ...NEVER, ...NEVER.map((name) => `${name}/*`)],
    plugins: [elsewhere(outfile, but), ownText(outfile)],
  });

const packagesIn = ({ metafile }) =>
  Object.keys(metafile.inputs)
    .map((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1])
    .filter((name) => name !== undefined);

const stdin = (contents) => ({ stdin: { contents, resolveDir: root, loader: 'js' } });

/** `more`: packages that other files of dist/ contain. */
export const bundleAll = async (more = []) => {
  const parts = Object.keys(PARTS).map((name) => `'${name}':()=>require('./dist/src/${name}.js')`);
  const alone = ALONE.map((name) => join(dist, `${name}.js`));
  const packages = Object.entries(SELDOM);
  const built = await Promise.all([
    bundled(join(dist, 'kontor.js'), stdin(`const parts={${parts.join()}};exports.part=(name)=>parts[name]();`)),
    ...alone.map((file) => bundled(file, { entryPoints: [file] })),
    ...packages.map(([name, passedOn]) =>
      bundled(join(dist, 'packages', fileOf(name)), stdin(passedOn.replace('NAME', `'${name}'`)), [name]),
    ),
  ]);
  for (const [name, exported] of Object.entries(PARTS)) {
    const part = `require('${posix(relative(dirname(join(dist, 'src', name)), join(dist, 'kontor.js')))}').part('${name}')`;
    const lines = exported.length === 0 ? [`${part};`] : exported.map((key) => `exports.${key} = ${part}.${key};`);
    const file = join(dist, 'src', `${name}.js`);
    writeFileSync(file, `'use strict';\n${lines.join('\n')}\n`);
    if (existsSync(`${file}.map`)) rmSync(`${file}.map`);
  }
  // List the bundled packages, so that they are not shipped a second time.
  const names = [...new Set([...built.flatMap(packagesIn), ...more])].sort();
  writeFileSync(join(dist, 'bundled-packages.json'), `${JSON.stringify(names, null, 2)}\n`);
};
