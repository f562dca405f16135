import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { answerForm } from '../calls/index.js';
import { etagOf } from '../records/index.js';
import {
  admitsJson,
  type TrustsProxy,
  trustProxies,
  answerError,
  requestContextIfAny,
  trimmed,
  writeHeads,
  createHttpServer,
  IncomingBodies,
  BYTES,
  DESCRIPTION,
  type Description,
  selectedFields,
  NEED,
  matchesWeakly,
  parseQuery,
  REFUSES,
  sendJson,
  sendJsonBytes,
  sendStreamed,
  type WireSettings,
  NotAcceptable,
  OUTDATED_HEADER,
  refusalForm,
  servedPath,
  VerbNotSupported,
} from '../web/index.js';
import { JsonBytes, StreamedList, StreamedObject } from '../operations/index.js';
import { Answer } from './answers.js';
import { deadlineOf, servedCall } from './handler-metadata.js';
import { KEY_HEADER, withKey } from './idempotency.js';
import { type HandlerParts, directHandler } from './direct-handler.js';
import { type Handler, type Route, RouteTable, type Verb } from './route-table.js';

/** The package does not export this type. */
type UseStaticOptions = Parameters<ExpressAdapter['useStaticAssets']> extends [string, ...infer Rest] ? Rest : never;

/**
 * Requests and responses as Express has them, for the server to make. Express sets their prototype in each request,
 * which takes V8 longer than all else that Express does, unless they have it already.
 */
const classesOf = (app: Express) => {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse<R extends IncomingMessage> extends ServerResponse<R> {}
  app.request = Object.setPrototypeOf(ExpressRequest.prototype, app.request) as Request;
  app.response = Object.setPrototypeOf(ExpressResponse.prototype, app.response) as Response;
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
};

/** Created before Nest configures it, because the router keeps the settings of its first use. */
const plainExpress = (): Express => {
  const app = express();
  app.enable('case sensitive routing');
  app.set('query parser', parseQuery);
  app.disable('etag');
  app.disable('x-powered-by');
  writeHeads(app.response);
  return app;
};

/** Calls the handlers in order until one responds. Errors are passed to Express, as from a regular layer. */
export const inOrder =
  (handlers: readonly Handler[]): Handler =>
  (request, response, next) => {
    const from = (at: number, error?: unknown): unknown => {
      const handler = error ? undefined : handlers[at];
      if (!handler) {
        next(error);
        return undefined;
      }
      try {
        const handled = handler(request, response, (fault?: unknown) => void from(at + 1, fault));
        if (handled instanceof Promise) handled.catch(next);
      } catch (fault) {
        next(fault);
      }
      return undefined;
    };
    return from(0);
  };

const isUnchanged = ({ method, headers }: Request, etag: string): boolean => {
  const tags = headers['if-none-match'];
  return method === 'GET' && tags !== undefined && matchesWeakly(tags, etag);
};

const refusing = (handler: object): Pick<Route, 'refuse'> => {
  const refuse = Reflect.getMetadata(REFUSES, handler) as Route['refuse'];
  return refuse ? { refuse } : {};
};

/**
 * Express with two changes: routes are in a `RouteTable` instead of a list that is tried in order, and JSON responses
 * are written without Express's ETag, freshness check and content negotiation.
 */
export class WireAdapter extends ExpressAdapter {
  readonly routes = new RouteTable();
  readonly bodies: IncomingBodies;
  private readonly trustsProxy: TrustsProxy;
  private readonly files: (() => void)[] = [];
  private handlerParts: HandlerParts | undefined;
  /** The middleware of the last layer, if it is for all paths. */
  private chain: Handler[] | undefined;

  constructor(private readonly settings: WireSettings) {
    super(plainExpress());
    this.bodies = new IncomingBodies(settings.bodies);
    this.trustsProxy = trustProxies(this.getInstance<Express>(), settings.trustedProxies);
  }

  /** Before the application registers its routes: price questions are answered without Nest's handler. */
  handleDirectly(parts: Omit<HandlerParts, 'reply'>): void {
    this.handlerParts = { ...parts, reply: (response, body) => void this.reply(response, body, 200) };
  }

  /**
   * Combines middleware for all paths in one layer: a separate Express layer for each costs every request ten times as
   * much.
   */
  override use(...args: [path: unknown, handler?: unknown]): unknown {
    const [middleware] = args;
    if (args.length > 1 || typeof middleware !== 'function' || middleware.length > 3) {
      this.chain = undefined;
      return super.use(...(args as [string, never])) as unknown;
    }
    if (this.chain) this.chain.push(middleware as Handler);
    else super.use(inOrder((this.chain = [middleware as Handler])));
    return this;
  }

  override get(...args: [path: unknown, handler?: unknown]): unknown {
    return this.register('GET', args) || super.get(...(args as [string, never]));
  }

  override post(...args: [path: unknown, handler?: unknown]): unknown {
    return this.register('POST', args) || super.post(...(args as [string, never]));
  }

  override put(...args: [path: unknown, handler?: unknown]): unknown {
    return this.register('PUT', args) || super.put(...(args as [string, never]));
  }

