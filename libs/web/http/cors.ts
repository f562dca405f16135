import type { WireSettings } from '../settings.js';
import type { Request, Response } from 'express';
import { isBelow } from './query-string.js';

/** Paths that any script may read (wire.md §1), and private paths below them. */
type PublicPaths = Pick<WireSettings, 'openPaths' | 'closedPaths'>;

export const isPublic = (path: string, { openPaths, closedPaths }: PublicPaths): boolean =>
  openPaths.some((area) => isBelow(path, area)) && !closedPaths.some((area) => isBelow(path, area));

const ALLOWED_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Prefer',
  'Range',
  'If-Range',
  'Store',
  'Apollo-Require-Preflight',
  'X-Apollo-Operation-Name',
  'X-Request-Id',
  'traceparent',
].join(', ');
/** In addition to the version header. */
const EXPOSED_HEADERS = [
  'Retry-After',
  'RateLimit-Policy',
  'RateLimit',
  'Location',
  'ETag',
  'Link',
  'Repr-Digest',
  'Content-Disposition',
  'Content-Range',
  'Accept-Ranges',
  'X-Request-Id',
  'X-Outdated',
].join(', ');
const ALLOWED_VERBS = 'GET, POST, PUT, DELETE, HEAD';
const PREFLIGHT_SECONDS = '600';

/** The origin that may read the response: any for public paths, a listed one elsewhere; undefined for none. */
const allowedOrigin = (request: Request, path: string, settings: WireSettings): string | undefined => {
  if (isPublic(path, settings)) return '*';
  const { origin } = request.headers;
  return origin !== undefined && settings.corsOrigins.includes(origin) ? origin : undefined;
};

/** Sets the CORS headers; returns whether the origin is allowed. */
export const allowOrigin = (request: Request, response: Response, path: string, settings: WireSettings): boolean => {
  if (settings.corsOrigins.length > 0) response.setHeader('Vary', 'Origin');
  const origin = allowedOrigin(request, path, settings);
  if (origin === undefined) return false;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Expose-Headers', `${settings.versionHeader}, ${EXPOSED_HEADERS}`);
  return true;
};

/** Responds to an allowed OPTIONS request with 204 and what the client may send. */
export const answerPreflight = (response: Response, { hasPatch }: { readonly hasPatch: boolean }): void => {
  response.setHeader('Access-Control-Allow-Methods', hasPatch ? `${ALLOWED_VERBS}, PATCH` : ALLOWED_VERBS);
  response.setHeader('Access-Control-Allow-Headers', ALLOWED_HEADERS);
  response.setHeader('Access-Control-Max-Age', PREFLIGHT_SECONDS);
  response.statusCode = 204;
  response.end();
};
