import { randomUUID } from 'node:crypto';
import type { Request } from 'express';
import { Refusal, type TooLarge } from '../../kernel/index.js';
import { decodeSent, discard } from './body-reader.js';
import { requestContextIfAny } from '../http-request-context.js';
import { BodyRefused, CallerGone } from '../wire-errors.js';

/** Longer strings are streamed; shorter ones are parsed normally. */
const LONG_BYTES = 1024;
/** Maximum size of the rest of the body. */
const REST_MAX = 64 * 1024;

/** Maximum number of bytes for a key, a colon and white space, because outside of strings each byte is a chunk. */
const KEY_PIECES = 32;

const [QUOTE, BACKSLASH, SMALL_U] = [0x22, 0x5c, 0x75];
const DECODING = 'Decoding error.';

const isWhole = (escape: readonly number[]): boolean => escape.length === (escape[1] === SMALL_U ? 6 : 2);

/** The characters of escapes such as `\/` and `\u002f`. */
const unescaped = (escape: readonly number[]): Buffer => {
  try {
    return Buffer.from(JSON.parse(`"${Buffer.from(escape).toString('latin1')}"`) as string);
  } catch {
    throw new BodyRefused(DECODING);
  }
};

/**
 * Extracts the first long string from a JSON text in chunks and replaces it with a marker, so that a body with one
 * large value needs little memory.
 */
export class LongString {
  /** Replaces the long string in `rest`; random, so that clients cannot send it. */
  readonly mark: string = randomUUID();
  private readonly kept: Buffer[] = [];
  private keptBytes = 0;
  private state: 'outside' | 'inside' | 'long' | 'done' = 'outside';
  /** Bytes of the current string while it is short. */
  private current: number[] = [];
  private escape: number[] = [];

  /** Strings above `longBytes` are long. `restMax` limits the rest of the body; beyond it, `tooMuch` is thrown. */
  constructor(
    private readonly longBytes = LONG_BYTES,
    private readonly restMax = REST_MAX,
    private readonly tooMuch: Error = new BodyRefused(DECODING),
  ) {}

  /** The text just before the long string, which contains its key. */
  get before(): string {
    return Buffer.concat(this.kept.slice(-KEY_PIECES)).toString();
  }

  get isThere(): boolean {
    return this.state === 'long' || this.state === 'done';
  }

  /** Reads a chunk; returns its part of the long string. */
  take(piece: Uint8Array): Buffer {
    const found: Buffer[] = [];
    let index = 0;
    while (index < piece.length) {
      if (this.state === 'done') {
        this.keep(piece.subarray(index));
        break;
      }
      index = this.state === 'long' ? this.readLong(piece, index, found) : this.readShort(piece, index, found);
    }
    return found.length === 1 ? (found[0] ?? Buffer.alloc(0)) : Buffer.concat(found);
  }

  /** Parses the rest after everything has arrived. */
  rest(): unknown {
    if (this.state === 'long' || this.state === 'inside') throw new BodyRefused(DECODING);
    return decodeSent(Buffer.concat(this.kept));
  }

  private readLong(piece: Uint8Array, from: number, found: Buffer[]): number {
    if (this.escape.length > 0) {
      this.escape.push(piece[from] ?? 0);
      if (isWhole(this.escape)) {
        found.push(unescaped(this.escape));
        this.escape = [];
      }
      return from + 1;
    }
    let index = from;
    while (index < piece.length && piece[index] !== QUOTE && piece[index] !== BACKSLASH) index += 1;
    if (index > from) found.push(Buffer.from(piece.subarray(from, index)));
    if (piece[index] === BACKSLASH) this.escape = [BACKSLASH];
    if (piece[index] === QUOTE) {
      this.state = 'done';
      this.keep(Buffer.from(`"${this.mark}"`));
    }
    return index + 1;
  }

  /** Processes short strings byte by byte, because they have few bytes. */
  private readShort(piece: Uint8Array, index: number, found: Buffer[]): number {
    const byte = piece[index] ?? 0;
    if (this.state === 'outside') {
      if (byte === QUOTE) {
        this.state = 'inside';
        this.current = [];
      } else this.keep(Buffer.from([byte]));
      return index + 1;
    }
    const escaped = this.current.at(-1) === BACKSLASH && this.isEscaping();
    if (byte === QUOTE && !escaped) {
      this.state = 'outside';
      this.keep(Buffer.from([QUOTE, ...this.current, QUOTE]));
      return index + 1;
    }
    this.current.push(byte);
    if (this.current.length > this.longBytes) this.becomeLong(found);
    return index + 1;
  }

  private becomeLong(found: Buffer[]): void {
    this.state = 'long';
    const current = Buffer.from(this.current);
    this.current = [];
    let index = 0;
    while (index < current.length) index = this.readLong(current, index, found);
  }

  /** Whether the last backslash starts an escape instead of being escaped itself. */
  private isEscaping(): boolean {
    let count = 0;
    for (let at = this.current.length - 1; this.current[at] === BACKSLASH; at -= 1) count += 1;
    return count % 2 === 1;
  }

  private keep(bytes: Uint8Array): void {
    this.keptBytes += bytes.length;
    if (this.keptBytes > this.restMax) throw this.tooMuch;
    this.kept.push(Buffer.from(bytes));
  }
}

/** Makes an iterator abortable; every step after that fails too. */
const breakable = <T>(steps: AsyncIterator<T>) => {
  let reason: Error | undefined;
  let fail: (error: Error) => void = () => undefined;
  return {
    breakOff: (error: Error): void => {
      reason = error;
      fail(error);
    },
    next: (): Promise<IteratorResult<T>> =>
      new Promise((resolve, reject) => {
        if (reason) reject(reason);
        fail = reject;
        steps.next().then(resolve, reject);
      }),
    /** Waits for the pending step, unless it may never end. */
    close: async (): Promise<void> => {
      const closed = steps.return?.();
      if (!reason) await closed;
    },
  };
};

/** The chunks of a body as they arrive, up to a limit. If the reader stops, the rest is discarded. */
export async function* piecesOf(request: Request, limit: number, tooLarge: TooLarge): AsyncGenerator<Buffer, void> {
  let size = 0;
  const iterable = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  const pieces = breakable(iterable[Symbol.asyncIterator]());
  const watched = requestContextIfAny(request)?.bodies.watch(request, 'upload', pieces.breakOff);
  try {
    if (request.destroyed) throw new CallerGone();
    if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge;
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
      size += next.value.length;
      watched?.passed(next.value.length);
      if (size > limit) throw tooLarge;
      yield next.value;
    }
  } catch (error) {
    throw request.complete || error instanceof Refusal ? error : new CallerGone();
  } finally {
    watched?.done();
    await pieces.close();
    if (!request.readableEnded) discard(request);
  }
}
