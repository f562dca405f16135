import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { isBad, type Cell } from '../../domain/source-row.js';
import { CsvExportFolder, FolderRefused } from './csv-export-folder.js';
import { CsvFolder } from './csv-files.js';

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'kontor-folder-'));
  folder = join(parent, 'export');
});
afterEach(() => rmSync(parent, { recursive: true }));

async function* batches(
  ...rows: readonly (readonly (readonly Cell[])[])[]
): AsyncGenerator<readonly (readonly Cell[])[]> {
  for (const batch of rows) yield await Promise.resolve(batch);
}

async function* broken(): AsyncGenerator<readonly (readonly Cell[])[]> {
  yield await Promise.resolve([['1']]);
  throw new Error('killed');
}

describe('an export folder', () => {
  it('does not exist until it is complete', async () => {
    const sink = await CsvExportFolder.begin(folder);
    await sink.write('a.csv', ['x', 'y'], batches([['1', null]], [['', '=1+1']]));
    await sink.keep('files/ab/c.pdf', (take) =>
      take(
        (async function* () {
          yield await Promise.resolve(Buffer.from('bytes'));
        })(),
      ),
    );
    expect(existsSync(folder)).toBe(false);
    await sink.finish();
    expect(readFileSync(join(folder, 'a.csv'), 'utf8')).toBe('x,y\n1,\n"",=1+1\n');
    expect(readFileSync(join(folder, 'files/ab/c.pdf'), 'utf8')).toBe('bytes');
    expect(readdirSync(parent)).toEqual(['export']);
  });

  it('has no final name after an aborted export', async () => {
    const sink = await CsvExportFolder.begin(folder);
    await expect(sink.write('a.csv', ['x'], broken())).rejects.toThrow('killed');
    expect(readdirSync(parent)).toEqual([expect.stringMatching(/^\.export\.[0-9a-f]{12}\.partial$/)]);
    await sink.abandon();
    expect(readdirSync(parent)).toEqual([]);
  });

  it('replaces an empty folder and nothing else', async () => {
    mkdirSync(folder);
    const sink = await CsvExportFolder.begin(folder);
    const late = await CsvExportFolder.begin(folder);
    await sink.write('a.csv', ['x'], batches());
    await sink.finish();
    expect(readdirSync(folder)).toEqual(['a.csv']);
    await expect(late.finish()).rejects.toThrow(FolderRefused);
    await late.abandon();
    await expect(CsvExportFolder.begin(folder)).rejects.toThrow(
      'already exists and is not empty; choose another folder',
    );
    writeFileSync(join(parent, 'file'), '');
    await expect(CsvExportFolder.begin(join(parent, 'file'))).rejects.toThrow('not a folder');
    const away = join(parent, 'not-mounted');
    await expect(CsvExportFolder.begin(join(away, 'all'))).rejects.toThrow(`the folder ${away} does not exist`);
    expect(existsSync(away)).toBe(false);
    expect(readFileSync(join(folder, 'a.csv'), 'utf8')).toBe('x\n');
  });

  it('overwrites a file that is written again, as a repeated snapshot does', async () => {
    const sink = await CsvExportFolder.begin(folder);
    await sink.write('a.csv', ['x'], batches([['1'], ['2']]));
    await sink.write('a.csv', ['x'], batches([['3']]));
    await sink.finish();
    expect(readFileSync(join(folder, 'a.csv'), 'utf8')).toBe('x\n3\n');
  });

  it('prefixes formulas with an apostrophe for spreadsheets only', async () => {
    const cells = [['=1+1', '-4.95', '@SUM(A1)', 'plain']];
    for (const [name, forSpreadsheets] of [
      ['plain', false],
      ['sheets', true],
    ] as const) {
      const sink = await CsvExportFolder.begin(join(parent, name), { forSpreadsheets });
      await sink.write('a.csv', ['w', 'x', 'y', 'z'], batches(cells));
      await sink.finish();
    }
    expect(readFileSync(join(parent, 'plain', 'a.csv'), 'utf8')).toBe('w,x,y,z\n=1+1,-4.95,@SUM(A1),plain\n');
    expect(readFileSync(join(parent, 'sheets', 'a.csv'), 'utf8')).toBe("w,x,y,z\n'=1+1,-4.95,'@SUM(A1),plain\n");
  });

  it.each([false, true])('reads back every cell as it was written (for spreadsheets: %s)', async (forSpreadsheets) => {
    const text = fc.oneof(
      fc.constantFrom(
        '',
        '"',
        '""',
        ',',
        '\n',
        '\r',
        '\r\n',
        '\uFEFF',
        '\uFFFD',
        '=1+1',
        "'",
        "'=1",
        '-1+1',
        '-4.95',
        ' ',
        '\t',
        '#',
        '\\"',
      ),
      fc.string({ unit: 'binary' }),
    );
    const rows = fc.array(fc.tuple(fc.option(text), fc.option(text), fc.constant('end')), {
      maxLength: 300,
      size: 'max',
    });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(rows, async (cells) => {
        const path = join(parent, String((run += 1)));
        const sink = await CsvExportFolder.begin(path, { forSpreadsheets });
        await sink.write('a.csv', ['x', 'y', 'z'], batches(cells));
        await sink.finish();
        const read: (readonly Cell[])[] = [];
        for await (const row of new CsvFolder(path, { forSpreadsheets }).rowsOf('a.csv', {
          required: ['x', 'y', 'z'],
        })) {
          if (isBad(row)) throw new Error(row.reason);
          read.push(['x', 'y', 'z'].map((name) => (row.blank.has(name) ? null : (row.values[name] ?? null))));
        }
        expect(read).toEqual(cells);
      }),
      // Each run syncs to the disk.
      { numRuns: 8 },
    );
  });
});
