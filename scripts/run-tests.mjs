// Runs tests, once their packages are installed: scripts/test.mjs says which.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { check, CHECK_COUNT } from './check.mjs';
import { startMemoryMariadb } from './memory-mariadb.mjs';
import { node, root, run, tool, windows } from './project.mjs';
import { changedFiles, isOnMariadb, testsOfModule, testsOfModules, moduleOf } from './test-selection.mjs';

/** Test files of these folders, by the command that runs them. */
const UNIT = ['src/**/*.test.ts', 'libs/**/*.test.ts', 'desk/**/*.test.ts'];
const ORDINARY = [
  ...UNIT,
  ...['architecture', 'contracts', 'conformance', 'e2e', 'reference', 'support', 'bench'].map(
    (name) => `test/${name}/**/*.test.ts`,
  ),
];
const FURTHER = ['campaign', 'clients', 'browser', 'system'].map((name) => `test/${name}/**/*.test.ts`);

const find = (patterns) =>
  globSync(patterns, { cwd: root, exclude: (path) => String(path).includes('canaries') })
    .map((path) => path.split(sep).join('/'))
    .sort();

/** Whether all tests of a file need a MariaDB, so that the file has no tests without one. */
const needsMariadb = (file) => {
  const text = readFileSync(join(root, file), 'utf8');
  return /describeOnMysql\(/.test(text) && !/describeOnDatabases\(|^describe(?:\.each)?\(/m.test(text);
};
const runnable = (files) => (process.env.TEST_MYSQL_URL ? files : files.filter((file) => !needsMariadb(file)));

const results = [];
const absent = [];
const record = (name, since, passed, failed) => {
  results.push({ name, took: `${((Date.now() - since) / 1000).toFixed(1)} s`, passed, failed });
};

/** Loading the application once for several files takes a third of the time (docs/adr/0068). */
const FILES_PER_GROUP = 14;
const groups = (files) => {
  const count = Math.max(1, Math.ceil(files.length / FILES_PER_GROUP));
  const bySize = files.map((file) => ({ file, size: statSync(join(root, file)).size })).sort((a, b) => b.size - a.size);
  const made = Array.from({ length: count }, () => ({ files: [], size: 0 }));
  for (const { file, size } of bySize) {
    const smallest = made.reduce((one, other) => (other.size < one.size ? other : one));
    smallest.files.push(file);
    smallest.size += size;
  }
  return made.map((group) => group.files);
};

const folder = join(root, 'var', 'tests');
const writeGroups = (name, files) =>
  groups(files).map((group, index) => {
    const path = join(folder, `${name}-${String(index + 1).padStart(2, '0')}.test.cjs`);
    const support = JSON.stringify(join(root, 'test', 'support', 'test-group.cjs'));
    const lines = group.map(
      (file) => `  [${JSON.stringify(file)}, () => require(${JSON.stringify(join(root, file))})],\n`,
    );
    writeFileSync(path, `require(${support}).testGroup([\n${lines.join('')}]);\n`);
    return path;
  });

/** Runs Jest on files and adds up its counts. A file that cannot be loaded fails, and so does a run without a count. */
const jest = async (name, chosen, { env = {}, grouped = true, args = [] } = {}) => {
  const files = runnable(chosen);
  if (files.length === 0) return;
  const since = Date.now();
  console.log(`\n== ${name}: ${files.length} files`);
  mkdirSync(folder, { recursive: true });
  const count = join(folder, `${name.replace(/\W+/g, '-')}.json`);
  rmSync(count, { force: true });
  const paths = grouped && files.length > 3 ? writeGroups(name.replace(/\W+/g, '-'), files) : files;
  const { code } = await run(
    node(),
    [tool('jest/bin/jest.js'), '--json', `--outputFile=${count}`, ...args, '--runTestsByPath', ...paths],
    { env: { NODE_ENV: 'test', NODE_OPTIONS: nodeOptions(), ...env }, stdout: 'ignore' },
  );
  if (!existsSync(count)) return record(name, since, 0, 1);
  const results = JSON.parse(readFileSync(count, 'utf8'));
  const skipped = results.numPendingTests + results.numTodoTests;
  if (skipped > 0) absent.push(`${skipped} tests that were skipped (${name})`);
  const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
  record(name, since, results.numPassedTests, failed === 0 && code !== 0 ? 1 : failed);
};

/** Minimum unit test coverage of loaded files in percent: half a percent below the real one. Raise both together. */
const LEAST_COVERAGE = { statements: 71.7, branches: 91.5, functions: 44.7 };

const coverageFolder = join(folder, 'coverage');
const COVERAGE = [
  ...[
    '--coverage',
    '--coverageProvider=v8',
    '--coverageReporters=json-summary',
    `--coverageDirectory=${coverageFolder}`,
  ],
  `--coverageThreshold=${JSON.stringify({ global: LEAST_COVERAGE })}`,
];

const printCoverage = () => {
  const summary = join(coverageFolder, 'coverage-summary.json');
  if (!existsSync(summary)) return;
  const { total } = JSON.parse(readFileSync(summary, 'utf8'));
  const figures = Object.entries(LEAST_COVERAGE).map(
    ([kind, least]) => `${kind} ${total[kind].pct} % (at least ${least} %)`,
  );
  console.log(`\nCoverage of src and libs by unit tests: ${figures.join(', ')}`);
};

const nodeOptions = () => process.env.NODE_OPTIONS ?? '';

const checks = async () => {
  const since = Date.now();
  console.log('\n== check');
  const failed = await check();
  record('check', since, CHECK_COUNT - failed.length, failed.length);
};

/** Whether there is a build to test. */
const built = async () => {
  const since = Date.now();
  const code = await build({ ifChanged: true });
  record('build', since, code === 0 ? 1 : 0, code === 0 ? 0 : 1);
  return code === 0;
};

/** With TEST_MYSQL_URL=memory a server is started for this run. */
const withDatabase = async (work) => {
  if (process.env.TEST_MYSQL_URL !== 'memory') return work();
  const server = await startMemoryMariadb();
  process.env.TEST_MYSQL_URL = server.url;
  const stop = () => void server.stop().then(() => process.exit(130));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    return await work();
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    await server.stop();
  }
};

/** Tests start the built program many times. With a compile cache, it starts in four fifths of the time. */
const BUILT = { TEST_BUILT: '1', NODE_COMPILE_CACHE: join(root, 'var', 'tests', 'compiled') };
/** A date that is converted in the process's time zone by mistake is wrong on one side of Greenwich. */
const WEST = { TZ: 'America/New_York' };
const EAST = { TZ: 'Asia/Tokyo' };

const ordinary = async () => {
  await checks();
  if (!(await built())) return void absent.push('tests (there is no build)');
  await jest('unit', find(UNIT), { env: WEST, args: COVERAGE });
  printCoverage();
  await contractsAndEndToEnd();
};

/** Without a server URL, suites for each database run only on SQLite. */
const onSqlite = async (work) => {
  const { TEST_MYSQL_URL: url } = process.env;
  delete process.env.TEST_MYSQL_URL;
  await work();
  if (url !== undefined) process.env.TEST_MYSQL_URL = url;
};

const contractsAndEndToEnd = async () => {
  const files = find(ORDINARY).filter((file) => !/^(src|libs|desk)\//.test(file));
  const env = { ...BUILT, ...WEST };
  const both = process.env.TEST_MYSQL_URL ? files.filter(isOnMariadb) : [];
  await onSqlite(() =>
    jest(
      'on SQLite',
      files.filter((file) => !both.includes(file)),
      { env },
    ),
  );
  await jest('on SQLite and MariaDB', both, { env });
};

const succeeds = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** Programs of the operating system that further tests need. */
const NEEDED = [
  ['tests on MariaDB (set TEST_MYSQL_URL)', () => process.env.TEST_MYSQL_URL !== undefined],
  [
    'tests in a container (unshare needs Linux and root)',
    () => succeeds('unshare', '--pid', '--mount', '--fork', 'true'),
  ],
  [
    "the cluster of three nodes (Debian's galera-4 and haproxy)",
    () => ['/usr/lib/galera/libgalera_smm.so', '/usr/sbin/haproxy'].every((file) => existsSync(file)),
  ],
  ["the image (Debian's buildah)", () => succeeds('buildah', '--version') && succeeds('dpkg-query', '--version')],
  [
    "the chart (helm, or Debian's golang-go and golang-github-masterminds-sprig-dev)",
    () =>
      succeeds('helm', 'version') ||
      (existsSync('/usr/share/gocode/src/github.com/Masterminds/sprig') && succeeds('go', 'version')),
  ],
  [
    'the upgrade from the last release (git fetch --unshallow)',
    () => succeeds(node(), join(root, 'scripts', 'last-release.mjs'), '--look'),
  ],
  ["scanned files (Debian's clamav-daemon)", () => existsSync('/usr/sbin/clamd')],
  ['browsers (set CHROMIUM_PATH)', () => chromium() !== undefined],
];

const chromium = () => {
  if (process.env.CHROMIUM_PATH) return existsSync(process.env.CHROMIUM_PATH) ? process.env.CHROMIUM_PATH : undefined;
  for (const name of ['chromium', 'chromium-browser', 'google-chrome', 'chrome']) {
    const { stdout } = spawnSync(windows ? 'where' : 'which', [name], { encoding: 'utf8' });
    const found = stdout?.split(/\r?\n/)[0];
    if (found) return found;
  }
  return undefined;
};

const audit = async () => {
  const since = Date.now();
  const { code, output } = await run(node(), [join(root, 'scripts', 'audit.mjs')], { quiet: true });
  console.log(`\n== audit\n${output.trim()}`);
  if (code === 2 && process.env.AUDIT_REQUIRED !== '1') console.log('Not run: npm audit (no registry answered)');
  else record('audit', since, code === 0 ? 1 : 0, code === 0 ? 0 : 1);
};

/** Tests that take very long, or need a machine that this may not be. */
const isCampaign = (file) => /\/(day|compose)\.test\.ts$/.test(file);
const hasCluster = () => ['/usr/lib/galera/libgalera_smm.so', '/usr/sbin/haproxy'].every((file) => existsSync(file));

const everything = async (share) => {
  for (const [name, isThere] of NEEDED) if (!isThere()) absent.push(name);
  const env = { ...BUILT, ...WEST, ...(chromium() ? { CHROMIUM_PATH: chromium() } : {}) };
  const further = find(FURTHER).filter(
    (file) => !isCampaign(file) && (hasCluster() || !/campaign\/cluster/.test(file)),
  );
  const [part, of] = share.split('/').map(Number);
  const mine = (files) => files.filter((_, index) => index % of === part - 1);
  await audit();
  if (part === 1) await ordinary();
  else if (!(await built())) return;
  // One file after the other in its own process, because they start servers, load them and measure.
  await jest('clients and browsers', mine(further.filter((file) => /test\/(clients|browser)\//.test(file))), {
    env,
    grouped: false,
    args: ['--maxWorkers=3'],
  });
  await jest('system and campaigns', mine(further.filter((file) => /test\/(system|campaign)\//.test(file))), {
    env,
    grouped: false,
    args: ['--maxWorkers=2'],
  });
  const left = find(ORDINARY).filter((file) => !/^(src|libs|desk)\//.test(file) && !isOnMariadb(file));
  if (process.env.TEST_MYSQL_URL) await jest('the others on MariaDB', mine(left), { env });
  if (part === 1) await jest('unit, east of Greenwich', find(UNIT), { env: EAST });
};

const module = async (name) => {
  if (!name) throw new Error('Name a module or a library: npm run test:module -- dpp');
  const files = testsOfModule(name, find(ORDINARY));
  if (files.length === 0) throw new Error(`No tests found for "${name}".`);
  await jest(name, files, { env: WEST });
};

const changed = async () => {
  const files = changedFiles();
  if (files.length === 0) return void console.log('No files differ from main.');
  const modules = [...new Set(files.map(moduleOf).filter((name) => name !== undefined))];
  console.log(`Changed files: ${files.length}. Changed modules: ${modules.join(', ') || 'none'}.`);
  const sources = files.filter((file) => /^(src|libs|desk)\/.*\.ts$/.test(file) && existsSync(join(root, file)));
  const { output } =
    sources.length === 0
      ? { output: '' }
      : await run(
          node(),
          [
            tool('jest/bin/jest.js'),
            '--listTests',
            '--roots=src',
            '--roots=libs',
            '--roots=desk',
            '--findRelatedTests',
            ...sources,
          ],
          { quiet: true },
        );
  const related = output
    .split('\n')
    .filter((line) => line.endsWith('.test.ts'))
    .map((line) => line.slice(root.length + 1));
  await jest('unit', related, { env: WEST });
  const touched = files.filter((file) => /^test\/.*\.test\.ts$/.test(file) && existsSync(join(root, file)));
  await jest('contracts and end-to-end', [...new Set([...testsOfModules(modules, find(ORDINARY)), ...touched])], {
    env: WEST,
  });
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { share: { type: 'string', default: '1/1' } },
});
const [command = 'ordinary', ...names] = positionals;
const COMMANDS = {
  ordinary,
  unit: () => jest('unit', find(UNIT), { env: WEST }),
  module: () => module(names[0]),
  changed,
  everything: () => everything(values.share),
};

const since = Date.now();
try {
  await withDatabase(COMMANDS[command]);
} catch (error) {
  console.error(error.message);
  record(command, since, 0, 1);
}

const isStrict = process.env.CI === 'true';
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log('');
for (const { name, took, passed, failed } of results)
  console.log(
    `${failed === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(26)} ${String(passed + failed).padStart(6)}  ${took}`,
  );
for (const name of absent) console.log(`${isStrict ? 'FAILED, not run' : 'Not run'}: ${name}`);
console.log(`Total ${((Date.now() - since) / 1000).toFixed(1)} s.`);
const faults = sum('failed') + (isStrict ? absent.length : 0);
console.log(`${sum('passed')} passed, ${faults} failed`);
process.exitCode = faults === 0 ? 0 : 1;
