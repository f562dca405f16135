import fc from 'fast-check';
import { saidByPng, scanned } from '../../test/support/scanner.js';
import { dataMatrix, type ElementString } from './data-matrix.js';
import { pngOf } from './png.js';
import { pictureFault, pictureSize } from './code-modules.js';
import { drawPng, drawSvg, type QrForm, readableModules } from './qr-code.js';
import { drawnBySvg, svgOf } from './svg.js';

const SIGNS = '!"%&\'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
const gs1Text = fc.string({ unit: fc.constantFrom(...SIGNS), minLength: 1, maxLength: 20 });
const LINK = 'https://id.shop.example/01/04006381333931/21/S%2F1';
const SCREEN = { pixelsOfModule: 4, pixelsPerMetre: 4000 };

describe('an independent scanner', () => {
  const forms = (['L', 'M', 'Q', 'H'] as const).flatMap((level) => [4, 10].map((quiet): QrForm => ({ level, quiet })));

  it.each(forms)('reads a QR code drawn with %j', async (form) => {
    const [png] = [drawPng(LINK, form)];
    expect(await scanned(png)).toMatchObject([{ format: 'QRCode', text: LINK, ecLevel: form.level }]);
    const svg = drawSvg(LINK, form, 0.4);
    expect(await scanned(pngOf(drawnBySvg(svg), SCREEN))).toMatchObject([{ text: LINK }]);
  });

  it('reads a Data Matrix of any link', async () => {
    await fc.assert(
      fc.asyncProperty(gs1Text, async (serial) => {
        const text = `https://id.shop.example/01/04006381333931/21/${encodeURIComponent(serial)}`;
        const code = await dataMatrix(text);
        expect(await scanned(pngOf(code, SCREEN))).toMatchObject([{ format: 'DataMatrix', text }]);
        expect(drawnBySvg(svgOf(code)).size).toBe(code.size);
      }),
      { numRuns: 15 },
    );
  });

  it('reads a Data Matrix of the longest address', async () => {
    const text = `https://id.shop.example/${'x%2F-'.repeat(195)}`;
    expect(await scanned(pngOf(await dataMatrix(text), SCREEN))).toMatchObject([{ text }]);
  });

  it('reads a GS1 DataMatrix with any characters in batch and serial number', async () => {
    await fc.assert(
      fc.asyncProperty(gs1Text, gs1Text, async (batch, serial) => {
        const elements: ElementString = [
          ['01', '04006381333931', true],
          ['10', batch, false],
          ['21', serial, false],
        ];
        const [found] = await scanned(pngOf(await dataMatrix(elements), SCREEN));
        expect([found?.format, found?.contentType]).toEqual(['DataMatrix', 'GS1']);
        expect(found?.said).toBe(`010400638133393110${batch}\u001d21${serial}`);
      }),
      { numRuns: 15 },
    );
  });
});

describe('the printed size', () => {
  const densityOf = (png: Buffer): number => png.readUInt32BE(png.indexOf('pHYs') + 4);

  it('of an SVG is that of its modules, in millimetres', () => {
    const { size } = readableModules(LINK, { quiet: 6 });
    const [, width, height] = /width="([\d.]+)mm" height="([\d.]+)mm"/.exec(drawSvg(LINK, { quiet: 6 }, 0.396)) ?? [];
    expect([Number(width), Number(height)]).toEqual([Number((size * 0.396).toFixed(3)), Number(width)]);
  });

  it('of a PNG is within 0.1 % of that size at any resolution', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 5, noNaN: true }), fc.integer({ min: 72, max: 2400 }), (moduleMm, dpi) => {
        const size = pictureSize(moduleMm, dpi);
        const printed = (size.pixelsOfModule / size.pixelsPerMetre) * 1000;
        expect(Math.abs(printed - moduleMm) / moduleMm).toBeLessThan(0.001);
      }),
    );
    const png = drawPng(LINK, {}, pictureSize(0.5, 300));
    const { size } = readableModules(LINK);
    expect([png.readUInt32BE(16), densityOf(png)]).toEqual([size * 6, 12_000]);
    expect(saidByPng(png)).toBe(LINK);
  });

  it('is rejected if a module has under two pixels or the picture too many', () => {
    const code = readableModules(LINK);
    expect(pictureFault(code, pictureSize(0.1, 300))).toBe('coarse');
    expect(pictureFault(code, pictureSize(5, 1200))).toBe('large');
    expect(pictureFault(code, pictureSize(0.5, 600))).toBeUndefined();
  });

  it('includes the requested quiet zone, and equal texts draw equal bytes', async () => {
    const bare = drawnBySvg(drawSvg(LINK, { quiet: 4 })).size;
    expect(drawnBySvg(drawSvg(LINK, { quiet: 20 })).size).toBe(bare + 32);
    expect((await dataMatrix(LINK, 5)).size).toBe((await dataMatrix(LINK, 1)).size + 8);
    expect(drawPng(LINK).equals(drawPng(LINK))).toBe(true);
  });
});
