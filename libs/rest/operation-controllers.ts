import {
  createParamDecorator,
  Delete,
  type ExecutionContext,
  Get,
  HttpCode,
  HttpStatus,
  Inject,
  Patch,
  Post,
  Put,
  SetMetadata,
  type Type,
  Controller,
} from '@nestjs/common';
import type { Request } from 'express';
import {
  type Answered,
  HttpOperationContext,
  isOpenSearch,
  type Sent,
  ServedOperation,
  ServedOperations,
} from '../calls/index.js';
import { ChangeLog, grouped } from '../kernel/index.js';
import { fieldsOf, References } from '../records/index.js';
import {
  bodyOf,
  type BodySpec,
  type Operation,
  type OperationContext,
  type ServiceToken,
  REST_BASE,
} from '../operations/index.js';
import {
  AnonymousSearches,
  Describes,
  selectedFields,
  type HttpRequestContext,
  requestContextOf,
  NEED,
  NeverStored,
  NoSession,
  OnlyReads,
} from '../web/index.js';
import { versioned } from './answers.js';
import { Within, declareBody } from './handler-metadata.js';
import { RESOURCE } from './declared-routes.js';
import { Heavy } from './heavy.js';
import { KeepsSteps, makeIdempotent } from './idempotency.js';
import { PATH_IDS, QUERY } from './params.js';
import { SEARCHED } from './searched.js';

/**
 * Creates a controller below `/rest/V1/`, whose leading path segment may be renamed (`segments`). Its writes run once
 * per Idempotency-Key (wire.md, "Sending again"). `base`: a different base path.
 */
export const RestController =
  (path: string, base: string = REST_BASE): ClassDecorator =>
  (controller) => {
    makeIdempotent(controller as unknown as abstract new (...args: never[]) => object);
    Controller(`${base}/${path}`)(controller);
  };

const VERBS = { GET: Get, POST: Post, PUT: Put, PATCH: Patch, DELETE: Delete } as const;

/** The operation of a price question, whose handler is not Nest's. */
export const QUESTION = 'webapi:question';

interface RestCall {
  readonly request: Request;
  readonly sent: Sent;
  readonly requestContext: HttpRequestContext;
  readonly context: OperationContext;
}

/** The parts of a request from which an operation's input is read. Parses the query only if needed. */
class RequestSent implements Sent {
  constructor(
    private readonly request: Request,
    private readonly requestContext: HttpRequestContext,
  ) {}

  get params() {
    // The routes have no wildcards, so each path parameter is one string.
    return this.request.params as Sent['params'];
  }

  get query() {
    return this.request.query;
  }

  get body() {
    return this.requestContext.body;
  }
}

export const restCallOf = (request: Request): RestCall => {
  const requestContext = requestContextOf(request);
  return {
    request,
    sent: new RequestSent(request, requestContext),
    requestContext,
    context: new HttpOperationContext(requestContext, {
      ifMatch: request.headers['if-match'],
      ifNoneMatch: request.headers['if-none-match'],
      fields: () => selectedFields(request),
    }),
  };
};

const callOf = createParamDecorator((_: unknown, context: ExecutionContext) =>
  restCallOf(context.switchToHttp().getRequest<Request>()),
);

/** What an operation answers to a call, in the form of the wire. */
export const answerOf = async (
  operation: ServedOperation,
  { request, sent, requestContext, context }: RestCall,
): Promise<unknown> => {
  const call = (read: Sent) => operation.run(operation.read(read, requestContext), context);
  const own = operation.operation.rest.body;
  const { body, version } = own
    ? await operation
        .service<ReadsBody>(own.by)
        .call(request, (read) => call({ params: sent.params, query: sent.query, body: read }))
    : await call(sent);
  return version === undefined ? body : versioned(body, version);
};

type Method = (this: { readonly served: Served }, call: RestCall) => Promise<unknown>;

/** Reads the body of a request itself. Around `save`, it may store data in addition to the record. */
export interface ReadsBody {
  call(request: Request, save: (body: unknown) => Promise<Answered>): Promise<Answered>;
}

const methodOf = ({ name }: Operation): Method =>
  function (call) {
    return answerOf(served(this.served, name), call);
  };

