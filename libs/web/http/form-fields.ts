import { isUtf8 } from 'node:buffer';
import { Busboy } from '@fastify/busboy';
import { type CsvEncoding, InputRefused } from '../../kernel/index.js';
import { BodyRefused } from '../wire-errors.js';

const MALFORMED = 'Decoding error.';
const PARTS_MAX = 20;

const UTF_16 = [
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
] as const;

/** Decodes a part as UTF-16 if it has that byte order mark, else in its encoding. */
const textOf = (bytes: Buffer, encoding: CsvEncoding): string => {
  const [marked] = UTF_16.find(([, first, second]) => bytes[0] === first && bytes[1] === second) ?? [];
  if (marked !== undefined) return new TextDecoder(marked).decode(bytes);
  if (encoding === 'windows-1252') return new TextDecoder(encoding).decode(bytes);
  if (!isUtf8(bytes)) throw new BodyRefused(MALFORMED);
  return bytes.toString();
};

/** The parts of a `multipart/form-data` body as texts by name, including files. */
export const formFields = async (
  bytes: Buffer,
  contentType: string,
  encodingOf: (part: string) => CsvEncoding,
): Promise<ReadonlyMap<string, string>> => {
  const parts = new Map<string, Buffer>();
  const put = (name: string | undefined, part: Buffer): void => {
    if (name === undefined) throw new BodyRefused(MALFORMED);
    if (parts.has(name))
      throw InputRefused.sentence('The form contains the part "%fieldName" more than once. Send it once.', {
        fieldName: name,
      });
    parts.set(name, part);
  };
  await new Promise<void>((resolve, reject) => {
    const fail = (error: unknown): void => reject(error instanceof Error ? error : new BodyRefused(MALFORMED));
    const attempt = (work: () => void): void => {
      try {
        work();
      } catch (error) {
        fail(error);
      }
    };
    attempt(() => {
      const form = new Busboy({
        headers: { 'content-type': contentType },
        limits: { parts: PARTS_MAX, headerSize: 16 * 1024, headerPairs: 50 },
        // Other parts would be decoded as UTF-8.
        isPartAFile: () => true,
      });
      form.on('file', (name: string | undefined, stream) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
        stream.on('end', () => attempt(() => put(name, Buffer.concat(chunks))));
        stream.on('error', fail);
      });
      form.on('partsLimit', () => fail(new BodyRefused(MALFORMED)));
      form.on('error', () => fail(new BodyRefused(MALFORMED)));
      form.on('finish', resolve);
      form.end(bytes);
    });
  });
  return new Map([...parts].map(([name, part]) => [name, textOf(part, encodingOf(name))]));
};