  override patch(...args: [path: unknown, handler?: unknown]): unknown {
    return this.register('PATCH', args) || super.patch(...(args as [string, never]));
  }

  override delete(...args: [path: unknown, handler?: unknown]): unknown {
    return this.register('DELETE', args) || super.delete(...(args as [string, never]));
  }

  /** Static files come after the routes, because a folder may have an index file at the path of a route. */
  override useStaticAssets(path: string, ...options: UseStaticOptions): unknown {
    this.files.push(() => void super.useStaticAssets(path, ...options));
    return this;
  }

  /** Runs after all middleware registered by Nest, before the handler for unknown routes. */
  override setNotFoundHandler(handler: Handler, prefix?: string): unknown {
    this.use((request: Request, response: Response, next: NextFunction) => this.dispatch(request, response, next));
    for (const mount of this.files) mount();
    return super.setNotFoundHandler(handler, prefix);
  }

  /** Keeps an existing server: it may be listening before the application exists. */
  override initHttpServer(): void {
    this.httpServer ??= createHttpServer({
      settings: this.settings,
      bodies: this.bodies,
      trustsProxy: (address) => this.trustsProxy(address),
      listener: this.getInstance<RequestListener>(),
      classes: classesOf(this.getInstance<Express>()),
    });
  }

  /** Success is always 200, also for POST (wire.md §1). */
  override status(response: Response, statusCode: number): unknown {
    response.statusCode = statusCode === 201 ? 200 : statusCode;
    return response;
  }

  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    const requestContext = requestContextIfAny(response.req);
    if (!requestContext?.json) return super.reply(response, body, statusCode) as unknown;
    if (statusCode !== undefined) this.status(response, statusCode);
    let answer = body;
    if (answer instanceof Answer) {
      for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
      if (answer.version !== undefined) response.setHeader(this.settings.versionHeader, String(answer.version));
      answer = answer.body;
    }
    if (requestContext.outdated) response.setHeader(OUTDATED_HEADER, '1');
    if (answer instanceof JsonBytes) {
      sendJsonBytes(response, answer.bytes);
      return response;
    }
    if (requestContext.tagged) {
      const etag = etagOf(answer);
      response.setHeader('ETag', etag);
      if (isUnchanged(response.req, etag)) return response.status(304).end();
    }
    answer = requestContext.form(answer);
    const fields = selectedFields(response.req);
    if (answer instanceof StreamedObject || answer instanceof StreamedList) {
      sendStreamed(response, answer, { fields }).catch((error: unknown) => answerError(error, response.req, response));
      return response;
    }
    sendJson(response, fields === undefined ? answer : trimmed(answer, fields));
    return response;
  }

  private register(verb: Verb, [path, handler]: readonly [unknown, unknown?]): boolean {
    if (typeof path !== 'string' || typeof handler !== 'function' || !RouteTable.takes(path)) {
      // After a route of Express, later middleware must stay behind it.
      this.chain = undefined;
      return false;
    }
    const ours = Reflect.hasMetadata(NEED, handler);
    const bytes = Reflect.hasMetadata(BYTES, handler);
    const description = Reflect.getMetadata(DESCRIPTION, handler) as Description | undefined;
    this.routes.add({
      verb,
      path: servedPath(path, this.settings),
      handler: (this.handlerParts && directHandler(handler as Handler, this.handlerParts)) ?? (handler as Handler),
      json: ours && !bytes,
      head: verb === 'GET' && (bytes || !ours),
      deadline: deadlineOf(verb, handler),
      form: answerForm(description?.answer, this.settings.instants),
      tagged: description?.tagged === true && description.answer.kind === 'object',
      served: servedCall(verb, servedPath(path, this.settings), handler),
      ...refusing(handler),
    });
    return true;
  }

  private dispatch(request: Request, response: Response, next: NextFunction): unknown {
    const { method, url } = request;
    const queryAt = url.indexOf('?');
    const path = queryAt === -1 ? url : url.slice(0, queryAt);
    const found = this.routes.find(method === 'HEAD' ? 'GET' : (method as Verb), path);
    if (!found?.route) {
      // The platform does not report missing methods of a path, but some standards do.
      if (found && refusalForm(path, this.settings)) throw new VerbNotSupported(method, this.routes.allowed(path));
      next();
      return undefined;
    }
    const requestContext = requestContextIfAny(request);
    if (requestContext) {
      requestContext.json = found.route.json;
      requestContext.form = found.route.form;
      requestContext.tagged = found.route.tagged;
      requestContext.route = found.route.path;
      requestContext.served = found.route.served;
      requestContext.deadline.become(found.route.deadline, this.settings.deadlines[found.route.deadline]);
    }
    if (found.route.json && !admitsJson(request.headers.accept)) throw new NotAcceptable();
    request.params = found.params;
    const { handler, verb } = found.route;
    if (verb === 'GET' || !requestContext || request.headers[KEY_HEADER] === undefined)
      return handler(request, response, next);
    return withKey(requestContext, () => handler(request, response, next));
  }
}
