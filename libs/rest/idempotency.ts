import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { RequestMethod, SetMetadata } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import type { Request } from 'express';
import { InputRefused, invalidValue, type StoredAnswer, type NamedCall } from '../kernel/index.js';
import { containsSecret } from '../calls/index.js';
import { snakeCase } from '../records/index.js';
import { Answer, versioned } from './answers.js';
import { BODY } from './handler-metadata.js';
import type { BodySpec, AnswerSpec } from '../operations/index.js';
import {
  DESCRIPTION,
  type Description,
  type HttpRequestContext,
  BYTES,
  ONLY_READS,
  UNSTORED,
  type KeyUse,
} from '../web/index.js';

/** Header with the idempotency key of a call. */
export const KEY_HEADER = 'idempotency-key';
const SHOWN_HEADER = 'Idempotency-Key';

/** Visible ASCII, which no client or proxy changes. */
const KEY_FORM = /^[\x21-\x7e]{1,255}$/;

const KEEPS_STEPS = 'webapi:keeps-steps';

/** Marks a handler that runs in several transactions and stores its progress itself, under `IdempotentCall`. */
export const KeepsSteps = (): MethodDecorator => SetMetadata(KEEPS_STEPS, true);

/** The parts of a handler's declaration that determine how it uses idempotency keys. */
interface KeyUseParts {
  readonly verb: string;
  readonly onlyReads: boolean;
  readonly keepsSteps: boolean;
  readonly bytes: boolean;
  /** Whether its responses are never stored. */
  readonly unstored: boolean;
  readonly answer: AnswerSpec | undefined;
}

/** HTTP methods of calls that may have an idempotency key. */
const WRITING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

const keyUse = ({ verb, onlyReads, keepsSteps, bytes, unstored, answer }: KeyUseParts): KeyUse => {
  if (onlyReads || bytes || !WRITING.has(verb)) return 'none';
  if (unstored || containsSecret(answer)) return 'secret';
  return keepsSteps ? 'steps' : 'once';
};

const metadata = <T>(key: string, handler: object): T | undefined => Reflect.getMetadata(key, handler) as T | undefined;

/** The use of idempotency keys by a handler, from its metadata. */
export const keyUseOf = (handler: object): KeyUse => {
  const verb = metadata<RequestMethod>(METHOD_METADATA, handler);
  return keyUse({
    verb: verb === undefined ? '' : RequestMethod[verb],
    onlyReads: metadata<boolean>(ONLY_READS, handler) ?? false,
    keepsSteps: metadata<boolean>(KEEPS_STEPS, handler) ?? false,
    bytes: metadata<boolean>(BYTES, handler) ?? false,
    unstored: metadata<boolean>(UNSTORED, handler) ?? false,
    answer: metadata<Description>(DESCRIPTION, handler)?.answer,
  });
};

/** Whether the body contains one of these names, at any depth. */
const bringsSecret = (body: unknown, names: ReadonlySet<string>): boolean => {
  if (names.size === 0 || typeof body !== 'object' || body === null) return false;
  if (Array.isArray(body)) return body.some((item) => bringsSecret(item, names));
  return Object.entries(body).some(
    ([key, value]) => (names.has(snakeCase(key)) && value !== null) || bringsSecret(value, names),
  );
};

const noSecrets = (): InputRefused =>
  InputRefused.sentence(
    'The header %header is not allowed here, because responses with secrets are not stored. Send the request without it.',
    { header: SHOWN_HEADER },
  );

const digestOf = (...parts: readonly string[]): string => createHash('sha256').update(parts.join('\n')).digest('hex');

/** What the guard knows about a request with an idempotency key. */
interface Keyed {
  readonly request: Request;
  readonly requestContext: HttpRequestContext;
  readonly use: KeyUse;
  readonly body: BodySpec | undefined;
  readonly secrets: ReadonlySet<string>;
  /** Digest of media type and body; empty if there is no body or the handler reads it. */
  readonly digest: string;
}

/**
 * Validates the idempotency key and stores it in the request context. Runs after the body is read, so that
 * unauthorized callers learn nothing. Anonymous callers cannot be identified, so their calls are not stored.
 */
export const nameCall = ({ request, requestContext, use, body, secrets, digest }: Keyed): void => {
  if (use === 'secret') throw noSecrets();
  if (use === 'none' || !requestContext.caller) return;
  const raw = request.headers[KEY_HEADER];
  if (typeof raw !== 'string' || !KEY_FORM.test(raw))
    throw new InputRefused(invalidValue(SHOWN_HEADER, raw, '1 to 255 visible ASCII characters'));
  if (bringsSecret(requestContext.body, secrets)) throw noSecrets();
  const { kind, id } = requestContext.caller;
  const { method, url } = request;
  const queryAt = url.indexOf('?');
  const store = requestContext.store?.code ?? '';
  const named = (path: string): NamedCall => ({
    caller: `${kind}:${id}`,
    route: digestOf(method, store, path),
    key: raw,
    digest: body?.kind === 'stream' && digest === '' ? () => requestContext.streamedDigest : digest,
  });
  requestContext.sent = { call: named(url), pathCall: named(queryAt === -1 ? url : url.slice(0, queryAt)) };
};

const running = new AsyncLocalStorage<HttpRequestContext>();

/** Runs the rest of a request with an idempotency key, so that its handler finds the call. */
export const withKey = <T>(requestContext: HttpRequestContext, work: () => T): T => running.run(requestContext, work);

const keptOf = (result: unknown): StoredAnswer => {
  const body = result instanceof Answer ? result.body : result;
  const version = result instanceof Answer ? result.version : undefined;
  return { text: JSON.stringify(body ?? null), version };
};

const answerOf = ({ text, version }: StoredAnswer): unknown => {
  const body = JSON.parse(text) as unknown;
  return version === undefined ? body : versioned(body, version);
};

type Method = (this: unknown, ...args: unknown[]) => unknown;

const once = (method: Method): Method => {
  const isRepeatable = metadata<BodySpec>(BODY, method)?.kind !== 'stream';
  return function (...args) {
    const requestContext = running.getStore();
    const call = requestContext?.sent?.call;
    if (!call) return method.apply(this, args);
    const work = async (): Promise<StoredAnswer> => keptOf(await method.apply(this, args));
    return requestContext.idempotencyStore.once(call, work, isRepeatable).then(answerOf);
  };
};

/**
 * Makes the handlers of a controller run once per idempotency key (wire.md, "Sending again"). Wraps them at
 * declaration, so that requests without a key take the normal path.
 */
export const makeIdempotent = (controller: abstract new (...args: never[]) => object): void => {
  const prototype = controller.prototype as object;
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    const method: unknown = property.value;
    if (typeof method !== 'function' || !Reflect.hasMetadata(METHOD_METADATA, method)) continue;
    if (keyUseOf(method) !== 'once') continue;
    const wrapped = once(method as Method);
    for (const key of Reflect.getOwnMetadataKeys(method) as readonly string[])
      Reflect.defineMetadata(key, Reflect.getOwnMetadata(key, method), wrapped);
    Object.defineProperty(wrapped, 'name', { value: method.name });
    Object.defineProperty(prototype, name, { ...property, value: wrapped });
  }
};
