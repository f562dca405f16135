import type { Request } from 'express';
import { NoSuchRoute, type SignedCaller, type SignedRequest } from '../web/index.js';
import { routedPath } from './request-pipeline.js';
import type { RouteTable, Verb } from './route-table.js';

interface Reading {
  readonly sent: SignedRequest;
  readonly signed: SignedCaller;
  readonly routes: RouteTable;
  /** The route of the path as sent. */
  readonly route: string | undefined;
}

/**
 * Whether the signed path, in which encoded slashes count as slashes, leads to the same route as the sent one. Each
 * path has one meaning (`RouteTable.reading`), so the signed text alone decides what runs.
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
 * Makes the request use what was signed (ADR 40): the signed query, in the order of the signature. Responds with 404
 * if the signed path is a different route than the sent one.
 */
export const readAsSigned = (request: Request, reading: Reading): void => {
  const { sent, signed } = reading;
  if (signed.path !== sent.path && !leadsThere(request, reading)) throw new NoSuchRoute();
  const queryAt = request.url.indexOf('?');
  const path = queryAt === -1 ? request.url : request.url.slice(0, queryAt);
  request.url = signed.query === '' ? path : `${path}?${signed.query}`;
};
