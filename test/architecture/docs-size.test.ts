import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const README_LINES = 110;
const PAGES_WORDS = 40_000;
const RECORD_WORDS = 500;

const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const markdownIn = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder))
    .filter((file) => file.endsWith('.md'))
    .sort();

/** Counts lines as `wc -l` does. */
const linesOf = (text: string): number => text.split('\n').length - 1;
/** Counts words as `wc -w` does. */
const wordsOf = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;

const RECORDS = markdownIn('docs/adr').filter((file) => file !== 'README.md');

/** The numbers of decision records that are missing below the highest one. */
const gapsIn = (files: readonly string[]): readonly number[] => {
  const numbers = new Set(files.map((file) => Number(file.slice(0, 4))));
  return Array.from({ length: Math.max(0, ...numbers) }, (_, index) => index + 1).filter((one) => !numbers.has(one));
};

describe('documentation size', () => {
  it(`limits README.md to ${README_LINES} lines`, () => {
    expect(linesOf(textOf('README.md'))).toBeLessThanOrEqual(README_LINES);
  });

  it(`limits the pages in docs/ to ${PAGES_WORDS} words in total`, () => {
    const words = markdownIn('docs').map((file) => wordsOf(textOf(`docs/${file}`)));
    expect(words.length).toBeGreaterThan(20);
    expect(words.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(PAGES_WORDS);
  });

  it(`limits each decision record to ${RECORD_WORDS} words`, () => {
    expect(RECORDS.length).toBeGreaterThan(50);
    expect(RECORDS.filter((file) => wordsOf(textOf(`docs/adr/${file}`)) > RECORD_WORDS)).toEqual([]);
  });
});

describe('docs/adr/README.md', () => {
  const [topics = '', missing = ''] = textOf('docs/adr/README.md').split('## Numbers without a record');
  const entries = [...topics.matchAll(/^- \[(\d+)\]\(([\w-]+\.md)\): /gm)].map(([, number = '', file = '']) => ({
    number: Number(number),
    file,
  }));

  it('lists each decision record once, by its number', () => {
    expect(entries.map(({ file }) => file).sort()).toEqual(RECORDS);
    expect(entries.filter(({ number, file }) => number !== Number(file.slice(0, 4)))).toEqual([]);
  });

  it('explains each number that has no record, and no other', () => {
    const explained = [...missing.matchAll(/^- (\d+) /gm)].map(([, number]) => Number(number));
    expect(explained).toEqual(gapsIn(RECORDS));
  });

  it('has its gaps detected when a record is removed', () => {
    expect(gapsIn(['0001', '0003', '0005'])).toEqual([2, 4]);
  });

  it('lists no number twice', () => {
    const numbers = RECORDS.map((file) => file.slice(0, 4));
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  });
});
