import { Injectable } from '@nestjs/common';
import { create as contentDisposition } from 'content-disposition';
import type { Request, Response } from 'express';
import { NoSuchEntity } from '../../../../libs/kernel/index.js';
import { type SentBytes, serveBytes } from '../../../../libs/web/index.js';
import { ReadFile } from '../../application/read-file.js';

interface ServeFileOptions {
  /** Additional headers; `Cache-Control` defaults to `private, no-cache`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Serves the file only if it has this hash, else throws `NoSuchEntity`. */
  readonly sha256?: string;
  /** Called before the first byte with the number of bytes to send. An error it throws becomes the response. */
  readonly before?: (bytes: number) => Promise<void>;
}

/** Closes a stream that will not be read. */
const letGo = async (bytes: AsyncIterable<Uint8Array>): Promise<void> => {
  const reading = bytes[Symbol.asyncIterator]();
  // A generator that has not started cannot be closed.
  await reading.next();
  await reading.return?.();
};

/** Sends the file of a document to administrators, customers and link holders alike (documents-files.md, "Download"). */
@Injectable()
export class ServeFile {
  constructor(private readonly files: ReadFile) {}

  /**
   * Streams the bytes. The caller has checked access before. Resolves with the bytes sent when all are sent or the
   * client has disconnected. Throws `NoSuchEntity` if the document has no file.
   */
  serve(
    request: Request,
    response: Response,
    documentId: number,
    { headers = {}, sha256, before }: ServeFileOptions = {},
  ): Promise<SentBytes> {
    return this.files.read(documentId, (file, open) => {
      if (sha256 !== undefined && file.sha256 !== sha256) throw new NoSuchEntity('documentId', documentId);
      return serveBytes(request, response, {
        size: file.size,
        etag: `"${file.sha256}"`,
        type: file.mimeType,
        headers: {
          'Content-Disposition': contentDisposition(file.name),
          'Cache-Control': 'private, no-cache',
          ...headers,
        },
        // The bytes are opened first, so that a concurrent replacement or deletion has no effect.
        open: async (range) => {
          const bytes = await open(range);
          try {
            await before?.(range ? range.last - range.first + 1 : file.size);
          } catch (error) {
            await letGo(bytes);
            throw error;
          }
          return bytes;
        },
      });
    });
  }
}
