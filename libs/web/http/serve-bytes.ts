import { pipeline } from 'node:stream/promises';
import { create as contentDisposition } from 'content-disposition';
import type { Request, Response } from 'express';
import { type ByteRange, evaluateConditions } from './byte-conditions.js';
import { sendJson } from './raw-answer.js';

interface ServedBytes {
  readonly size: number;
  /** Strong ETag, including its quotes. */
  readonly etag: string;
  readonly type: string;
  /** Headers of every response about the file, such as Content-Disposition and Cache-Control. */
  readonly headers: Readonly<Record<string, string>>;
  /** Called at most once, before anything is written, so that its error can still be sent as the response. */
  open(range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
}

export interface SentBytes {
  readonly status: 200 | 206 | 304 | 412 | 416;
  /** Number of content bytes sent; fewer than announced if the client disconnected. */
  readonly bytes: number;
}

const REFUSED = {
  412: { message: 'The file has changed, so its ETag does not match If-Match. Download it again without If-Match.' },
  416: {
    message:
      'The range is outside the file. Send a range within the file size, which the header Content-Range contains.',
  },
} as const;

/** Sends the bytes as fast as the client reads them. If the client disconnects, only returns how many were sent. */
export const streamTo = async (response: Response, source: AsyncIterable<Uint8Array>): Promise<number> => {
  let sent = 0;
  let failure: { readonly error: unknown } | undefined;
  async function* counted(): AsyncGenerator<Uint8Array, void> {
    try {
      for await (const chunk of source) {
        yield chunk;
        sent += chunk.length;
      }
    } catch (error) {
      failure = { error };
      throw error;
    }
  }
  try {
    await pipeline(counted, response);
  } catch {
    if (failure) throw failure.error;
  }
  return sent;
};

/**
 * Serves bytes with conditions, a single range and HEAD (documents-files.md, "Download"). Streams them, so that memory
 * does not depend on their size.
 */
const serveBytes = async (request: Request, response: Response, served: ServedBytes): Promise<SentBytes> => {
  const { size, etag, type, headers } = served;
  const verdict = evaluateConditions(request.method, request.headers, served);
  const range = verdict.status === 206 ? verdict.range : undefined;
  const wanted = verdict.status === 200 || verdict.status === 206;
  const source = wanted && request.method !== 'HEAD' ? await served.open(range) : undefined;
  const { status } = verdict;
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Accept-Ranges', 'bytes');
  if (status === 416) response.setHeader('Content-Range', `bytes */${size}`);
  if (status === 412 || status === 416) {
    response.removeHeader('Content-Disposition');
    sendJson(response, REFUSED[status]);
    return { status, bytes: 0 };
  }
  response.setHeader('ETag', etag);
  if (status === 304) {
    response.end();
    return { status, bytes: 0 };
  }
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', range ? range.last - range.first + 1 : size);
  if (range) response.setHeader('Content-Range', `bytes ${range.first}-${range.last}/${size}`);
  if (!source) {
    response.end();
    return { status, bytes: 0 };
  }
  return { status, bytes: await streamTo(response, source) };
};

/** A file to download. */
interface ServedFile extends Pick<ServedBytes, 'size' | 'open'> {
  readonly name: string;
  readonly mimeType: string;
  /** In lowercase hexadecimal digits; also the ETag. */
  readonly sha256: string;
  /** Additional headers; `Cache-Control` defaults to `private, no-cache`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Called before the first byte with the number of bytes to send. If it throws, the error becomes the response. */
  readonly before?: ((bytes: number) => Promise<void>) | undefined;
}

/** Closes a stream that will not be read. */
const letGo = async (bytes: AsyncIterable<Uint8Array>): Promise<void> => {
  const reading = bytes[Symbol.asyncIterator]();
  // A generator that has not started cannot be closed.
  await reading.next();
  await reading.return?.();
};

/** Like `serveBytes`, as an attachment with a file name (documents-files.md, "Download"). */
export const serveFile = (request: Request, response: Response, file: ServedFile): Promise<SentBytes> => {
  const { name, mimeType, size, sha256, headers, before } = file;
  return serveBytes(request, response, {
    size,
    etag: `"${sha256}"`,
    type: mimeType,
    headers: { 'Content-Disposition': contentDisposition(name), 'Cache-Control': 'private, no-cache', ...headers },
    // The bytes are opened first, so that a concurrent replacement or deletion has no effect.
    open: async (range) => {
      const bytes = await file.open(range);
      try {
        await before?.(range ? range.last - range.first + 1 : size);
      } catch (error) {
        await letGo(bytes);
        throw error;
      }
      return bytes;
    },
  });
};
