import { crc32, deflateSync, inflateSync } from 'node:zlib';
import type { CodeModules, PictureSize } from './code-modules.js';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** PNG unit specifier: pixels per meter. */
const IN_METRES = 1;

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
};

const header = (width: number, height: number): Buffer => {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  // One bit per pixel, grayscale, no row filters, not interlaced.
  data.writeUInt8(1, 8);
  return data;
};

const density = (perMetre: number): Buffer => {
  const data = Buffer.alloc(9);
  data.writeUInt32BE(perMetre, 0);
  data.writeUInt32BE(perMetre, 4);
  data.writeUInt8(IN_METRES, 8);
  return data;
};

/** Bytes of a row: one for its filter, then one bit per pixel. */
const strideOf = (edge: number): number => 1 + Math.ceil(edge / 8);

/** A PNG image of a code, with one bit per pixel. PNG packages support neither that depth nor a print size. */
export const pngOf = ({ size, isDark }: CodeModules, { pixelsOfModule, pixelsPerMetre }: PictureSize): Buffer => {
  const edge = size * pixelsOfModule;
  const stride = strideOf(edge);
  const rows: Buffer[] = [];
  for (let row = 0; row < size; row += 1) {
    const line = Buffer.alloc(stride, 0xff).fill(0, 0, 1);
    for (let x = 0; x < edge; x += 1) {
      if (!isDark(row, Math.floor(x / pixelsOfModule))) continue;
      const byte = 1 + (x >> 3);
      line.writeUInt8(line.readUInt8(byte) & ~(0x80 >> (x & 7)), byte);
    }
    for (let repeat = 0; repeat < pixelsOfModule; repeat += 1) rows.push(line);
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header(edge, edge)),
    chunk('pHYs', density(pixelsPerMetre)),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** The content of all chunks of this type. */
const held = (png: Buffer, type: string): Buffer => {
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === type) return png.subarray(at + 8, at + 8 + length);
    at += length + 12;
  }
  throw new Error(`the picture has no ${type}`);
};

/** Reads the modules back from an image made by `pngOf`. */
export const drawnByPng = (png: Buffer, pixelsOfModule: number): CodeModules => {
  const edge = held(png, 'IHDR').readUInt32BE(0);
  const rows = inflateSync(held(png, 'IDAT'));
  return {
    size: edge / pixelsOfModule,
    isDark: (row, column) => {
      const x = column * pixelsOfModule;
      const byte = rows.readUInt8(row * pixelsOfModule * strideOf(edge) + 1 + (x >> 3));
      return (byte & (0x80 >> (x & 7))) === 0;
    },
  };
};
