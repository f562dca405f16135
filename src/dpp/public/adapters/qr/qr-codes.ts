import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

const KEPT = 500;

/** Codes that were drawn, those asked for lately kept: a code depends on its text alone. Each form is drawn when it is asked for. */
@Injectable()
export class QrCodes {
  private readonly svgs = new LRUCache<string, string>({ max: KEPT });
  private readonly pngs = new LRUCache<string, Buffer>({ max: KEPT });

  svg(text: string): Promise<string> {
    return kept(this.svgs, text, async () => (await import('./qr-code.js')).drawSvg(text));
  }

  png(text: string): Promise<Buffer> {
    return kept(this.pngs, text, async () => (await import('./qr-code.js')).drawPng(text));
  }
}

/** The packages that draw and read codes take megabytes: they are loaded with the first code. */
const kept = async <T extends string | Buffer>(
  codes: LRUCache<string, T>,
  text: string,
  draw: () => Promise<T>,
): Promise<T> => {
  const known = codes.get(text) ?? (await draw());
  codes.set(text, known);
  return known;
};
