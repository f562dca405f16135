import { ASYNC_BASE, ASYNC_BULK_BASE, type BodySpec, REST_BASE } from '../operations/index.js';
import { DESCRIPTION, type Description, type ServedCall } from '../web/index.js';
import { BODY } from './body.js';

/** Interfaces by how their paths begin. */
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
 * The name of a route in metrics and traces: its operation, otherwise its method and path as declared. Never the
 * values of path variables.
 */
export const servedCall = (verb: string, path: string, handler: object): ServedCall => {
  const described = Reflect.getMetadata(DESCRIPTION, handler) as Description | undefined;
  const { service, name } = described ?? {};
  return {
    operation: service !== undefined && name !== undefined ? `${service}.${name}` : `${verb} ${path}`,
    interfaceName: interfaceOf(path, handler),
  };
};
