import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { totalmem } from 'node:os';
import { nodeFlags } from '../bench/processes.js';
import { imageFlags } from '../support/container.js';

const root = join(__dirname, '..', '..');

/** Runs lines in a process of its own; answers which packages it has loaded then. */
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

/** What few need, and takes megabytes and a good part of a second. */
const HEAVY = ['@aws-sdk/client-s3', 'jsonld', 'undici', 'jsqr', 'pngjs', 'qrcode', 'mysql2'];
const GRAPHQL = ['@nestjs/graphql', '@nestjs/apollo', '@apollo/server'];

describe('what a process loads', () => {
  it('is for a command neither what few need nor GraphQL', () => {
    const loaded = loadedBy("appModule(readSettings({}, ROOMS), 'command');");
    expect(loaded).toContain('@nestjs/common');
    expect([...HEAVY, ...GRAPHQL].filter((name) => loaded.has(name))).toEqual([]);
  });

  it('is for a server GraphQL too, if passports are installed', () => {
    const loaded = loadedBy("await Promise.all(appModule(readSettings({}, ROOMS), 'server').imports);");
    expect(GRAPHQL.filter((name) => loaded.has(name))).toEqual(GRAPHQL);
    expect(HEAVY.filter((name) => loaded.has(name))).toEqual([]);
  });

  it('is no GraphQL for a server without passports', () => {
    const settings = "Object.assign(readSettings({}, ROOMS), { ADD_ONS: ['pricing-list', 'pricing-calc'] })";
    const loaded = loadedBy(`await Promise.all(appModule(${settings}, 'server').imports);`);
    expect(GRAPHQL.filter((name) => loaded.has(name))).toEqual([]);
  });

  it.each([
    ['file:var/files', false],
    ['s3://bucket/documents', true],
  ])('is with the storage %s the client of object storage: %s', (url, isLoaded) => {
    const loaded = loadedBy(
      `await require('./src/customer-documents/adapters/storage/store-of.ts').storeOf('${url}');`,
    );
    expect(loaded.has('@aws-sdk/client-s3')).toBe(isLoaded);
  });

  it.each([
    ['sqlite::memory:', false],
    ['mysql://127.0.0.1:1/none', true],
  ])('is with the database %s the driver of MariaDB: %s', (url, isLoaded) => {
    const loaded = loadedBy(
      `await require('./libs/database/persistence.ts').openDatabase('${url}').then((all) => all.close(), () => undefined);`,
    );
    expect(loaded.has('mysql2')).toBe(isLoaded);
  });
});

/** Makes so many short-lived objects that their space grows as far as it may; answers its size in MB. */
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

describe('the space for short-lived objects', () => {
  it('is bounded by what npm start gives to Node', () => {
    const bounded = youngSpace(nodeFlags());
    expect(bounded).toBeGreaterThan(0);
    // Two halves of 16 MB, and the page that is being begun.
    expect(bounded).toBeLessThanOrEqual(33);
    expect(youngSpace([])).toBeGreaterThan(33);
  });

  it('is bounded in the image more tightly, for small containers', () => {
    // Two halves of 4 MB, and the page that is being begun.
    expect(youngSpace(imageFlags())).toBeLessThanOrEqual(9);
  });
});

describe('the heap in the image', () => {
  it('is 38 % of the memory that the process may have', () => {
    const program = "process.stdout.write(String(require('node:v8').getHeapStatistics().heap_size_limit / 1048576))";
    const heapMb = (flags: readonly string[]): number =>
      Number(spawnSync(process.execPath, [...flags, '-e', program], { encoding: 'utf8' }).stdout);
    const share = imageFlags().find((flag) => flag.startsWith('--max-old-space-size-percentage='));
    expect(share).toBe('--max-old-space-size-percentage=38');
    const limit = process.constrainedMemory();
    const allowed = limit > 0 && limit < totalmem() ? limit : totalmem();
    // What is young and what is always there comes on top.
    expect(heapMb(imageFlags()) / ((allowed / 1048576) * 0.38)).toBeCloseTo(1, 1);
  });
});
