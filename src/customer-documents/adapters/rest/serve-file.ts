import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { NoSuchEntity } from '../../../../libs/kernel/index.js';
import { type SentBytes, serveFile } from '../../../../libs/web/index.js';
import { ReadFile } from '../../application/read-file.js';

interface ServeFileOptions {
  /** Additional headers; `Cache-Control` defaults to `private, no-cache`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Serves the file only if it has this hash, else throws `NoSuchEntity`. */
  readonly sha256?: string;
  /**
   * Called before the first byte, with the number of bytes that will be sent. If it throws, the error becomes the
   * response.
   */
  readonly before?: (bytes: number) => Promise<void>;
}

/** Sends the file of a document to administrators, customers and link holders alike (documents-files.md, "Download"). */
@Injectable()
export class ServeFile {
  constructor(private readonly files: ReadFile) {}

  /**
   * Streams the bytes. The caller must have checked access. Resolves with the number of bytes sent when all are sent or
   * the client has disconnected. Throws `NoSuchEntity` if the document has no file.
   */
  serve(
    request: Request,
    response: Response,
    documentId: number,
    { headers = {}, sha256, before }: ServeFileOptions = {},
  ): Promise<SentBytes> {
    return this.files.read(documentId, (file, open) => {
      if (sha256 !== undefined && file.sha256 !== sha256) throw new NoSuchEntity('documentId', documentId);
      return serveFile(request, response, { ...file, open, headers, before });
    });
  }
}
