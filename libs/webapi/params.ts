import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { InputRefused, type NamedCall, NoSuchEntity, refuse, sentence, shown } from '../kernel/index.js';
import {
  type Field,
  fieldsOf,
  readFields,
  type Recorded,
  type Resource,
  snakeCase,
  withBusinessKeys,
} from '../records/index.js';
import { BODY, type BodyLimit, type BodySpec, declareBody, type StreamShown } from './body-specs.js';
import type { Caller } from './callers.js';
import { type Exchange, exchangeOf } from './exchange.js';
import { type FieldGuard, fieldGuard } from './field-rights.js';
import type { StoreView } from './store-views.js';
import { plainObject, unwrapList, unwrapObject } from './wrapper.js';

const requestOf = (context: ExecutionContext): Request => context.switchToHttp().getRequest<Request>();

const specOf = (context: ExecutionContext): BodySpec => Reflect.getMetadata(BODY, context.getHandler()) as BodySpec;

const readAll = (fields: readonly Field[], raw: Readonly<Record<string, unknown>>, mode: 'create' | 'change') => {
  const { values, faults } = readFields(fields, raw, mode);
  refuse(faults);
  return values;
};

const refusedFaults = (object: Readonly<Record<string, unknown>>, refused: Readonly<Record<string, string>>) =>
  Object.keys(object).flatMap((key) => {
    const name = snakeCase(key);
    return Object.hasOwn(refused, name) ? [sentence(refused[name] ?? '', { fieldName: key }, key)] : [];
  });

/** Made when the body is declared: what of it needs a right of its own. */
type Judge = (sent: Iterable<object>) => void;

const bodyOf = ({ body }: Exchange, spec: BodySpec, request: Request, judge: Judge): unknown => {
  switch (spec.kind) {
    case 'record': {
      const record = unwrapObject(body, spec.resource.wrapper);
      judge([record]);
      return record;
    }
    case 'records': {
      const records = unwrapList(body, spec.wrapper);
      judge(records);
      return records;
    }
    case 'wrapped':
      return readAll(spec.fields, unwrapObject(body, spec.wrapper), spec.mode);
    case 'plain': {
      const object = plainObject(body);
      refuse(refusedFaults(object, spec.refused));
      return readAll(spec.fields, object, 'create');
    }
    case 'bulk':
      judge(body as readonly object[]);
      return body;
    case 'any':
      return body;
    case 'stream':
      return request;
  }
};

const opened = createParamDecorator((guard: FieldGuard | undefined, context: ExecutionContext): unknown => {
  const request = requestOf(context);
  const exchange = exchangeOf(request);
  return bodyOf(exchange, specOf(context), request, (sent) => guard?.(sent, exchange.caller, exchange.settings));
});

const taking =
  (spec: BodySpec): ParameterDecorator =>
  (target, key, index) => {
    if (key === undefined) throw new Error('a body belongs to a method');
    declareBody(target, key, spec);
    opened('resource' in spec ? fieldGuard(spec.resource) : undefined)(target, key, index);
  };

/** The record of the body out of its wrapper, as sent (`Input`): its service reads it. */
export const RecordBody = <T extends Recorded>(resource: Resource<T>, limit: BodyLimit = 'default') =>
  taking({ kind: 'record', resource, limit });

/** A list of records out of its wrapper, as sent (`readonly Input[]`). */
export const RecordsBody = <T extends Recorded>(wrapper: string, resource: Resource<T>, limit: BodyLimit = 'bulk') =>
  taking({ kind: 'records', wrapper, resource, limit });

/** The rows of a bulk call (`readonly Input[]`), business keys in the place of ids among them. */
export const BulkRows = <T extends Recorded>(resource: Resource<T>) =>
  taking({ kind: 'bulk', resource: withBusinessKeys(resource), limit: 'bulk' });

/** The body's fields out of a wrapper, read as the class declares them; `change` leaves out what wasn't sent. */
export const WrappedBody = (wrapper: string, of: new () => object, mode: 'create' | 'change' = 'create') =>
  taking({ kind: 'wrapped', wrapper, fields: fieldsOf(of), mode, limit: 'default' });

/**
 * A body without wrapper: its keys are the fields that the class declares (wire.md §2). `refused` names, in snake_case,
 * what other callers may send and this one mustn't, with the sentence that says so.
 */
export const PlainBody = (
  of: new () => object,
  { limit = 'default', refused = {} }: { limit?: BodyLimit; refused?: Readonly<Record<string, string>> } = {},
) => taking({ kind: 'plain', fields: fieldsOf(of), refused, limit });

/** The decoded body as it is. */
export const AnyBody = (limit: BodyLimit = 'default') => taking({ kind: 'any', limit });

