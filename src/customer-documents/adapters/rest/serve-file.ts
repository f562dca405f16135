import { Injectable } from '@nestjs/common';
import { create as contentDisposition } from 'content-disposition';
import type { Request, Response } from 'express';
import { NoSuchEntity } from '../../../../libs/kernel/index.js';
import { type SentBytes, serveBytes } from '../../../../libs/web/index.js';
import { ReadFile } from '../../application/read-file.js';

interface ServeFileOptions {
  /** Beside those that every download has; `Cache-Control: private, no-cache` if none is given. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Only these bytes: whoever was promised them gets no others (`NoSuchEntity`). */
  readonly sha256?: string;
  /** Done before the first byte, told how many will go out; what it throws is answered in their place. */
  readonly before?: (bytes: number) => Promise<void>;
}

/** Closes what nobody is going to read. */
const letGo = async (bytes: AsyncIterable<Uint8Array>): Promise<void> => {
  const reading = bytes[Symbol.asyncIterator]();
  // What has not begun can't be ended.
  await reading.next();
  await reading.return?.();
};

/**
 * Sends the file of a document: for administrators, customers and whoever has a link, all the same
 * (documents-files.md, "Download").
 */
@Injectable()
export class ServeFile {
  constructor(private readonly files: ReadFile) {}

  /**
   * Answers the request with the bytes, streamed; whoever may not have them is turned away before. Through when all has
   * gone out or the caller has gone away; answers what went out. `NoSuchEntity` if the document has no file.
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
        // With the bytes in hand: a file that is replaced or deleted until then isn't what goes out.
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
