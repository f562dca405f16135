import { Injectable } from '@nestjs/common';
import type { QrCode } from './qr-code.js';

const KEPT = 500;

/** The packages that draw and read codes take megabytes: they are loaded with the first code. */
const drawn = async (text: string): Promise<QrCode> => (await import('./qr-code.js')).drawQrCode(text);

/** Codes that were drawn, the latest of them kept: a code depends on its text alone. */
@Injectable()
export class QrCodes {
  private readonly kept = new Map<string, QrCode>();

  async of(text: string): Promise<QrCode> {
    const known = this.kept.get(text) ?? (await drawn(text));
    this.kept.delete(text);
    this.kept.set(text, known);
    const [oldest] = this.kept.keys();
    if (this.kept.size > KEPT && oldest !== undefined) this.kept.delete(oldest);
    return known;
  }
}
