import {
  type Need,
  type BodySpec,
  type SearchSpec,
  ASYNC_BASE,
  ASYNC_BULK_BASE,
  REST_BASE,
} from '../operations/index.js';
import type { Description } from './route-decorators.js';
import type { Resource, Field } from '../records/index.js';
import type { WireSettings } from './settings.js';
import { fieldRights } from './field-rights.js';
import { TIMING_RIGHT } from './timed-requests.js';
/**
 * Effect of an idempotency key on a route. `once`: the call runs once; `steps`: the handler ensures that itself;
 * `secret`: refused, because a response with a secret is never stored; `none`: the route writes nothing.
 */
export type KeyUse = 'once' | 'steps' | 'secret' | 'none';

/** Everything that a handler declares, for the check at startup and the OpenAPI document. */
export interface DeclaredRoute {
  /** `GET`, `POST`, … */
  readonly verb: string;
  /** The declared path, before `segments` of the settings are applied: `/rest/V1/commerce/stores/:id`. */
  readonly path: string;
  /** `StoreController.get`. */
  readonly handler: string;
  readonly need: Need | undefined;
  /** Status of a success: 200, or 202 if the call is only accepted. */
  readonly status: number;
  readonly body: BodySpec | undefined;
  readonly search: SearchSpec | undefined;
  readonly query: readonly Field[];
  /** Path parameters that are ids; the others are keys. */
  readonly pathIds: readonly string[];
  readonly description: Description | undefined;
  readonly bytes: boolean;
  /** Effect of an Idempotency-Key on this route. */
  readonly keyUse: KeyUse;
  /** Whether its body may contain a secret. */
  readonly takesSecret: boolean;
  /** Whether its calls need a slot for heavy calls. */
  readonly heavy: boolean;
  /** Only for record controllers. */
  readonly resource: Resource | undefined;
}

export const isRestRoute = ({ path }: DeclaredRoute): boolean => path === REST_BASE || path.startsWith(`${REST_BASE}/`);

const BASES = [REST_BASE, ASYNC_BASE, ASYNC_BULK_BASE];

/** A declared path with this installation's names for leading segments. */
export const servedPath = (path: string, { segments }: Pick<WireSettings, 'segments'>): string => {
  const base = BASES.find((one) => path.startsWith(`${one}/`));
  if (base === undefined) return path;
  const [segment = '', ...rest] = path.slice(base.length + 1).split('/');
  return [base, segments[segment] ?? segment, ...rest].join('/');
};

/** All declared routes of the application; implemented by `libs/rest`. */
export abstract class DeclaredRoutes {
  abstract readonly all: readonly DeclaredRoute[];

  /** The rights required by routes and by fields of their records. */
  get rights(): readonly string[] {
    const ofRoutes = this.all.flatMap(({ need, body }) => [
      ...(need?.kind === 'right' ? [need.right] : []),
      ...(need?.kind === 'own' ? [need.all] : []),
      ...(body && 'resource' in body ? fieldRights(body.resource) : []),
    ]);
    return [...ofRoutes, TIMING_RIGHT];
  }
}
