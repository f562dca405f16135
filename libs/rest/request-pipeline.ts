import type { NextFunction, Request, Response } from 'express';
import { InputRefused, type IdempotencyStore, withRequestContext } from '../kernel/index.js';
import {
  addAtHead,
  allowOrigin,
  timingHeader,
  timingsOf,
  answerPreflight,
  isPublic,
  attach,
  HttpRequestContext,
  type IncomingBodies,
  isCrowded,
  PARAMETERS_MAX,
  originForm,
  QuotaExceeded,
  refusalForm,
  type RequestRates,
  type WireSettings,
  type StoreViews,
  NotProcessable,
  VerbNotSupported,
} from '../web/index.js';
import { ALL_STORES, type StoreView } from '../operations/index.js';
import { type RouteTable, type Verb, VERBS, withoutTrailingSlash } from './route-table.js';

/** Sends an error response. */
export type Refuse = (error: unknown, request: Request, response: Response) => void;

interface RequestPipelineParts {
  readonly settings: WireSettings;
  readonly storeViews: StoreViews;
  readonly idempotencyStore: IdempotencyStore;
  readonly routes: RouteTable;
  readonly bodies: IncomingBodies;
  readonly rates: RequestRates;
  /** Sends a response for an error before any handler. */
  readonly refuse: Refuse;
}

type Middleware = (request: Request, response: Response, next: NextFunction) => unknown;

const ROUTED: ReadonlySet<string> = new Set(VERBS);
const KNOWN: ReadonlySet<string> = new Set([...VERBS, 'HEAD', 'OPTIONS']);

const storeHeader = ({ headers: { store } }: Request): string | undefined =>
  typeof store === 'string' ? store : undefined;

const decodable = (text: string): string => {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new NotProcessable();
  }
};

const crowded = (): InputRefused =>
  InputRefused.sentence('The query string has more than %max parameters. Split it into several requests.', {
    max: PARAMETERS_MAX,
  });

/** The store view of a path below `/rest`, and the path without the store code. */
interface RestPath {
  readonly code: string | undefined;
  readonly rest: string;
}

/** `/rest/async/V1/…` and `/rest/async/bulk/V1/…`, with or without a store code (jobs.md, "Calls that run later"). */
const ASYNC_PATH = /^\/rest\/(?:([^/]+)\/)?(async\/(?:bulk\/)?V1)(?=\/|$)/;

/** Operations that only read cannot run asynchronously. */
const isReadLater = (verb: string, path: string): boolean => verb === 'GET' && path.startsWith('/rest/async/');

/**
 * Parses `/rest/V1/…` and `/rest/{code}/V1/…`, which are the same route, and likewise `/rest/schema` and
 * `/rest/{code}/schema` (wire.md §1, §7). Undefined for any other path below `/rest`.
 */
const restPath = (path: string): RestPath | undefined => {
  const later = ASYNC_PATH.exec(withoutTrailingSlash(path));
  if (later) {
    const [whole, code, rest = ''] = later;
    return { code: code === undefined ? undefined : decodable(code), rest: `/rest/${rest}${path.slice(whole.length)}` };
  }
  const [first = '', second, ...others] = withoutTrailingSlash(path).slice('/rest/'.length).split('/');
  if (first === 'V1' || (first === 'schema' && second === undefined)) return { code: undefined, rest: path };
  if (second === 'V1') return { code: decodable(first), rest: ['/rest/V1', ...others].join('/') };
  if (second === 'schema' && others.length === 0) return { code: decodable(first), rest: '/rest/schema' };
  return undefined;
};

/** Prefix in shops without URL rewriting. */
const INDEX = '/index.php';

/**
 * Normalizes path spellings that clients of the shop platform use: `/index.php/rest/…`, and `/V1/…` with the store
 * code in the header `Store`. Both become a path below `/rest`; other paths are unchanged (wire.md §1).
 */
const spelt = (path: string, store: string | undefined): string => {
  if (path.startsWith(`${INDEX}/rest/`)) return path.slice(INDEX.length);
  if (!path.startsWith('/V1/')) return path;
  return store === undefined || store === '' ? `/rest${path}` : `/rest/${encodeURIComponent(store)}${path}`;
};

const isRest = (path: string): boolean => path === '/rest' || path.startsWith('/rest/');

/** The parsed path of a request below `/rest`; undefined for other paths. */
export const routedPath = (sent: string, request: Request): RestPath | undefined => {
  const path = spelt(sent, storeHeader(request));
  return isRest(path) ? restPath(path) : undefined;
};

