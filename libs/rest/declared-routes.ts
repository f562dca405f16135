import type { DiscoveryService } from '@nestjs/core';
import { RequestMethod, type Type } from '@nestjs/common';
import { HTTP_CODE_METADATA, METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { BODY } from './handler-metadata.js';
import type { BodySpec, Need, SearchSpec } from '../operations/index.js';
import {
  DESCRIPTION,
  type Description,
  BYTES,
  NEED,
  type DeclaredRoute,
  isRestRoute,
  DeclaredRoutes,
} from '../web/index.js';
import { HEAVY } from './heavy.js';
import { secretNames } from '../calls/index.js';
import { keyUseOf } from './idempotency.js';
import { PATH_IDS, QUERY } from './params.js';
import { SEARCHED } from './searched.js';
import type { Field, Resource } from '../records/index.js';

/** The record from whose declaration an operation is derived. */
export const RESOURCE = 'webapi:resource';

/** Also for operations that create records (wire.md, "1. Routing"). */
const SUCCESS = 200;

const pathsOf = (raw: string | readonly string[] | undefined): readonly string[] =>
  typeof raw === 'string' ? [raw] : (raw ?? ['']);

const joined = (...parts: readonly string[]): string =>
  `/${parts
    .flatMap((part) => part.split('/'))
    .filter((part) => part !== '')
    .join('/')}`;

const methodsOf = (controller: Type): ReadonlyMap<string, object> => {
  const methods = new Map<string, object>();
  for (
    let prototype = controller.prototype as object | null;
    prototype !== null && prototype !== Object.prototype;
    prototype = Object.getPrototypeOf(prototype) as object | null
  ) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (typeof value === 'function' && name !== 'constructor' && !methods.has(name))
        methods.set(name, value as object);
    }
  }
  return methods;
};

const metadata = <T>(key: string, of: object): T | undefined => Reflect.getMetadata(key, of) as T | undefined;

const routesOf = (controller: Type): readonly DeclaredRoute[] =>
  [...methodsOf(controller)].flatMap(([name, method]) => {
    const verb = metadata<RequestMethod>(METHOD_METADATA, method);
    if (verb === undefined) return [];
    return pathsOf(metadata(PATH_METADATA, controller)).flatMap((base) =>
      pathsOf(metadata(PATH_METADATA, method)).map((path) => ({
        verb: RequestMethod[verb],
        path: joined(base, path),
        handler: `${controller.name}.${name}`,
        need: metadata<Need>(NEED, method),
        status: metadata<number>(HTTP_CODE_METADATA, method) ?? SUCCESS,
        body: metadata<BodySpec>(BODY, method),
        search: metadata<SearchSpec>(SEARCHED, method),
        query: metadata<readonly Field[]>(QUERY, method) ?? [],
        pathIds: metadata<readonly string[]>(PATH_IDS, method) ?? [],
        description: metadata<Description>(DESCRIPTION, method),
        bytes: Reflect.hasMetadata(BYTES, method),
        keyUse: keyUseOf(method),
        takesSecret: secretNames(metadata<BodySpec>(BODY, method)).size > 0,
        heavy: Reflect.hasMetadata(HEAVY, method),
        resource: metadata<Resource>(RESOURCE, method),
      })),
    );
  });

/**
 * Errors in the declarations of these routes: a handler without a right (wire.md §6), a route below `/rest/V1` that
 * the OpenAPI document cannot describe (§7), a GET or DELETE with a body.
 */
export const routeFaults = (routes: readonly DeclaredRoute[]): readonly string[] =>
  routes.flatMap((route) => {
    const { handler, verb, need, body, description } = route;
    return [
      ...(need ? [] : [`${handler} does not declare a right`]),
      ...(isRestRoute(route) && !description ? [`${handler} has no description`] : []),
      ...(body && verb !== 'POST' && verb !== 'PUT' && verb !== 'PATCH'
        ? [`${handler} takes a body, but ${verb} carries none`]
        : []),
    ];
  });

/** The routes of the application's controllers. */
export class ControllerRoutes extends DeclaredRoutes {
  private found: readonly DeclaredRoute[] | undefined;

  constructor(private readonly discovery: DiscoveryService) {
    super();
  }

  override get all(): readonly DeclaredRoute[] {
    this.found ??= this.discovery
      .getControllers()
      .flatMap(({ metatype }) => (typeof metatype === 'function' ? routesOf(metatype as Type) : []));
    return this.found;
  }
}
