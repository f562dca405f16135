import { SetMetadata } from '@nestjs/common';
import type { DeadlineKind } from '../kernel/index.js';
import { deadlineKindOf } from '../calls/index.js';
import { type BodySpec, type Need, ASYNC_BASE, ASYNC_BULK_BASE, REST_BASE } from '../operations/index.js';
import { NEED, ONLY_READS, DESCRIPTION, type Description, type ServedCall } from '../web/index.js';

export const BODY = 'webapi:body';

type Target = Readonly<Record<string | symbol, unknown>>;

const functionAt = (target: object, key: string | symbol): object => (target as Target)[key] as object;

export const declareBody = (target: object, key: string | symbol, spec: BodySpec): void => {
  if (Reflect.hasMetadata(BODY, functionAt(target, key))) throw new Error(`${String(key)} declares two bodies`);
  Reflect.defineMetadata(BODY, spec, functionAt(target, key));
};

const WITHIN = 'webapi:within';

/** Overrides a handler's derived deadline, for example if it reads a whole table. */
export const Within = (kind: DeadlineKind): MethodDecorator => SetMetadata(WITHIN, kind);

const metadata = <T>(key: string, handler: object): T | undefined => Reflect.getMetadata(key, handler) as T | undefined;

export const deadlineOf = (verb: string, handler: object): DeadlineKind =>
  deadlineKindOf({
    verb,
    need: metadata<Need>(NEED, handler),
    body: metadata<BodySpec>(BODY, handler),
    onlyReads: metadata<boolean>(ONLY_READS, handler) ?? false,
    within: metadata<DeadlineKind>(WITHIN, handler),
  });

/** Interfaces by path prefix. */
const INTERFACES: readonly (readonly [base: string, interfaceName: string])[] = [
  [ASYNC_BULK_BASE, 'async_bulk'],
  [ASYNC_BASE, 'async'],
  ['/soap', 'soap'],
  [REST_BASE, 'rest'],
];

const interfaceOf = (path: string, handler: object): string => {
  const interfaceName = INTERFACES.find(([base]) => path === base || path.startsWith(`${base}/`))?.[1] ?? 'page';
  const isBulk = (Reflect.getMetadata(BODY, handler) as BodySpec | undefined)?.kind === 'bulk';
  return interfaceName === 'rest' && isBulk ? 'bulk' : interfaceName;
};

/**
 * The name of a route in metrics and traces: its operation, otherwise its method and declared path. Never contains
 * values of path parameters.
 */
export const servedCall = (verb: string, path: string, handler: object): ServedCall => {
  const described = Reflect.getMetadata(DESCRIPTION, handler) as Description | undefined;
  const { service, name } = described ?? {};
  return {
    operation: service !== undefined && name !== undefined ? `${service}.${name}` : `${verb} ${path}`,
    interfaceName: interfaceOf(path, handler),
  };
};
