import { readFileSync } from 'node:fs';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

// By itself the package would fetch its program from the network.
const program = readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(program).buffer } });

export interface Scanned {
  readonly format: string;
  readonly text: string;
  /** Its bytes, separators of elements among them. */
  readonly said: string;
  readonly contentType: string;
  readonly ecLevel: string;
}

/** What a scanner that isn't ours finds in a picture. */
export const scanned = async (png: Uint8Array): Promise<readonly Scanned[]> =>
  (await readBarcodes(new Uint8Array(png), { tryHarder: true })).map((found) => ({
    format: found.format,
    text: found.text,
    said: Buffer.from(found.bytes).toString('latin1'),
    contentType: found.contentType,
    ecLevel: found.ecLevel,
  }));

/** What a picture of one code alone says, by the reader of the server. */
export const saidByPng = (bytes: Buffer): string | undefined => {
  const { data, width, height } = PNG.sync.read(bytes);
  return jsQR(new Uint8ClampedArray(data), width, height, { inversionAttempts: 'dontInvert' })?.data;
};
