// Lets Node run the sources, compiled as in Jest:
// node -r test/support/typescript-hook.cjs src/main.ts
// For tests that need a separate process, whether or not dist/ is built, and for everything that tests load. Compiled
// files are cached until their source changes.
const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { registerHooks } = require('node:module');
const { join } = require('node:path');
const { fileURLToPath } = require('node:url');
const { version } = require('@swc/core/package.json');

const OPTIONS = {
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    target: 'es2023',
    keepClassNames: true,
  },
  module: { type: 'commonjs' },
  sourceMaps: true,
};

const KEPT = join(__dirname, '..', '..', 'node_modules', '.cache', 'typescript-hook');

/** Paths of the source maps of loaded files. */
const sourceMaps = new Map();

/** Renamed into place, so that the file is complete even if another process compiles it at the same time. */
const keep = (file, text) => {
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
};

const compiled = (filename) => {
  const source = readFileSync(filename, 'utf8');
  const key = createHash('sha1')
    .update(JSON.stringify([version, OPTIONS, filename, source]))
    .digest('hex');
  const file = join(KEPT, `${key}.js`);
  sourceMaps.set(filename, `${file}.map`);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const { code, map } = require('@swc/core').transformSync(source, { ...OPTIONS, filename });
  mkdirSync(KEPT, { recursive: true });
  keep(`${file}.map`, map);
  keep(file, code);
  return code;
};

registerHooks({
  resolve(specifier, context, next) {
    if (/^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.endsWith('.ts')) {
      const url = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
      if (existsSync(url)) return { url: url.href, format: 'commonjs', shortCircuit: true };
    }
    return next(specifier, context);
  },
  load(url, context, next) {
    if (!url.endsWith('.ts')) return next(url, context);
    return { format: 'commonjs', source: compiled(fileURLToPath(url)), shortCircuit: true };
  },
});

module.exports = { sourceMaps };
