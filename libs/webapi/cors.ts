import type { Request, Response } from 'express';

/** What every script may read: passports, digital links, GraphQL (wire.md §1). */
const PUBLIC_AREAS = ['/dpp', '/01', '/.well-known', '/graphql', '/rest/V1/dpp'] as const;
/** Where passports are written isn't public, though it stands below them. */
const MANAGE = '/rest/V1/dpp/manage';

const isBelow = (path: string, area: string): boolean =>
  path.startsWith(area) && (path.length === area.length || path[area.length] === '/');

export const isPublic = (path: string): boolean =>
  PUBLIC_AREAS.some((area) => isBelow(path, area)) && !isBelow(path, MANAGE);

const ALLOWED_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, If-None-Match, Store, Apollo-Require-Preflight, X-Apollo-Operation-Name';
const EXPOSED_HEADERS = 'X-Pricing-Version, Retry-After, Location, ETag, Link, Repr-Digest';
const ALLOWED_VERBS = 'GET, POST, PUT, DELETE, HEAD';
const PREFLIGHT_SECONDS = '600';

/** The origin that may read the answer: any for public areas, a listed one elsewhere; undefined for none. */
const allowedOrigin = (request: Request, path: string, listed: readonly string[]): string | undefined => {
  if (isPublic(path)) return '*';
  const { origin } = request.headers;
  return origin !== undefined && listed.includes(origin) ? origin : undefined;
};

/** Sets the headers by which a browser lets a script read the answer; tells whether the origin is allowed. */
export const allowOrigin = (request: Request, response: Response, path: string, listed: readonly string[]): boolean => {
  if (listed.length > 0) response.setHeader('Vary', 'Origin');
  const origin = allowedOrigin(request, path, listed);
  if (origin === undefined) return false;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
  return true;
};

/** Answers an OPTIONS that is allowed: 204, with what may be asked. */
export const answerPreflight = (response: Response): void => {
  response.setHeader('Access-Control-Allow-Methods', ALLOWED_VERBS);
  response.setHeader('Access-Control-Allow-Headers', ALLOWED_HEADERS);
  response.setHeader('Access-Control-Max-Age', PREFLIGHT_SECONDS);
  response.statusCode = 204;
  response.end();
};
