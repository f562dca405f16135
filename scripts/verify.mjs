// Everything that must hold before a change is done:  npm run verify [-- --strict] [-- --no-install]
// With --strict, or CI=true, a check that can't run here is a failure. The last line sums it up.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { install, node, projectNode, refuseOldNode, root, run, tool, windows } from './house.mjs';

refuseOldNode();
const strict = process.env.CI === 'true' || process.argv.includes('--strict');
const results = [];
const absent = [];
/** What may be left out everywhere, since its licence keeps it out of the project. */
const leftOut = [];

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

const step = async (name, work) => {
  const since = Date.now();
  console.log(`\n== ${name}`);
  const result = await work();
  results.push({ name, took: seconds(since), ...result });
  console.log(`== ${name}: ${result.failed === 0 ? 'ok' : 'FAILED'} (${seconds(since)})`);
  return result.failed === 0;
};

const passed = { passed: 1, failed: 0 };
const failed = { passed: 0, failed: 1 };
const verdict = (code) => (code === 0 ? passed : failed);

/** A check that may run beside others: what it printed is told when it has ended. */
const check = async (name, file, ...args) => {
  const since = Date.now();
  const { code, output } = await run(node(), [file, ...args], { quiet: true });
  results.push({ name, took: seconds(since), ...verdict(code) });
  console.log(`\n== ${name}\n${output.trim()}\n== ${name}: ${code === 0 ? 'ok' : 'FAILED'} (${seconds(since)})`);
  return code === 0;
};

/** Where no registry answers nothing is known, which is told; a failure only for whoever asks for it (AUDIT_REQUIRED=1). */
const audit = async () => {
  const since = Date.now();
  const { code, output } = await run(node(), [join(root, 'scripts', 'audit.mjs')], { quiet: true });
  console.log(`\n== audit\n${output.trim()}`);
  if (code === 2) (process.env.AUDIT_REQUIRED === '1' ? absent : leftOut).push('npm audit (no registry answered)');
  else results.push({ name: 'audit', took: seconds(since), ...verdict(code) });
};

/** Jest's own count; a test file that couldn't be loaded, and a run that ended without a count, are a failure each. */
const jest =
  (name, env, ...args) =>
  async () => {
    const folder = join(root, 'var', 'verify');
    const file = join(folder, `${name}.json`);
    mkdirSync(folder, { recursive: true });
    rmSync(file, { force: true });
    const { code } = await run(node(), [tool('jest/bin/jest.js'), '--json', `--outputFile=${file}`, ...args], {
      env,
      limitS: 3600,
      // The count goes to the file; jest would print it on standard output too.
      stdout: 'ignore',
    });
    if (!existsSync(file)) return failed;
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numRuntimeErrorTestSuites } = JSON.parse(
      readFileSync(file, 'utf8'),
    );
    if (numPendingTests + numTodoTests > 0) absent.push(`${numPendingTests + numTodoTests} tests that skip themselves`);
    const faults = numFailedTests + numRuntimeErrorTestSuites;
    return { passed: numPassedTests, failed: faults === 0 && code !== 0 ? 1 : faults };
  };

const chromium = () => {
  if (process.env.CHROMIUM_PATH) return existsSync(process.env.CHROMIUM_PATH) ? process.env.CHROMIUM_PATH : undefined;
  for (const name of ['chromium', 'chromium-browser', 'google-chrome', 'chrome']) {
    const { stdout } = spawnSync(windows ? 'where' : 'which', [name], { encoding: 'utf8' });
    const found = stdout?.split(/\r?\n/)[0];
    if (found) return found;
  }
  return undefined;
};

/** Where a day or an instant stands in a test of one part; not what takes long to measure time and memory. */
const DAY = /\d{4}-\d\d-\d\d|\bnew Date\b|\bDate\.|day|instant/i;
const testsIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((name) => name.endsWith('.test.ts') && !/process-passport-judge|long-envelopes/.test(name))
    .map((name) => join(folder, name));
const daysFiles = () => [
  ...['libs', 'src'].flatMap(testsIn).filter((file) => DAY.test(readFileSync(join(root, file), 'utf8'))),
  ...['records', 'search'].map((name) => join('test', 'contracts', `${name}.test.ts`)),
];

const BATTERY_PASS = ['LMT', 'EV', 'StationaryIndustrial2kWh', 'IndustrialWithoutBMS'];

