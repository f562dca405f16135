import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeNew } from './output-file.js';

describe('writeNew', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-output-'));
  const file = join(folder, 'file');
  afterAll(() => rmSync(folder, { recursive: true }));

  const pieces = async function* (...texts: readonly string[]): AsyncGenerator<string> {
    for (const text of texts) {
      await Promise.resolve();
      if (text === 'fails') throw new Error('the source failed');
      yield text;
    }
  };

  it('removes the file if the source fails', async () => {
    await expect(writeNew(file, pieces('a', 'fails'))).rejects.toThrow('the source failed');
    expect(existsSync(file)).toBe(false);
  });

  it('writes the whole file and never replaces an existing one', async () => {
    await writeNew(file, pieces('a', 'b'));
    await expect(writeNew(file, pieces('c'))).rejects.toThrow(`${file} already exists. Choose another path.`);
    expect(readFileSync(file, 'utf8')).toBe('ab');
  });
});
