import { isUtf8 } from 'node:buffer';
import type { Request } from 'express';
import { TooLarge } from '../kernel/index.js';
import { BodyRefused, CallerGone } from './wire-errors.js';

/** How much of a body that is too large is read on and thrown away, so that the caller can read the answer. */
const DISCARDED_MAX = 64 * 1024 * 1024;

/** Reads on what nobody wants, until it ends or is too much; then the connection is cut. */
export const discard = (request: Request): void => {
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > DISCARDED_MAX) request.destroy();
  });
  request.on('error', () => undefined);
  request.resume();
};

/** Whether the request announces a body at all. */
export const hasBody = (request: Request): boolean => {
  const length = request.headers['content-length'];
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
};

/** The bytes of the body; `TooLarge` as soon as they are known to be more than the limit, without holding them. */
export const readBytes = (request: Request, limit: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // Gone while it was found out who asks: no event would come any more.
    if (request.destroyed) {
      reject(new CallerGone());
      return;
    }
    if (Number(request.headers['content-length'] ?? 0) > limit) {
      discard(request);
      reject(new TooLarge(limit));
      return;
    }
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= limit) {
        chunks.push(chunk);
        return;
      }
      stop();
      discard(request);
      reject(new TooLarge(limit));
    };
    const onEnd = (): void => {
      stop();
      resolve(chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks, size));
    };
    const onGone = (): void => {
      stop();
      reject(new CallerGone());
    };
    const stop = (): void => {
      request.off('data', onData).off('end', onEnd).off('close', onGone).off('error', onGone);
    };
    request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone);
  });

const CONTENT_TYPE = /^([a-z\d/\-+.*]+)[ \t]*(?:;(.*))?$/i;
const CHARSET = /(?:^|;)[ \t]*charset[ \t]*=[ \t]*"?([^";]*)"?/i;

const JSON_ONLY: readonly string[] = ['application/json'];

/** Judges the Content-Type as the platform does (wire.md §2); answers which of the known ones it is. */
export const judgeContentType = (header: string | undefined, known: readonly string[] = JSON_ONLY): string => {
  if (header === undefined || header.trim() === '') throw new BodyRefused('Content-Type header is empty.');
  const parts = CONTENT_TYPE.exec(header.trim());
  if (!parts) throw new BodyRefused('Content-Type header is invalid.');
  const [, type = '', parameters = ''] = parts;
  if (!known.includes(type.toLowerCase()))
    throw new BodyRefused(`Server cannot understand Content-Type HTTP header media type ${type}`);
  const charset = CHARSET.exec(parameters)?.[1]?.toLowerCase();
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')
    throw new BodyRefused('UTF-8 is the only supported charset.');
  return type.toLowerCase();
};

/** Deeper than any record; what goes through the parser is later walked by recursion. */
const DEPTH_MAX = 64;

const isDeeper = (text: string, most: number): boolean => {
  let depth = 0;
  for (let place = 0; place < text.length; place += 1) {
    switch (text.charCodeAt(place)) {
      case 0x22: {
        place += 1;
        for (let code = text.charCodeAt(place); code !== 0x22 && place < text.length; code = text.charCodeAt(place))
          place += code === 0x5c ? 2 : 1;
        break;
      }
      case 0x5b:
      case 0x7b:
        depth += 1;
        if (depth > most) return true;
        break;
      case 0x5d:
      case 0x7d:
        depth -= 1;
        break;
      default:
    }
  }
  return false;
};

const DECODING = 'Decoding error.';

/** The JSON value of these bytes. A key that comes twice has its last value; `__proto__` is a key like any other. */
export const decodeJson = (bytes: Buffer): unknown => {
  if (!isUtf8(bytes)) throw new BodyRefused(DECODING);
  const text = bytes.toString('utf8');
  if (isDeeper(text, DEPTH_MAX)) throw new BodyRefused(DECODING);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new BodyRefused(DECODING);
  }
};

/** The JSON body of a request that another library answers, under the rules of the wire. */
export const jsonBody = async (request: Request, limit: number): Promise<unknown> => {
  judgeContentType(request.headers['content-type']);
  return decodeJson(await readBytes(request, limit));
};