const everything = async () => {
  if (
    !process.argv.includes('--no-install') &&
    !(await step('install', async () => ((await install()) ? passed : failed)))
  )
    return;
  const version = projectNode();
  if (!version) return void results.push({ name: 'Node', took: '', ...failed });
  console.log(`\nNode ${version.replace('v', '')} runs from here on.`);

  console.log('\nFormat, lint, types, boundaries and build, several at once …');
  const others = async () => {
    await check('format', tool('prettier/bin/prettier.cjs'), '--check', '.');
    await check('types', tool('typescript/bin/tsc'), '--noEmit', '-p', 'tsconfig.json');
    await check('boundaries', join(root, 'scripts', 'boundaries.mjs'));
    await audit();
    return check('build', join(root, 'scripts', 'build.mjs'));
  };
  const [, built] = await Promise.all([
    check('lint', tool('eslint/bin/eslint.js'), '.', '--max-warnings', '0'),
    others(),
  ]);
  if (!built) absent.push('tests (there is no build)');

  const browser = chromium();
  const env = {
    NODE_ENV: 'test',
    TEST_BUILT: '1',
    // Tests start the built program a hundred times: compiled once it starts in four fifths of the time.
    NODE_COMPILE_CACHE: join(root, 'var', 'verify', 'compiled'),
    ...(browser ? { CHROMIUM_PATH: browser } : {}),
  };
  if (!process.env.TEST_MYSQL_URL) absent.push("tests against MySQL/MariaDB (TEST_MYSQL_URL isn't set)");
  const isolated = spawnSync('unshare', ['--pid', '--mount', '--fork', 'true']).status === 0;
  if (!isolated) absent.push('tests of what a container does (unshare makes no namespaces: it needs Linux and root)');
  if (!['/usr/lib/galera/libgalera_smm.so', '/usr/sbin/haproxy'].every((file) => existsSync(file)))
    absent.push("the cluster of three nodes (Debian's galera-4 and haproxy)");
  if (isolated && !['buildah', 'dpkg-query'].every((name) => spawnSync(name, ['--version']).status === 0))
    absent.push("the image, built for real (Debian's buildah)");
  const sprig = '/usr/share/gocode/src/github.com/Masterminds/sprig';
  const hasGo = existsSync(sprig) && spawnSync('go', ['version']).status === 0;
  if (!hasGo && spawnSync('helm', ['version']).status !== 0)
    absent.push("the chart, rendered (helm, or Debian's golang-go and golang-github-masterminds-sprig-dev)");
  if (spawnSync(node(), [join(root, 'scripts', 'last-release.mjs'), '--look']).status !== 0)
    absent.push('the upgrade from the last release (its commit is not in this clone: git fetch --unshallow)');
  if (!existsSync('/usr/sbin/clamd')) absent.push("tests of scanned files (Debian's clamav-daemon)");
  const schemas = process.env.BATTERY_PASS_SCHEMAS;
  if (!schemas)
    leftOut.push(
      'the schemas of BatteryPass-Ready (BATTERY_PASS_SCHEMAS names no folder: docs/passports-templates.md)',
    );
  else if (!BATTERY_PASS.every((name) => existsSync(join(schemas, `${name}.schema.json`)))) {
    console.log(`\nBATTERY_PASS_SCHEMAS names ${schemas}, which hasn't ${BATTERY_PASS.join(', ')}.`);
    results.push({ name: 'BatteryPass', took: '', ...failed });
  }
  if (!browser) absent.push('browser tests (no chromium: CHROMIUM_PATH names one)');
  if (built) {
    // A day that passes through the process's own zone anywhere comes out wrong on one side of Greenwich or the other.
    await step('tests', jest('tests', { ...env, TZ: 'America/New_York' }));
    await step('days east', jest('days-east', { ...env, TZ: 'Asia/Tokyo' }, '--runTestsByPath', ...daysFiles()));
  }
};

const since = Date.now();
await everything();

const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log('\n');
for (const { name, took, passed: good, failed: bad } of results) {
  console.log(
    `${bad === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(12)} ${String(good + bad).padStart(6)} checked  ${took}`,
  );
}
for (const name of absent) console.log(`${strict ? 'FAILED' : 'Not run:'} ${name}${strict ? ' did not run' : ''}`);
for (const name of leftOut) console.log(`Not run: ${name}`);
console.log(`In all ${seconds(since)}.`);
const faults = sum('failed') + (strict ? absent.length : 0);
console.log(`${sum('passed')} passed, ${faults} failed`);
process.exitCode = faults === 0 ? 0 : 1;
