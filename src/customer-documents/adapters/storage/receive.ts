import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { Draft } from '../../ports/blob-store.js';

/** Writes the bytes to an open file, and returns the draft. */
export const receive = async (bytes: AsyncIterable<Uint8Array>, file: FileHandle): Promise<Draft> => {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of bytes) {
    hash.update(chunk);
    for (let done = 0; done < chunk.length;) {
      const { bytesWritten } = await file.write(chunk, done, chunk.length - done, size + done);
      done += bytesWritten;
    }
    size += chunk.length;
  }
  return { size, sha256: hash.digest('hex'), read: (position, length) => readFrom(file, position, length) };
};

const readFrom = async (file: FileHandle, position: number, length: number): Promise<Uint8Array> => {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
};
