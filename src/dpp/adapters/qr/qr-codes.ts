import { Injectable } from '@nestjs/common';

const KEPT = 500;

/** Codes that were drawn, the latest of them kept: a code depends on its text alone. Each form is drawn when it is asked for. */
@Injectable()
export class QrCodes {
  private readonly svgs = new Map<string, string>();
  private readonly pngs = new Map<string, Buffer>();

  svg(text: string): Promise<string> {
    return kept(this.svgs, text, async () => (await import('./qr-code.js')).drawSvg(text));
  }

  png(text: string): Promise<Buffer> {
    return kept(this.pngs, text, async () => (await import('./qr-code.js')).drawPng(text));
  }
}

/** The packages that draw and read codes take megabytes: they are loaded with the first code. */
const kept = async <T>(codes: Map<string, T>, text: string, draw: () => Promise<T>): Promise<T> => {
  const known = codes.get(text) ?? (await draw());
  codes.delete(text);
  codes.set(text, known);
  const [oldest] = codes.keys();
  if (codes.size > KEPT && oldest !== undefined) codes.delete(oldest);
  return known;
};
