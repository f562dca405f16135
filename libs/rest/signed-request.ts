import type { Request } from 'express';
import { NoSuchRoute, type SignedCaller, type SignedRequest } from '../web/index.js';
import { routedPath } from './request-pipeline.js';
import type { RouteTable, Verb } from './route-table.js';

interface Reading {
  readonly sent: SignedRequest;
  readonly signed: SignedCaller;
  readonly routes: RouteTable;
  /** Where the path that was sent leads. */
  readonly route: string | undefined;
}

/**
 * Whether the path that was signed, in which an encoded slash is one, means what the sent one does. It means one thing
 * (`RouteTable.reading`), so what is done follows from what was signed alone.
 */
const leadsThere = (request: Request, { sent, signed, routes, route }: Reading): boolean => {
  const [here, there] = [routedPath(sent.path, request), routedPath(signed.path, request)];
  if (!here || !there || there.code !== here.code || there.rest.endsWith('/')) return false;
  const verb = (sent.method === 'HEAD' ? 'GET' : sent.method) as Verb;
  const meant = routes.reading(verb, there.rest);
  return (
    meant?.route !== undefined &&
    meant.route.path === route &&
    Object.entries(meant.params).every(([name, value]) => request.params[name] === value)
  );
};

/**
 * Has a request read as it was signed (ADR 40): its query is the signed one, in the order of the signature. 404 where the
 * signed path is another one than the sent one.
 */
export const readAsSigned = (request: Request, reading: Reading): void => {
  const { sent, signed } = reading;
  if (signed.path !== sent.path && !leadsThere(request, reading)) throw new NoSuchRoute();
  const queryAt = request.url.indexOf('?');
  const path = queryAt === -1 ? request.url : request.url.slice(0, queryAt);
  request.url = signed.query === '' ? path : `${path}?${signed.query}`;
};
