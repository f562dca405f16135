// What Jest compiles is itself and the file of tests; all that this asks for, Node loads, once for all files of a worker
// (docs/adr/0068-tests-share-a-realm.md).
const { createRequire } = require('node:module');
const { join } = require('node:path');
const { compileFunction, constants } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const HOOK = join(__dirname, '..', 'typescript-hook.cjs');
const { sourceMaps } = require(HOOK);

// Node processes that the tested code starts beside itself compile its sources as tests do: they inherit these flags.
process.execArgv.push('-r', HOOK);

module.exports = class OneRealmRuntime extends Runtime {
  constructor(...given) {
    super(...given);
    // The lines of an error are told of the sources, of those too that Node has loaded.
    this.transformCache.sourceMaps = sourceMaps;
    const { executor } = this;
    executor.compile = (source, filename) =>
      compileFunction(source, executor.injectedModuleParameters, {
        filename,
        importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      });
  }

  /** Without a name it is a file of tests that is asked for, or one of Jest's own settings. */
  requireModule(from, moduleName, options, isRequireActual) {
    if (moduleName === undefined || options?.isInternalModule)
      return super.requireModule(from, moduleName, options, isRequireActual);
    // What tests share uses it as they do; Jest gives it to what it compiles alone.
    globalThis.jest ??= this.jestGlobals.jestObjectFor(this._testPath);
    return createRequire(from)(moduleName);
  }

  /** Nothing of the process is another one's: it is the worker's own. */
  installGetBuiltinModule() {}
};
module.exports.default = module.exports;
