import { readFileSync } from 'node:fs';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

// Read from the package, which would otherwise download its program.
const program = readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(program).buffer } });

export interface Scanned {
  readonly format: string;
  readonly text: string;
  /** Decoded bytes, including element separators. */
  readonly said: string;
  readonly contentType: string;
  readonly ecLevel: string;
}

/** All codes that an independent scanner finds in a picture. */
export const scanned = async (png: Uint8Array): Promise<readonly Scanned[]> =>
  (await readBarcodes(new Uint8Array(png), { tryHarder: true })).map((found) => ({
    format: found.format,
    text: found.text,
    said: Buffer.from(found.bytes).toString('latin1'),
    contentType: found.contentType,
    ecLevel: found.ecLevel,
  }));

/** The content of a picture with a single code, decoded by the server's own reader. */
export const saidByPng = (bytes: Buffer): string | undefined => {
  const { data, width, height } = PNG.sync.read(bytes);
  return jsQR(new Uint8ClampedArray(data), width, height, { inversionAttempts: 'dontInvert' })?.data;
};
