import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request } from 'express';
import { InexactNumber, InputRefused, parseJson, TooLarge } from '../../kernel/index.js';
import type { BodyKind } from './body-pace.js';
import { requestContextIfAny, streamed } from '../http-request-context.js';
import type { IncomingBodies } from './incoming-bodies.js';
import { BodyRefused, CallerGone } from '../wire-errors.js';

/**
 * Maximum number of bytes of an unneeded body that are read and discarded, so that the client can receive the
 * response.
 */
const DISCARDED_MAX = 64 * 1024 * 1024;

const discarded = new WeakSet<IncomingMessage>();

/** The monitor of the body, if the request did not pass the pipeline, and the response that must not be cut off. */
interface Discarding {
  readonly bodies?: IncomingBodies | undefined;
  readonly response?: ServerResponse;
}

/** Requests whose client waits for `100 Continue` before it sends the body, and what sends it. */
const waiting = new WeakMap<IncomingMessage, () => void>();

/** The Node.js method that is called when the body is first read. */
interface Reading {
  _read(size: number): void;
}

/**
 * Sends `100 Continue` when the body is first read, so that unauthorized callers get the final status without sending
 * it. After such a response the connection closes, because the body may or may not follow.
 */
export const continueWhenRead = (request: IncomingMessage, response: ServerResponse): void => {
  const reading = request as IncomingMessage & Reading;
  const read = reading._read.bind(request);
  const { shouldKeepAlive } = response;
  waiting.set(request, () => {
    waiting.delete(request);
    if (response.headersSent || request.destroyed) return;
    response.shouldKeepAlive = shouldKeepAlive;
    response.writeContinue();
  });
  response.shouldKeepAlive = false;
  reading._read = (size) => {
    waiting.get(request)?.();
    read(size);
  };
};

/** Reads and discards an unneeded body until it ends, is too large or takes too long. Then closes the connection. */
export const discard = (request: IncomingMessage, { bodies, response }: Discarding = {}): void => {
  // A client waiting for `100 Continue` has sent no body.
  if (discarded.has(request) || waiting.has(request)) return;
  discarded.add(request);
  const cut = (): void => {
    if (response === undefined || response.writableFinished) request.destroy();
    else response.once('finish', () => request.destroy());
  };
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > DISCARDED_MAX) request.destroy();
  });
  request.on('error', () => undefined);
  request.resume();
  const watched = (bodies ?? requestContextIfAny(request as Request)?.bodies)?.watch(
    request as Request,
    'discarded',
    cut,
  );
  if (watched) request.once('end', () => watched.done()).once('close', () => watched.done());
};

/** Whether the request announces a body. */
export const hasBody = (request: IncomingMessage): boolean => {
  const length = request.headers['content-length'];
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
};

/**
 * Allowed number of chunks, in addition to one per KiB. More are merged, because thousands of tiny chunks need far
 * more memory than their bytes.
 */
const PIECES_MAX = 64;

class Pieces {
  size = 0;
  private held: Buffer[] = [];

  add(piece: Buffer): void {
    this.held.push(piece);
    this.size += piece.length;
    if (this.held.length > PIECES_MAX + this.size / 1024) this.held = [Buffer.concat(this.held)];
  }

  whole(): Buffer {
    return this.held.length === 1 ? (this.held[0] ?? Buffer.alloc(0)) : Buffer.concat(this.held, this.size);
  }

  drop(): void {
    this.held = [];
  }
}

/**
 * Reads the bytes of the body. Throws `TooLarge` with the setting of the limit as soon as it is exceeded, without
 * buffering. Throws `BodyTimeout` if the body arrives too slowly for its kind, or if it uses too much memory while
 * many others arrive.
 */
export const readBytes = (
  request: Request,
  limit: number,
  kind: BodyKind = 'usual',
  setting?: string,
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // The client disconnected during authentication, so no event would follow.
    if (request.destroyed) {
      reject(new CallerGone());
      return;
    }
    if (Number(request.headers['content-length'] ?? 0) > limit) {
      discard(request);
      reject(new TooLarge(limit, setting));
      return;
    }
    // Node does not read what has come already.
    waiting.get(request)?.();
    const pieces = new Pieces();
    const refuse = (refusal: Error): void => {
      stop();
      pieces.drop();
      discard(request);
      reject(refusal);
    };
    const watched = requestContextIfAny(request)?.bodies.watch(request, kind, refuse);
    const onData = (chunk: Buffer): void => {
      if (pieces.size + chunk.length > limit) {
        refuse(new TooLarge(limit, setting));
        return;
      }
      pieces.add(chunk);
      watched?.kept(chunk.length);
    };
    const onEnd = (): void => {
      stop();
      const bytes = pieces.whole();
      streamed(request)?.update(bytes);
      resolve(bytes);
    };
    const onGone = (): void => {
      stop();
      reject(new CallerGone());
    };
    const stop = (): void => {
      watched?.done();
      request.off('data', onData).off('end', onEnd).off('close', onGone).off('error', onGone);
    };
    request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone);
  });

