import { cutOut, pdfPages } from '../../../../../test/support/pdf-pages.js';
import { scanned } from '../../../../../test/support/scanner.js';
import { readableModules } from '../../../../../libs/codes/index.js';
import { labelSheet } from '../../domain/label-sheet.js';
import type { Label } from '../../domain/label-text.js';
import { labelPdf, textSetter } from './label-pdf.js';

const MM = 72 / 25.4;

const label = (fields: Partial<Label>): Label => ({
  target: 'https://id.example/01/09524000010018/21/S-1',
  name: { en: 'Battery of a bicycle, with a name that is longer than any label' },
  sku: 'BAT-1',
  gtin: '09524000010018',
  batch: null,
  serial: null,
  ...fields,
});

const printed = async (size: number, perPage: number | null, labels: readonly Label[]) => {
  const sheet = labelSheet(size, perPage);
  if (!('corners' in sheet)) throw new Error('so many fit');
  const { room, set } = await textSetter(sheet);
  const texts = labels.map(set);
  const pieces: Uint8Array[] = [];
  const createdAt = new Date('2027-02-18T00:00:00Z');
  for await (const piece of labelPdf({ sheet, labels: texts, codeOf: readableModules, createdAt })) pieces.push(piece);
  return { sheet, room, texts, pages: await pdfPages(Buffer.concat(pieces)) };
};

describe('labels as PDF (passports.md, "Labels")', () => {
  it.each<[number, number | null]>([
    [10, null],
    [15, null],
    [25, null],
    [25, 24],
    [40, 2],
  ])('of %s mm, %s per page, show serial numbers and batches of 20 wide characters in full', async (size, perPage) => {
    const serials = ['1', '2', '3'].map((last) => `${'W'.repeat(19)}${last}`);
    const labels = serials.map((serial) => label({ serial, batch: '%'.repeat(20) }));
    const { sheet, room, texts, pages } = await printed(size, perPage, labels);
    const shown = pages.flatMap((page) => page.texts);
    const all = shown.map(({ text }) => text).join('');
    for (const serial of serials) expect(all).toContain(`(21) ${serial}`);
    expect(all.split(`(10) ${'%'.repeat(20)}`)).toHaveLength(4);
    expect(Math.min(...shown.map((one) => one.size))).toBeGreaterThanOrEqual(5);
    for (const { text } of texts) expect(text.height).toBeLessThanOrEqual(room);
    const rights = sheet.corners.map(({ x }) => (x + sheet.label.width) * MM + 0.01);
    const lefts = sheet.corners.map(({ x }) => x * MM);
    for (const { text, right } of shown)
      expect([text, rights.some((edge, at) => right <= edge && right > (lefts[at] ?? 0))]).toEqual([text, true]);
    expect(shown.filter(({ text }) => text.endsWith('…')).length).toBeLessThanOrEqual(labels.length);
  });

  it('show consecutive serial numbers of 20 digits in full', async () => {
    const serials = ['00000000000000000001', '00000000000000000002'];
    const { pages } = await printed(
      10,
      null,
      serials.map((serial) => label({ serial })),
    );
    const texts = pages.flatMap((page) => page.texts.map(({ text }) => text)).join('');
    for (const serial of serials) expect(texts).toContain(`(21) ${serial}`);
  });

  it('contain codes that an independent reader can scan', async () => {
    const target = 'https://id.example/01/09524000010018/21/W%2F1';
    const { sheet, pages } = await printed(25, 4, [label({}), label({ target })]);
    const { x, y } = sheet.corners[1] ?? { x: 0, y: 0 };
    expect(await scanned(pages[0] ? cutOut(pages[0], x, y, 25) : Buffer.alloc(0))).toMatchObject([{ text: target }]);
  });
});
