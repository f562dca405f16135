// A test environment without a realm of its own: a file's globals are those of its worker, put back when it has ended.
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

const OF_JEST = new Set([
  ...['jest', 'expect', 'describe', 'fdescribe', 'xdescribe', 'it', 'fit', 'xit', 'test', 'xtest'],
  ...['beforeAll', 'beforeEach', 'afterAll', 'afterEach'],
]);

/** What else is added stays: packages that do so are loaded once. */
const isOfJest = (key) =>
  typeof key === 'symbol' ? /jest|EVENT_HANDLERS|TIMEOUT|RETRY/i.test(key.description) : OF_JEST.has(key);

/** What one file may change of the process, as it stood before it. */
class Before {
  globals = new Map(Reflect.ownKeys(globalThis).map((key) => [key, Object.getOwnPropertyDescriptor(globalThis, key)]));
  env = { ...process.env };
  cwd = process.cwd();
  exit = process.exit;
  exitCode = process.exitCode;
  listeners = process.eventNames().map((name) => [name, process.rawListeners(name)]);

  restore() {
    for (const key of Reflect.ownKeys(globalThis))
      if (isOfJest(key) && !this.globals.has(key)) Reflect.deleteProperty(globalThis, key);
    for (const [key, descriptor] of this.globals)
      if (descriptor.configurable) Object.defineProperty(globalThis, key, descriptor);
    for (const name of Object.keys(process.env)) if (!(name in this.env)) delete process.env[name];
    Object.assign(process.env, this.env);
    process.chdir(this.cwd);
    process.exit = this.exit;
    process.exitCode = this.exitCode;
    const kept = new Map(this.listeners);
    for (const name of process.eventNames())
      for (const listener of process.rawListeners(name))
        if (!(kept.get(name) ?? []).includes(listener)) process.removeListener(name, listener);
  }
}

module.exports = class OneRealmEnvironment {
  global = globalThis;
  fakeTimers = null;
  moduleMocker = new ModuleMocker(globalThis);

  constructor({ projectConfig }) {
    this.before = new Before();
    globalThis[Symbol.for('jest-native-promise')] = Promise;
    globalThis[Symbol.for('jest-native-now')] = Date.now.bind(Date);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    this.before.restore();
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return globalThis;
  }
};
