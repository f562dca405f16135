import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSecretKeys } from '../../libs/config/index.js';
import type { SecretKeySource } from '../../libs/manifest/index.js';
import { storedKeys, temporaryKeys } from './secrets-key.js';

const NONE: ReadonlySet<string> = new Set();

describe('generated encryption keys (access.md, "Encryption keys")', () => {
  let folder: string;
  let database: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kontor-keys-'));
    database = join(folder, 'kontor.sqlite');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const idsOf = (source: SecretKeySource): readonly string[] =>
    (readSecretKeys(source.read() ?? '') ?? []).map(({ id }) => id);

  describe.each([
    ['in a file', () => storedKeys(database)],
    ['in memory', temporaryKeys],
  ])('%s', (_, open) => {
    const made = (count: number): { readonly source: SecretKeySource; readonly ids: readonly string[] } => {
      const source = open();
      const ids: string[] = [];
      for (let left = count; left > 0; left -= 1) {
        source.make?.();
        ids.unshift(idsOf(source)[0] ?? '');
      }
      return { source, ids };
    };

    it('do not exist until one is created', () => expect(open().read()).toBeUndefined());

    it('are all kept when new ones are created, because secrets may use them', () => {
      const { source, ids } = made(4);
      expect(new Set(ids).size).toBe(4);
      expect(idsOf(source)).toEqual(ids);
    });

    it('are dropped if unused, except the two newest', () => {
      const { source, ids } = made(5);
      const [newest, before, , needed] = ids as [string, string, string, string];
      source.dropBut?.(new Set([needed]));
      expect(idsOf(source)).toEqual([newest, before, needed]);
      source.dropBut?.(NONE);
      expect(idsOf(source)).toEqual([newest, before]);
    });

    it('are not created by dropBut()', () => {
      const source = open();
      source.dropBut?.(NONE);
      expect(source.read()).toBeUndefined();
    });
  });

  it('are stored in a single file that only its owner can read', () => {
    const source = storedKeys(database);
    for (let left = 3; left > 0; left -= 1) source.make?.();
    source.dropBut?.(NONE);
    expect(readdirSync(folder)).toEqual(['kontor.sqlite.secrets-key']);
    expect(statSync(`${database}.secrets-key`).mode & 0o777).toBe(0o600);
  });

  it('are recognized with any mix of commas and white space between them', () => {
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name, index) => `${name}:${String(index).repeat(64)}`);
    writeFileSync(`${database}.secrets-key`, `, ${a},\n\n${b} ${c},${d}\n`);
    const source = storedKeys(database);
    source.dropBut?.(new Set(['d']));
    expect(idsOf(source)).toEqual(['a', 'b', 'd']);
  });

  it('are left unchanged if the file contains an invalid key', () => {
    const source = storedKeys(database);
    const text = `${'ab'.repeat(32)}\n${'cd'.repeat(32)}\nno key\n`;
    writeFileSync(`${database}.secrets-key`, text);
    source.dropBut?.(NONE);
    expect(readFileSync(`${database}.secrets-key`, 'utf8')).toBe(text);
  });
});
