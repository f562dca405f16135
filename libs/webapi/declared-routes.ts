import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { BODY, type BodySpec } from './body-specs.js';
import { DESCRIPTION, type Description } from './describe.js';
import { HEAVY } from './heavy.js';
import { keyUseOf, type KeyUse, secretNames } from './idempotency.js';
import { BYTES, NEED, type Need } from './needs.js';
import { PATH_IDS, QUERY } from './params.js';
import { REST_BASE } from './rest-controller.js';
import { SEARCHED, type SearchSpec } from './searched.js';
import { resourceOf } from './record-controller.js';
import type { Field, Resource } from '../records/index.js';

/** All that a handler declares: what the boot check judges and the OpenAPI document tells. */
export interface DeclaredRoute {
  /** `GET`, `POST`, … */
  readonly verb: string;
  /** As declared, before PRICING_SEGMENT: `/rest/V1/pricing/customerprice/:id`. */
  readonly path: string;
  /** `CustomerPriceController.get`. */
  readonly handler: string;
  readonly need: Need | undefined;
  readonly body: BodySpec | undefined;
  readonly search: SearchSpec | undefined;
  readonly query: readonly Field[];
  /** Variables of the path that are ids; the others are keys. */
  readonly pathIds: readonly string[];
  readonly description: Description | undefined;
  readonly bytes: boolean;
  /** What an Idempotency-Key does here. */
  readonly keyUse: KeyUse;
  /** Whether its body may bring a secret. */
  readonly takesSecret: boolean;
  /** Whether its calls take turns. */
  readonly heavy: boolean;
  /** Of the record controllers. */
  readonly resource: Resource | undefined;
}

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

/** The routes that a controller declares. */
export const routesOf = (controller: Type): readonly DeclaredRoute[] =>
  [...methodsOf(controller)].flatMap(([name, method]) => {
    const verb = metadata<RequestMethod>(METHOD_METADATA, method);
    if (verb === undefined) return [];
    return pathsOf(metadata(PATH_METADATA, controller)).flatMap((base) =>
      pathsOf(metadata(PATH_METADATA, method)).map((path) => ({
        verb: RequestMethod[verb],
        path: joined(base, path),
        handler: `${controller.name}.${name}`,
        need: metadata<Need>(NEED, method),
        body: metadata<BodySpec>(BODY, method),
        search: metadata<SearchSpec>(SEARCHED, method),
        query: metadata<readonly Field[]>(QUERY, method) ?? [],
        pathIds: metadata<readonly string[]>(PATH_IDS, method) ?? [],
        description: metadata<Description>(DESCRIPTION, method),
        bytes: Reflect.hasMetadata(BYTES, method),
        keyUse: keyUseOf(method),
        takesSecret: secretNames(metadata<BodySpec>(BODY, method)).size > 0,
        heavy: Reflect.hasMetadata(HEAVY, method),
        resource: resourceOf(controller),
      })),
    );
  });

export const isRestRoute = ({ path }: DeclaredRoute): boolean => path === REST_BASE || path.startsWith(`${REST_BASE}/`);

/**
 * What is wrong with the declarations of these routes: a handler without a right (wire.md §6), one below `/rest/V1`
 * that the OpenAPI document couldn't describe (§7), a GET or DELETE with a body.
 */
export const routeFaults = (routes: readonly DeclaredRoute[]): readonly string[] =>
  routes.flatMap((route) => {
    const { handler, verb, need, body, description } = route;
    return [
      ...(need ? [] : [`${handler} declares no right`]),
      ...(isRestRoute(route) && !description ? [`${handler} has no description`] : []),
      ...(body && verb !== 'POST' && verb !== 'PUT' ? [`${handler} takes a body, but ${verb} carries none`] : []),
    ];
  });
