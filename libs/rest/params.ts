import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { type NamedCall, InputRefused } from '../kernel/index.js';
import { fieldsOf } from '../records/index.js';
import { BODY, declareBody } from './handler-metadata.js';
import type { BodyLimit, BodySpec, StreamShown, Caller, StoreView } from '../operations/index.js';
import { requestContextOf, type FieldGuard, fieldGuard } from '../web/index.js';
import { bodyValue, pathId, queryValue, type QuerySpec } from '../calls/index.js';

const requestOf = (context: ExecutionContext): Request => context.switchToHttp().getRequest<Request>();

const specOf = (context: ExecutionContext): BodySpec => Reflect.getMetadata(BODY, context.getHandler()) as BodySpec;

const opened = createParamDecorator((guard: FieldGuard | undefined, context: ExecutionContext): unknown => {
  const request = requestOf(context);
  const spec = specOf(context);
  if (spec.kind === 'stream') return request;
  const requestContext = requestContextOf(request);
  return bodyValue(requestContext, requestContext, spec, guard);
});

const taking =
  (spec: BodySpec): ParameterDecorator =>
  (target, key, index) => {
    if (key === undefined) throw new Error('a body belongs to a method');
    declareBody(target, key, spec);
    opened('resource' in spec ? fieldGuard(spec.resource) : undefined)(target, key, index);
  };

/**
 * A body without a wrapper, with the declared fields of a class as keys (wire.md §2). `refused` lists names, in
 * snake_case, that this caller must not send but others may, with the error message.
 */
export const PlainBody = (
  of: new () => object,
  { limit = 'default', refused = {} }: { limit?: BodyLimit; refused?: Readonly<Record<string, string>> } = {},
) => taking({ kind: 'plain', fields: fieldsOf(of), refused, limit });

/** Injects the request itself; the handler reads and limits its bytes. */
export const StreamsBody = (shown?: StreamShown) =>
  taking({ kind: 'stream', ...(shown === undefined ? {} : { shown }) });

/**
 * Injects the caller: always defined after `Needs` and `NeedsCustomer`, possibly undefined after `needs.storefront`.
 */
export const SignedIn = createParamDecorator(
  (_: unknown, context: ExecutionContext): Caller | undefined => requestContextOf(requestOf(context)).caller,
);

/** Injects the store view of the request: the one named in the path, or the default one. */
export const InStore = createParamDecorator((_: unknown, context: ExecutionContext): StoreView | Promise<StoreView> =>
  requestContextOf(requestOf(context)).storeView(),
);

/** Injects the store view named in the path; undefined if there is none. */
export const NamedStore = createParamDecorator(
  (_: unknown, context: ExecutionContext): StoreView | undefined => requestContextOf(requestOf(context)).store,
);

/**
 * Injects the call's idempotency key for a handler that uses `KeepsSteps`; the query is not part of the key. Undefined
 * without a key.
 */
export const IdempotentCall = createParamDecorator(
  (_: unknown, context: ExecutionContext): NamedCall | undefined => requestContextOf(requestOf(context)).sent?.pathCall,
);

const readPathId = createParamDecorator((name: string, context: ExecutionContext): number =>
  pathId(String(requestOf(context).params[name] ?? ''), name),
);

export const PATH_IDS = 'webapi:path-ids';

/** Injects an id from the path: `@PathId('id')`. */
export const PathId =
  (name: string): ParameterDecorator =>
  (target, key, index) => {
    if (key === undefined) throw new Error('an id of a path belongs to a method');
    const method = (target as Readonly<Record<string | symbol, object>>)[key] as object;
    const names = (Reflect.getMetadata(PATH_IDS, method) as readonly string[] | undefined) ?? [];
    Reflect.defineMetadata(PATH_IDS, [...names, name], method);
    readPathId(name)(target, key, index);
  };

/** Injects a business key from the path, percent-decoded once. */
export const PathKey = createParamDecorator((name: string, context: ExecutionContext): string =>
  String(requestOf(context).params[name] ?? ''),
);

export const QUERY = 'webapi:query';

const queried = createParamDecorator((spec: QuerySpec, context: ExecutionContext): unknown =>
  queryValue(requestOf(context), spec),
);

/**
 * Injects the query parameters declared by the class, in both spellings. Others are ignored, or refused if `strict`,
 * because a misspelled parameter would change the meaning of the request. `criteria`: the handler reads search
 * criteria itself.
 */
export const Queried =
  (
    of: new () => object,
    { strict = false, criteria = false }: { readonly strict?: boolean; readonly criteria?: boolean } = {},
  ): ParameterDecorator =>
  (target, key, index) => {
    if (key === undefined) throw new Error('query parameters belong to a method');
    const fields = fieldsOf(of);
    Reflect.defineMetadata(QUERY, fields, (target as Readonly<Record<string | symbol, object>>)[key] as object);
    queried({ fields, strict, criteria })(target, key, index);
  };

/**
 * The store view named by the header `Store`, as in the platform's GraphQL; without it the one in the path, or the
 * default one. Throws if it does not exist.
 */
export const storeOfHeader = async (request: Request): Promise<StoreView> => {
  const requestContext = requestContextOf(request);
  const { store: code } = request.headers;
  if (typeof code !== 'string' || code === '') return requestContext.storeView();
  const found = await requestContext.storeByCode(code);
  if (!found) throw InputRefused.sentence('Requested store is not found');
  return found;
};
