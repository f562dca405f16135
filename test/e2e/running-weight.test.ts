import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { totalmem } from 'node:os';
import { nodeFlags } from '../bench/processes.js';
import { imageFlags } from '../support/container.js';

const root = join(__dirname, '..', '..');

/** Runs code in its own process, and returns the packages that it loads. */
const loadedBy = (lines: string): ReadonlySet<string> => {
  const program = `(async () => {
    const { appModule, ROOMS } = require('./src/app.module.ts');
    const { readSettings } = require('./src/config/config.ts');
    ${lines}
    const names = Object.keys(require.cache).map((path) => /.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(path)?.[1]);
    process.stdout.write(JSON.stringify([...new Set(names.filter(Boolean))]));
  })();`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['-r', join(root, 'test', 'support', 'typescript-hook.cjs'), '-e', program],
    { cwd: root, encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  return new Set(JSON.parse(stdout) as readonly string[]);
};

/** Packages that few processes need, and that take megabytes and much of a second to load. */
const HEAVY = ['@aws-sdk/client-s3', 'jsonld', 'undici', 'jsqr', 'pngjs', 'qrcode', 'mysql2'];
const GRAPHQL = ['@nestjs/graphql', '@nestjs/apollo', '@apollo/server'];

describe('a process', () => {
  it('loads neither heavy packages nor GraphQL for a command', () => {
    const loaded = loadedBy("appModule(readSettings({}, ROOMS), 'command');");
    expect(loaded).toContain('@nestjs/common');
    expect([...HEAVY, ...GRAPHQL].filter((name) => loaded.has(name))).toEqual([]);
  });

  it('loads GraphQL for a server with passports, but no heavy packages', () => {
    const loaded = loadedBy("await Promise.all(appModule(readSettings({}, ROOMS), 'server').imports);");
    expect(GRAPHQL.filter((name) => loaded.has(name))).toEqual(GRAPHQL);
    expect(HEAVY.filter((name) => loaded.has(name))).toEqual([]);
  });

  it('does not load GraphQL for a server without passports', () => {
    const settings = "Object.assign(readSettings({}, ROOMS), { ADD_ONS: ['pricing-list', 'pricing-calc'] })";
    const loaded = loadedBy(`await Promise.all(appModule(${settings}, 'server').imports);`);
    expect(GRAPHQL.filter((name) => loaded.has(name))).toEqual([]);
  });

  it.each([
    ['file:var/files', false],
    ['s3://bucket/documents', true],
  ])('with the storage %s loads the object storage client: %s', (url, isLoaded) => {
    const loaded = loadedBy(
      `await require('./src/customer-documents/adapters/storage/store-of.ts').storeOf('${url}');`,
    );
    expect(loaded.has('@aws-sdk/client-s3')).toBe(isLoaded);
  });

  it.each([
    ['sqlite::memory:', false],
    ['mysql://127.0.0.1:1/none', true],
  ])('with the database %s loads the MariaDB driver: %s', (url, isLoaded) => {
    const loaded = loadedBy(
      `await require('./libs/database/persistence.ts').openDatabase('${url}').then((all) => all.close(), () => undefined);`,
    );
    expect(loaded.has('mysql2')).toBe(isLoaded);
  });
});

/** Fills the young generation with short-lived objects, and returns its maximum size in MB. */
const youngSpace = (flags: readonly string[]): number => {
  const program = `let kept = [];
    for (let count = 0; count < 3e6; count += 1) {
      kept.push({ count, list: [count] });
      if (kept.length > 200_000) kept = [];
    }
    const { getHeapSpaceStatistics } = require('node:v8');
    const { space_size: bytes } = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
    process.stdout.write(String(bytes / 1048576));`;
  return Number(spawnSync(process.execPath, [...flags, '-e', program], { encoding: 'utf8' }).stdout);
};

describe('the young generation of the heap', () => {
  it('is limited by the flags of npm start', () => {
    const bounded = youngSpace(nodeFlags());
    expect(bounded).toBeGreaterThan(0);
    // Two halves of 16 MB, and one page that is being filled.
    expect(bounded).toBeLessThanOrEqual(33);
    expect(youngSpace([])).toBeGreaterThan(33);
  });

  it('has a smaller limit in the image, for small containers', () => {
    // Two halves of 4 MB, and one page that is being filled.
    expect(youngSpace(imageFlags())).toBeLessThanOrEqual(9);
  });
});

describe('the heap in the image', () => {
  it('is limited to 38 % of the available memory', () => {
    const program = "process.stdout.write(String(require('node:v8').getHeapStatistics().heap_size_limit / 1048576))";
    const heapMb = (flags: readonly string[]): number =>
      Number(spawnSync(process.execPath, [...flags, '-e', program], { encoding: 'utf8' }).stdout);
    const share = imageFlags().find((flag) => flag.startsWith('--max-old-space-size-percentage='));
    expect(share).toBe('--max-old-space-size-percentage=38');
    const limit = process.constrainedMemory();
    const allowed = limit > 0 && limit < totalmem() ? limit : totalmem();
    // The measured limit also includes the young generation and a constant part.
    expect(heapMb(imageFlags()) / ((allowed / 1048576) * 0.38)).toBeCloseTo(1, 1);
  });
});
