import fc from 'fast-check';
import { CAPTION, labelSheet, type LabelSheet } from './label-sheet.js';

const sheet = (size: number, perPage: number | null): LabelSheet => {
  const made = labelSheet(size, perPage);
  if (!('corners' in made)) throw new Error(JSON.stringify(made));
  return made;
};

describe('labelSheet', () => {
  it.each<[number, number | null, number, number]>([
    [20, null, 6, 8],
    [20, 24, 6, 4],
    [20, 1, 1, 1],
    [60, null, 3, 3],
    [60, 7, 3, 3],
    [180, null, 1, 1],
  ])('fits codes of %s mm, %s per page, into %s columns and %s rows', (size, perPage, columns, rows) => {
    const { corners } = sheet(size, perPage);
    expect([new Set(corners.map(({ x }) => x)).size, new Set(corners.map(({ y }) => y)).size]).toEqual([columns, rows]);
    expect(corners).toHaveLength(perPage ?? columns * rows);
  });

  it('reports how many labels fit if more are requested', () => {
    expect(labelSheet(60, 10)).toEqual(
      expect.objectContaining({
        field: 'per_page',
        parameters: { fieldName: 'per_page', perPage: 10, most: 9, size: 60 },
      }),
    );
  });

  it('places labels within the page, without overlap, and large enough for their content', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 8, max: 180, noNaN: true }),
        fc.option(fc.integer({ min: 1, max: 60 })),
        (size, perPage) => {
          const made = labelSheet(size, perPage);
          if (!('corners' in made)) return;
          const { page, label, corners } = made;
          expect(label.width).toBeGreaterThanOrEqual(Math.max(size, CAPTION.width) - 1e-9);
          expect(label.height).toBeGreaterThanOrEqual(size + CAPTION.height - 1e-9);
          for (const { x, y } of corners) {
            expect(Math.min(x, y)).toBeGreaterThanOrEqual(8);
            expect(x + label.width).toBeLessThanOrEqual(page.width - 8 + 1e-9);
            expect(y + label.height).toBeLessThanOrEqual(page.height - 8 + 1e-9);
          }
          for (const [index, one] of corners.entries())
            for (const other of corners.slice(index + 1))
              expect(Math.abs(one.x - other.x) >= label.width || Math.abs(one.y - other.y) >= label.height).toBe(true);
        },
      ),
    );
  });
});