/** The request itself, unread: the handler takes its bytes as they come, and limits them. */
export const StreamsBody = (shown?: StreamShown) =>
  taking({ kind: 'stream', ...(shown === undefined ? {} : { shown }) });

/** Who asks: behind `Needs` and `NeedsCustomer` always somebody, behind `StorefrontContext` maybe nobody. */
export const SignedIn = createParamDecorator(
  (_: unknown, context: ExecutionContext): Caller | undefined => exchangeOf(requestOf(context)).caller,
);

/** The store view of the request: the one that the path names, else the default one. */
export const InStore = createParamDecorator((_: unknown, context: ExecutionContext): StoreView | Promise<StoreView> =>
  exchangeOf(requestOf(context)).storeView(),
);

/** The store view that the path names; undefined where it names none. */
export const NamedStore = createParamDecorator(
  (_: unknown, context: ExecutionContext): StoreView | undefined => exchangeOf(requestOf(context)).store,
);

/** The call as its sender has named it, whatever its query, for a handler that `KeepsSteps`; undefined without a name. */
export const IdempotentCall = createParamDecorator(
  (_: unknown, context: ExecutionContext): NamedCall | undefined => exchangeOf(requestOf(context)).sent?.pathCall,
);

const INT_TEXT = /^-?\d+$/;

/** An id of a path (wire.md §2). One that no record can have is 404 like any other. */
export const pathId = (raw: string, fieldName = 'id'): number => {
  if (!INT_TEXT.test(raw)) {
    throw new InputRefused(
      sentence(`The "${shown(raw)}" value's type is invalid. The "int" type was expected. Verify and try again.`),
    );
  }
  const id = Number(raw) || 0;
  if (id < 0 || id > 2_147_483_647) throw new NoSuchEntity(fieldName, Number.isSafeInteger(id) ? id : shown(raw));
  return id;
};

/** What stands for an id that no record can have, where that is no fault. */
const OF_NOBODY = -1;

/** An id of a path that needn't be anybody's: one that no record can have is -1. */
export const pathIdOrNobodys = (raw: string): number => {
  try {
    return pathId(raw);
  } catch (error) {
    if (error instanceof NoSuchEntity) return OF_NOBODY;
    throw error;
  }
};

interface PathIdSpec {
  readonly name: string;
  readonly orNobodys: boolean;
}

const readPathId = createParamDecorator(({ name, orNobodys }: PathIdSpec, context: ExecutionContext): number => {
  const raw = String(requestOf(context).params[name] ?? '');
  return orNobodys ? pathIdOrNobodys(raw) : pathId(raw, name);
});

export const PATH_IDS = 'webapi:path-ids';

/**
 * The id of a path: `@PathId('id')`. With `orNobodys` a route says that the id needn't be anybody's: then one that no
 * record can have is answered like one that no record has.
 */
export const PathId =
  (name: string, { orNobodys = false }: { readonly orNobodys?: boolean } = {}): ParameterDecorator =>
  (target, key, index) => {
    if (key === undefined) throw new Error('an id of a path belongs to a method');
    const method = (target as Readonly<Record<string | symbol, object>>)[key] as object;
    const names = (Reflect.getMetadata(PATH_IDS, method) as readonly string[] | undefined) ?? [];
    Reflect.defineMetadata(PATH_IDS, [...names, name], method);
    readPathId({ name, orNobodys })(target, key, index);
  };

/** A business key of a path, percent-decoded once. */
export const PathKey = createParamDecorator((name: string, context: ExecutionContext): string =>
  String(requestOf(context).params[name] ?? ''),
);

export const QUERY = 'webapi:query';

interface QuerySpec {
  readonly fields: readonly Field[];
  readonly strict: boolean;
}

/** What any answer takes (wire.md §3). */
const FIELDS = 'fields';

const queried = createParamDecorator(({ fields, strict }: QuerySpec, context: ExecutionContext): unknown => {
  const { query } = requestOf(context);
  const names = new Set(fields.flatMap(({ name, property }) => [name, property]));
  const entries = Object.entries(query).filter(([name]) => (strict ? name !== FIELDS : names.has(name)));
  return readAll(fields, Object.fromEntries(entries), 'create');
});

/**
 * Query parameters as the class declares them, in both spellings. Others are passed over; where `strict` they are
 * refused, since a misspelt one would quietly ask another question.
 */
export const Queried =
  (of: new () => object, { strict = false }: { readonly strict?: boolean } = {}): ParameterDecorator =>
  (target, key, index) => {
    if (key === undefined) throw new Error('query parameters belong to a method');
    const fields = fieldsOf(of);
    Reflect.defineMetadata(QUERY, fields, (target as Readonly<Record<string | symbol, object>>)[key] as object);
    queried({ fields, strict })(target, key, index);
  };