const CONTENT_TYPE = /^([a-z\d/\-+.*]+)[ \t]*(?:;(.*))?$/i;
const CHARSET = /(?:^|;)[ \t]*charset[ \t]*=[ \t]*"?([^";]*)"?/i;

const JSON_ONLY: readonly string[] = ['application/json'];

/** Checks the Content-Type like the platform (wire.md §2) and returns the known media type. */
export const checkContentType = (header: string | undefined, known: readonly string[] = JSON_ONLY): string => {
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

/** Deeper than any record. Parsed values are later processed recursively, so the depth must be limited. */
export const DEPTH_MAX = 64;
/** More values than a body of 1 MiB can contain. Limits larger bodies, which would take seconds to parse. */
export const VALUES_MAX = 1_000_000;

export const tooManyValues = (max: number): InputRefused =>
  InputRefused.sentence('The body contains more than %max values. Split it into several requests.', { max });

/** Nesting depth of a JSON text and its number of commas, lists and objects. Stops once a limit is exceeded. */
const shapeOf = (text: string): { readonly depth: number; readonly values: number } => {
  let [depth, deepest, values] = [0, 0, 0];
  for (let index = 0; index < text.length && deepest <= DEPTH_MAX && values <= VALUES_MAX; index += 1) {
    switch (text.charCodeAt(index)) {
      case 0x22: {
        index += 1;
        for (let code = text.charCodeAt(index); code !== 0x22 && index < text.length; code = text.charCodeAt(index))
          index += code === 0x5c ? 2 : 1;
        break;
      }
      case 0x2c:
        values += 1;
        break;
      case 0x5b:
      case 0x7b:
        values += 1;
        depth += 1;
        if (depth > deepest) deepest = depth;
        break;
      case 0x5d:
      case 0x7d:
        depth -= 1;
        break;
      default:
    }
  }
  return { depth: deepest, values };
};

const DECODING = 'Decoding error.';

/** The error for JSON nested deeper than DEPTH_MAX levels. */
export const tooDeep = (): BodyRefused =>
  new BodyRefused(`The body is nested deeper than ${DEPTH_MAX} levels. Reduce the nesting of arrays and objects.`);

const MARK = Buffer.from('\uFEFF');

/** Removes a byte order mark, which Windows editors and shells write at the start of a file. */
export const withoutMark = (bytes: Buffer): Buffer =>
  bytes.subarray(0, MARK.length).equals(MARK) ? bytes.subarray(MARK.length) : bytes;

/** Parses JSON and counts its values. */
export const decodeCounted = (bytes: Buffer): { readonly value: unknown; readonly values: number } => {
  if (!isUtf8(bytes)) throw new BodyRefused(DECODING);
  const text = bytes.toString('utf8');
  const { depth, values } = shapeOf(text);
  if (depth > DEPTH_MAX) throw tooDeep();
  if (values > VALUES_MAX) throw tooManyValues(VALUES_MAX);
  try {
    return { value: parseJson(text), values };
  } catch (error) {
    if (error instanceof InexactNumber) throw error;
    throw new BodyRefused(DECODING);
  }
};

/** Parses JSON. The last of repeated keys counts; `__proto__` is a normal key. */
export const decodeJson = (bytes: Buffer): unknown => decodeCounted(bytes).value;

/**
 * Parses the JSON body of a route. An empty body counts as an object without keys, so that errors report the missing
 * wrapper or fields.
 */
export const decodeSent = (bytes: Buffer): unknown => (bytes.length === 0 ? {} : decodeJson(bytes));

/** The JSON body of a request handled by another library, under the usual rules. */
export const jsonBody = async (request: Request, limit: number): Promise<unknown> => {
  checkContentType(request.headers['content-type']);
  return decodeJson(await readBytes(request, limit));
};