/** The operations of a controller by name. */
type Served = ReadonlyMap<string, ServedOperation>;

const served = (operations: Served, name: string): ServedOperation => {
  const found = operations.get(name);
  if (!found) throw new Error(`${name} is no operation of this controller`);
  return found;
};

/** The body as the guard and the documentation handle it. */
const restBody = (body: BodySpec, { body: own }: Operation['rest']): BodySpec =>
  own && body.kind === 'record' ? { kind: 'stream', record: body.resource, more: fieldsOf(own.takes) } : body;

const decorate = (prototype: object, operation: Operation): void => {
  const { service, name, rest, right, effect, input, output } = operation;
  // Otherwise it would silently overwrite the existing member.
  if (name === 'served' || name in prototype) throw new Error(`${service} has something called ${name} already`);
  const property = { value: methodOf(operation), writable: true, configurable: true };
  Object.defineProperty(property.value, 'name', { value: name });
  Object.defineProperty(prototype, name, property);
  const body = bodyOf(input);
  const parts = Object.values(input);
  const metadata: readonly (readonly [string, unknown])[] = [
    [NEED, right],
    [RESOURCE, operation.resource],
    [PATH_IDS, parts.flatMap((part) => (part.from === 'id' ? [part.name] : []))],
    [QUERY, parts.flatMap((part) => (part.from === 'query' ? part.fields : []))],
    [SEARCHED, parts.find(({ from }) => from === 'criteria')],
    [QUESTION, body?.kind === 'plain' && body.limit === 'question' ? operation : undefined],
  ];
  const decorators: readonly MethodDecorator[] = [
    VERBS[rest.verb](rest.path),
    ...metadata.flatMap(([key, value]) => (value === undefined ? [] : [SetMetadata(key, value)])),
    Describes({ ...operation, answer: output }),
    ...(effect === 'reads' && rest.verb !== 'GET' ? [OnlyReads()] : []),
    ...(operation.deadline === undefined ? [] : [Within(operation.deadline)]),
    ...(operation.heavy === undefined ? [] : [Heavy(operation.heavy)]),
    ...(operation.keepsSteps ? [KeepsSteps()] : []),
    // Accepted for later processing. SOAP uses 200, because its 202 has no body.
    ...(operation.startsJob ? [HttpCode(HttpStatus.ACCEPTED)] : []),
    ...(rest.neverStored ? [NeverStored()] : []),
    ...(rest.noSession ? [NoSession()] : []),
  ];
  for (const apply of decorators) apply(prototype, name, property);
  if (body) declareBody(prototype, name, restBody(body, rest));
  callOf()(prototype, name, 0);
};

const controllerOf = (service: string, operations: readonly Operation[]): Type => {
  const lane = operations.some(isOpenSearch) ? [AnonymousSearches] : [];
  const readers = operations.flatMap(({ rest }) => (rest.body ? [rest.body.by] : []));
  const tokens = [...new Set<ServiceToken>([...operations.flatMap(({ by }) => by), ...readers, ...lane])];
  class OperationsController {
    readonly served: Served;

    constructor(all: ServedOperations, changes: ChangeLog, references: References, ...found: readonly unknown[]) {
      const services = new Map(tokens.map((token, index) => [token, found[index]]));
      const find = <S>(token: ServiceToken<S>): S => services.get(token) as S;
      this.served = new Map(operations.map((one) => [one.name, new ServedOperation(one, find, changes, references)]));
      for (const operation of this.served.values()) all.add(operation);
    }
  }
  for (const [index, token] of [ServedOperations, ChangeLog, References, ...tokens].entries())
    Inject(token)(OperationsController, undefined, index);
  for (const operation of operations) decorate(OperationsController.prototype, operation);
  Object.defineProperty(OperationsController, 'name', { value: `${service}Controller` });
  RestController('')(OperationsController);
  return OperationsController;
};

/** REST controllers for these operations, one per service, for the module that provides the services. */
export const operationControllers = (operations: readonly Operation[]): Type[] =>
  [...grouped(operations, ({ service }) => service)].map(([service, own]) => controllerOf(service, own));
