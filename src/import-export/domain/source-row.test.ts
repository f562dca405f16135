import fc from 'fast-check';
import { guardedCell, unguardedCell } from './source-row.js';

describe('a cell for spreadsheets', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+cmd', "'+cmd"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', "'\r=1"],
    ["'=1", "''=1"],
    ['-4.95', '-4.95'],
    ['4.95', '4.95'],
    ["O'Hara", "O'Hara"],
    ["'quoted'", "'quoted'"],
    ['{"a":"=1"}', '{"a":"=1"}'],
    ['', ''],
    [null, null],
  ])('with %j is written as %j and read back', (cell, written) => {
    expect(guardedCell(cell)).toBe(written);
    expect(unguardedCell(written)).toBe(cell);
  });

  it('keeps an apostrophe that the export did not add', () => {
    for (const cell of ["'tis", "'-5", "'", "''"]) expect(unguardedCell(cell)).toBe(cell);
  });

  const letter = fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', '1', '.', 'a', ' ', ',', '"');
  const text = fc.oneof(
    fc.string(),
    fc.array(letter, { maxLength: 6 }).map((letters) => letters.join('')),
  );

  it('never starts a formula and is always read back unchanged', () => {
    fc.assert(
      fc.property(text, (cell) => {
        const written = guardedCell(cell) ?? '';
        expect(unguardedCell(written)).toBe(cell);
        expect(/^[=+\-@\t\r\n]/.test(written) && !/^[+-][\d.]+$/.test(written)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });
});
