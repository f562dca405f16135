import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { addressKey } from '../../../../libs/kernel/index.js';
import { clientAddress } from '../../../../libs/web/index.js';
import { LogDownloads } from '../../application/log-downloads.js';
import type { Via } from '../../domain/download.js';
import type { SeenDocument } from '../../ports/visible-documents.js';
import { ServeFile } from './serve-file.js';

/** The caller that downloads, and the download route. */
interface Taking {
  readonly customerId: number | null;
  readonly via: Via;
  /** Serves the file only if it has this hash. */
  readonly sha256?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Logs a download and serves it: the bytes of a file, or a redirect to an external address. */
@Injectable()
export class GiveContent {
  constructor(
    private readonly files: ServeFile,
    private readonly log: LogDownloads,
  ) {}

  async give(request: Request, response: Response, document: SeenDocument, taking: Taking): Promise<void> {
    const { id: documentId, externalUrl } = document;
    const { customerId, via, sha256, headers = {} } = taking;
    const address = customerId === null ? addressKey(clientAddress(request)) : null;
    const note = (bytes: number): Promise<void> => this.log.note({ documentId, customerId, address, via, bytes });
    if (externalUrl === null) {
      await this.files.serve(request, response, documentId, {
        headers,
        before: note,
        ...(sha256 === undefined ? {} : { sha256 }),
      });
      return;
    }
    if (request.method !== 'HEAD') await note(0);
    const sent = { 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'no-referrer', ...headers };
    for (const [name, value] of Object.entries(sent)) response.setHeader(name, value);
    response.statusCode = 302;
    // Percent-encoded, because a header only takes ASCII.
    response.setHeader('Location', new URL(externalUrl).href);
    response.end();
  }
}