/** How the route formats errors before its handler runs, if not as in REST. */
const refusingRoute = ({ method, path }: Request, routes: RouteTable): Refuse | undefined => {
  try {
    return routes.find(method as Verb, path)?.route?.refuse;
  } catch {
    // Invalid percent-encoding matches no route.
    return undefined;
  }
};

/**
 * The first middleware. It checks the method, handles CORS and removes the store code from the path, so that each
 * route has one path (wire.md §1). The request's deadline starts here.
 */
export const requestPipeline = (parts: RequestPipelineParts): Middleware => {
  const { settings, storeViews, idempotencyStore, routes, bodies, rates, refuse } = parts;
  const storeOf = async (code: string): Promise<StoreView> => {
    const found = code === ALL_STORES.code ? ALL_STORES : await storeViews.byCode(code);
    if (!found) throw new NotProcessable();
    return found;
  };

  /** Whether the path is a route that accepts HEAD: bytes, pages, or a route of another library. */
  const answersHead = (path: string): boolean => {
    const found = routes.find('GET', path);
    return found ? (found.route?.head ?? false) : !isRest(path);
  };

  const hasPatch = (path: string): boolean => routes.find('PATCH', path)?.route !== undefined;

  const mayPatch = (sent: string, request: Request): boolean => {
    try {
      decodable(sent);
      return hasPatch(routedPath(sent, request)?.rest ?? sent);
    } catch {
      return false;
    }
  };

  const notSupported = (verb: string, path: string): VerbNotSupported =>
    new VerbNotSupported(verb, refusalForm(path, settings) && routes.allowed(path));

  /** Returns true if a response was sent. */
  const checkVerb = (request: Request, response: Response, path: string): boolean => {
    const { method } = request;
    const allowed = allowOrigin(request, response, path, settings);
    if (ROUTED.has(method) || (method === 'HEAD' && answersHead(path))) return false;
    const isPreflight = request.headers['access-control-request-method'] !== undefined;
    if (method !== 'OPTIONS' || !(allowed && (isPreflight || isPublic(path, settings))))
      throw notSupported(method, path);
    answerPreflight(response, { hasPatch: hasPatch(path) });
    return true;
  };

  const enter = (
    requestContext: HttpRequestContext,
    request: Request,
    response: Response,
    next: NextFunction,
  ): unknown => {
    try {
      const url = originForm(request.url);
      const queryAt = url.indexOf('?');
      const sent = queryAt === -1 ? url : url.slice(0, queryAt);
      // A path without PATCH treats it like an unknown method.
      if (!KNOWN.has(request.method) || (request.method === 'PATCH' && !mayPatch(sent, request))) {
        allowOrigin(request, response, sent, settings);
        throw notSupported(request.method, sent);
      }
      decodable(sent);
      const path = spelt(sent, storeHeader(request));
      if (queryAt !== -1 && isCrowded(url.slice(queryAt + 1))) throw crowded();
      const below = isRest(path) ? restPath(path) : undefined;
      const target = below?.rest ?? path;
      if (checkVerb(request, response, target)) return undefined;
      if ((isRest(path) && !below) || isReadLater(request.method, target)) throw new NotProcessable();
      request.url = queryAt === -1 ? target : target + url.slice(queryAt);
      if (below?.code === undefined) {
        next();
        return undefined;
      }
      return storeOf(below.code).then(
        (store) => {
          requestContext.store = store;
          next();
        },
        (error: unknown) => refuse(error, request, response),
      );
    } catch (error) {
      refuse(error, request, response);
      return undefined;
    }
  };

  /**
   * Whether the client address exceeds its limit. Checked before anything else; the error is in the format of the
   * interface.
   */
  const isTooMany = (requestContext: HttpRequestContext, request: Request, response: Response): boolean => {
    try {
      rates.ofAddress(requestContext, response);
      return false;
    } catch (error) {
      const own = error instanceof QuotaExceeded ? refusingRoute(request, routes) : undefined;
      (own ?? refuse)(error, request, response);
      return true;
    }
  };

  return (request, response, next) => {
    const requestContext = new HttpRequestContext(request, settings, storeViews, bodies, idempotencyStore);
    attach(request, requestContext);
    requestContext.timings = timingsOf(request, response);
    if (requestContext.timings) addAtHead(response, () => timingHeader(requestContext));
    return withRequestContext(requestContext, () =>
      isTooMany(requestContext, request, response) ? undefined : enter(requestContext, request, response, next),
    );
  };
};
