import fc from 'fast-check';
import { saidByPng } from '../../test/support/scanner.js';
import { drawPng, drawSvg, decodeSvg } from './qr-code.js';

const SIGNS = '!"%&\'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
const gs1Text = fc.string({ unit: fc.constantFrom(...SIGNS), minLength: 1, maxLength: 20 });

describe('the QR code', () => {
  it.each([
    'https://shop.example/dpp/6f1c2b1e-8f0a-4c57-9d3b-0c8f3f3f8a10',
    'https://shop.example/01/04006381333931',
    `https://${'long.'.repeat(40)}example/01/04006381333931/10/${'%2F'.repeat(20)}/21/${'%3A'.repeat(20)}`,
  ])('of %s contains exactly that text, as SVG and PNG', (text) => {
    const [svg, png] = [drawSvg(text), drawPng(text)];
    expect([decodeSvg(svg), saidByPng(png)]).toEqual([text, text]);
  });

  it('can contain any link to a product', () => {
    fc.assert(
      fc.property(fc.option(gs1Text), fc.option(gs1Text), (batch, serial) => {
        const keys = [batch && `/10/${encodeURIComponent(batch)}`, serial && `/21/${encodeURIComponent(serial)}`];
        const text = `https://id.shop.example/01/04006381333931${keys.filter((key) => key !== null).join('')}`;
        // drawSvg decodes its own drawing and throws if that fails.
        expect(drawSvg(text)).toContain('<path');
      }),
      { numRuns: 10 },
    );
  });

  it('has the same bytes each time', () => {
    const text = 'https://shop.example/x';
    expect(drawSvg(text)).toBe(drawSvg(text));
    expect(drawPng(text).equals(drawPng(text))).toBe(true);
  });

  it('has a quiet zone of four modules', () => {
    const svg = drawSvg('https://shop.example/x');
    const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
    for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1/g)) {
      expect(Number(x)).toBeGreaterThanOrEqual(4);
      expect(Number(y)).toBeGreaterThanOrEqual(4);
      expect(Number(x) + Number(length)).toBeLessThanOrEqual(size - 4);
    }
  });

  it('cannot be decoded from a damaged drawing', () => {
    const svg = drawSvg('https://shop.example/x');
    const cut = svg.replace(/M\d+ (?:4|5|6|7|8)h[^z]+z/g, '');
    expect(decodeSvg(cut)).toBeUndefined();
  });
});
