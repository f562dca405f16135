import { quotedDecimals } from './decimals.js';
import { takesKey } from './idempotency.js';

/** Sends a request; the global `fetch`, or one like it. */
export type Send = (request: Request) => Promise<Response>;

export interface Patience {
  /** How often a request is sent again after 429 and 503, or after a broken connection where that does no harm. */
  readonly retries: number;
  /** The longest wait for one of them, in milliseconds; a longer Retry-After is an error at once. */
  readonly longestWaitMs: number;
}

export const pause = (ms: number, signal?: AbortSignal | null): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });

const FIRST_MS = 250;
/** What stands before the path of a route: `/rest`, `/rest/german/async`, whatever lies before it. */
const REST = /^.*?\/rest(?:\/(?!V1\/)[^/]+)*(?=\/V1\/)/;

/** As the server says, in seconds or as a date; else longer each time, by chance, so that many don't come at once. */
export const waitOf = (retryAfter: string | null, attempt: number, now = Date.now()): number => {
  if (retryAfter !== null && retryAfter.trim() !== '') {
    const seconds = Number(retryAfter);
    const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(retryAfter) - now;
    if (Number.isFinite(ms)) return Math.max(ms, 0);
  }
  return FIRST_MS * 2 ** attempt * (0.5 + Math.random());
};

/** Nothing is done twice: it only reads, or has a name by which the server knows it again. */
const mayRepeat = ({ method, headers }: Request): boolean => method === 'GET' || headers.has('Idempotency-Key');

/** A broken connection is a TypeError of fetch, maybe of another realm. */
const isBroken = (error: unknown): boolean => (error as Error).name === 'TypeError';

/**
 * Whether it may be sent again after this status: 429 has done nothing; behind 503 a write may have been done, by a commit
 * whose answer was lost, so it needs its key.
 */
const mayRepeatAfter = (status: number, request: Request): boolean =>
  status === 429 ||
  (status === 503 &&
    (mayRepeat(request) || !takesKey(request.method, new URL(request.url).pathname.replace(REST, ''))));

/** Sends again what the server had no time for. */
export const patient =
  (send: Send, { retries, longestWaitMs }: Patience): Send =>
  async (request) => {
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt >= retries;
      let ms: number;
      try {
        const response = await send(isLast ? request : request.clone());
        if (isLast || !mayRepeatAfter(response.status, request)) return response;
        ms = waitOf(response.headers.get('Retry-After'), attempt);
        if (ms > longestWaitMs) return response;
        await response.body?.cancel();
      } catch (error) {
        if (isLast || !isBroken(error) || !mayRepeat(request)) throw error;
        ms = waitOf(null, attempt);
      }
      await pause(ms, request.signal);
    }
  };

const JSON_TYPE = /^application\/json\b/;

/** An answer with decimals as texts. */
export const exact = async (response: Response): Promise<Response> => {
  if (!response.ok || !JSON_TYPE.test(response.headers.get('Content-Type') ?? '')) return response;
  const { status, statusText, headers } = response;
  return new Response(quotedDecimals(await response.text()), { status, statusText, headers });
};
