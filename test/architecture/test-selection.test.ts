import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endToEndModules, isOnMariadb, moduleOf, onMariadb, testsOfModule } from '../../scripts/test-selection.mjs';

const ROOT = join(__dirname, '..', '..');

const E2E = readdirSync(join(ROOT, 'test', 'e2e')).filter((name) => name.endsWith('.test.ts'));

describe('test selection by module (scripts/test-selection.mjs)', () => {
  it('knows each module and library that has a folder', () => {
    const folders = ['src', 'libs'].flatMap((parent) =>
      readdirSync(join(ROOT, parent), { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? entry.name : [],
      ),
    );
    // libs/jobs and libs/config share their names with src/jobs and src/config.
    expect([...new Set(folders)].sort()).toEqual(Object.keys(endToEndModules()).sort());
  });

  it('assigns each end-to-end test to a module, and uses every file name prefix', () => {
    const beginnings = Object.values(endToEndModules()).flat();
    const isOf = (beginning: string) => (file: string) => file.startsWith(beginning);
    const without = E2E.filter((file) => !beginnings.some((beginning) => isOf(beginning)(file)));
    expect(without).toEqual([]);
    expect(beginnings.filter((beginning) => !E2E.some(isOf(beginning)))).toEqual([]);
  });

  it('runs contract tests and listed end-to-end tests on MariaDB too', () => {
    expect(onMariadb().filter((name) => !E2E.includes(`${name}.test.ts`))).toEqual([]);
    expect(isOnMariadb('test/contracts/records.test.ts')).toBe(true);
    expect(isOnMariadb('test/e2e/bulk.test.ts')).toBe(true);
    expect(isOnMariadb('test/e2e/dpp-page.test.ts')).toBe(false);
  });

  it('finds unit, contract and end-to-end tests of one module', () => {
    const all = globSync(['src/**/*.test.ts', 'libs/**/*.test.ts', 'test/{contracts,e2e}/*.test.ts'], { cwd: ROOT });
    const found = testsOfModule('pricing-matrix', all);
    expect(found).toContain('test/e2e/pricing-matrix.test.ts');
    expect(found).toContain('test/contracts/price-ports.test.ts');
    expect(found.some((file) => file.startsWith('src/pricing-matrix/'))).toBe(true);
    expect(found.filter((file) => /dpp|oauth/.test(file))).toEqual([]);
    expect(moduleOf('src/pricing-matrix/room.ts')).toBe('pricing-matrix');
    expect(moduleOf('src/main.ts')).toBeUndefined();
  });
});

describe('npm test', () => {
  const MEASURES = /\bretryTimes\b|\b(?:threadC|c)puUsage\b|\bmemoryUsage\b|\bperformance\.now\b|\bprocess\.hrtime\b/;
  const SHORT_LIMIT = /\},\s*(?:\d{1,2}|[1-5]\d\d)_000,?\s*\);/;
  /** These tests set the clock or keep the event loop busy, but assert no duration. */
  const SETS_THE_CLOCK = [
    'libs/database/outage.test.ts',
    'libs/web/event-loop-lag.test.ts',
    'test/contracts/transactions.test.ts',
    'test/e2e/jobs-processes.test.ts',
    'test/e2e/pricing-simulate.test.ts',
    'test/e2e/request-limits.test.ts',
  ];

  it('asserts no time, throughput or memory, repeats no test and shortens no timeout', () => {
    const files = globSync(
      [
        'src/**/*.test.ts',
        'libs/**/*.test.ts',
        'test/{architecture,conformance,contracts,e2e,reference,support,bench}/**/*.test.ts',
      ],
      { cwd: ROOT },
    ).filter((file) => !file.includes('canaries') && !file.endsWith('test-selection.test.ts'));
    expect(files.length).toBeGreaterThan(300);
    const measuring = files.filter((file) => MEASURES.test(readFileSync(join(ROOT, file), 'utf8')));
    expect(measuring.sort()).toEqual(SETS_THE_CLOCK);
    // `}, 60_000);` after a test. The timeout in jest.config.cjs applies to all tests.
    const limited = files.filter((file) => SHORT_LIMIT.test(readFileSync(join(ROOT, file), 'utf8')));
    expect(limited).toEqual([]);
  });
});
