// Bundles the page for staff (docs/adr/0072) from desk/ and src/*/desk/ into dist/desk. scripts/build.mjs calls it; alone it
// is faster:  node scripts/desk.mjs [--watch]
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, context } from 'esbuild';
import { root } from './project.mjs';

const out = join(root, 'dist', 'desk');
const source = join(root, 'desk', 'src');
const posix = (path) => path.split(sep).join('/');

/** Modules bring their screens in src/<module>/desk/index.ts. A module without that file has none. */
const screens = {
  name: 'screens of modules',
  setup: (bundle) => {
    bundle.onResolve({ filter: /^kontor:modules$/ }, ({ path }) => ({ path, namespace: 'modules' }));
    bundle.onLoad({ filter: /.*/, namespace: 'modules' }, () => {
      const files = globSync('src/*/desk/index.ts', { cwd: root }).sort();
      const imports = files.map((file, index) => `import m${index} from './${posix(file)}';`);
      const contents = `${imports.join('\n')}\nexport default [${files.map((_, index) => `m${index}`).join()}];`;
      return { contents, resolveDir: root, loader: 'js' };
    });
  },
};

const CORE = join(root, 'node_modules', '@mantine', 'core', 'esm', 'index.mjs');

/** Where each name of Mantine's index comes from: `{ Button: './components/Button/Button.mjs' }`. */
const coreFiles = () =>
  new Map(
    [...readFileSync(CORE, 'utf8').matchAll(/^import \{ (.+) \} from "(.+)";$/gm)].flatMap(([, names, file]) =>
      names.split(', ').map((name) => [name, file.startsWith('.') ? posix(join(dirname(CORE), file)) : file]),
    ),
  );

/** Imports through Mantine's index would put the components of all screens into the first one's files. */
const direct = {
  name: 'components without their index',
  setup: (bundle) => {
    const files = coreFiles();
    bundle.onLoad(
      { filter: /([\\/]desk[\\/].*\.tsx?|@mantine[\\/](dates|notifications|spotlight)[\\/].*\.mjs)$/ },
      ({ path }) => {
        const contents = readFileSync(path, 'utf8').replace(
          /^import \{([^}]+)\} from ['"]@mantine\/core['"];$/gm,
          (whole, list) => {
            const names = list.split(',').map((name) => name.trim());
            const values = names.filter((name) => name !== '' && !name.startsWith('type '));
            if (!values.every((name) => files.has(name))) return whole;
            const lines = values.map((name) => `import { ${name} } from '${files.get(name)}';`);
            return lines.join(' ');
          },
        );
        return { contents, loader: path.endsWith('x') ? 'tsx' : path.endsWith('ts') ? 'ts' : 'js' };
      },
    );
  },
};

const options = (isWatching) => ({
  absWorkingDir: root,
  entryPoints: { desk: join(source, 'main.tsx') },
  outdir: join(out, 'assets'),
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  minify: !isWatching,
  sourcemap: isWatching ? 'inline' : false,
  // The licences of bundled packages are in the image and the list of licences.
  legalComments: 'none',
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  define: { 'process.env.NODE_ENV': isWatching ? '"development"' : '"production"' },
  metafile: true,
  logLevel: 'warning',
  plugins: [screens, direct],
});

/** What the first screen loads: the entry, its style sheet and the chunks that it imports statically. */
const firstFiles = ({ outputs }) => {
  const [entry] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint?.endsWith('desk/src/main.tsx'));
  const found = new Set();
  const add = (path) => {
    if (found.has(path)) return;
    found.add(path);
    for (const { path: next, kind } of outputs[path].imports) if (kind === 'import-statement') add(next);
  };
  add(entry);
  return { entry, style: outputs[entry].cssBundle, chunks: [...found].filter((path) => path !== entry) };
};

/** `%NONCE%` and the like are replaced with each answer (src/boot/serve-desk.ts). */
const pageOf = (metafile) => {
  const { entry, style, chunks } = firstFiles(metafile);
  const address = (path) => `/desk/assets/${basename(path)}`;
  return readFileSync(join(root, 'desk', 'index.html'), 'utf8').replace(
    '<!-- assets -->',
    [
      `<link rel="stylesheet" href="${address(style)}">`,
      ...chunks.map((path) => `<link rel="modulepreload" href="${address(path)}">`),
      `<script type="module" src="${address(entry)}"></script>`,
    ].join('\n    '),
  );
};

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const compress = async (file) => {
  const bytes = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [br, gz] = await Promise.all([brotli(bytes, { params }), gzipped(bytes, { level: 9 })]);
  writeFileSync(`${file}.br`, br);
  writeFileSync(`${file}.gz`, gz);
};

const packagesIn = ({ inputs }) => [
  ...new Set(
    Object.keys(inputs)
      .map((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1])
      .filter((name) => name !== undefined),
  ),
];

const finish = async (metafile, isWatching) => {
  writeFileSync(join(out, 'index.html'), pageOf(metafile));
  if (!isWatching) await Promise.all(globSync('assets/*', { cwd: out }).map((file) => compress(join(out, file))));
};

/** Returns the names of the packages that the page contains. */
export const buildDesk = async () => {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(join(out, 'assets'), { recursive: true });
  const { metafile } = await build(options(false));
  await finish(metafile, false);
  return packagesIn(metafile);
};

const watch = async () => {
  const again = {
    name: 'page',
    setup: (bundle) =>
      bundle.onEnd(async ({ metafile, errors }) => {
        if (errors.length > 0) return;
        await finish(metafile, true);
        console.log(`Desk was built in ${relative(root, out)}.`);
      }),
  };
  const base = options(true);
  await (await context({ ...base, plugins: [...base.plugins, again] })).watch();
};

if (process.argv[1] === import.meta.filename) await (process.argv.includes('--watch') ? watch() : buildDesk());
