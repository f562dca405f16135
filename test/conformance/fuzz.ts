import fc from 'fast-check';
import type { DeclaredRoute } from '../../libs/web/index.js';
import { type Reply, send } from '../support/send.js';
import { Samples } from './samples.js';
import { type Shot, shotAt } from './shots.js';
import type { World } from './world.js';

/** Texts that reveal internals of the server. */
const LEAKS = /SQLITE_|ER_[A-Z_]{4}|QueryFailedError|typeorm|node_modules|\n\s+at |\.ts:\d|RangeError|TypeError/;

export interface Target {
  readonly route: DeclaredRoute;
  /** The path of the served route. */
  readonly path: string;
  /** The statuses of this operation in the OpenAPI document. */
  readonly documented: ReadonlySet<number>;
  /** Token of a caller that has the required right. */
  readonly token: string;
}

const fire = (world: World, { route, path, token }: Target, shot: Shot): Promise<Reply> => {
  let index = 0;
  const at = path.replace(/:\w+/g, () => shot.ids[index++] ?? '1');
  const bearer = shot.token === 'root' ? token : 'x.y.z';
  const sends = ['POST', 'PUT', 'PATCH'].includes(route.verb);
  return send(world.base, {
    method: route.verb,
    path: shot.query === '' ? at : `${at}?${shot.query}`,
    ...(shot.token === 'none' ? {} : { token: bearer }),
    ...(sends ? { body: shot.body, headers: shot.type === undefined ? {} : { 'content-type': shot.type } } : {}),
  });
};

/** Valid requests for the five verbs, which prove that requests can get through. */
const goodShots = async (samples: Samples, route: DeclaredRoute, ids: readonly number[]): Promise<readonly Shot[]> => {
  const { resource, verb, body } = route;
  if (!resource) return [];
  const record = verb === 'POST' ? await samples.body(resource) : {};
  const takesRecord = body?.kind === 'record' || (body?.kind === 'stream' && 'record' in body);
  return [
    {
      ids: ids.map(String),
      query: route.search ? 'searchCriteria=' : '',
      body: takesRecord ? JSON.stringify({ [resource.wrapper]: record }) : '',
      type: 'application/json',
      token: 'root',
    },
  ];
};

/** Sends random requests to one route. Every response must be documented, JSON, and reveal no internals. */
export const fuzzRoute = async (world: World, target: Target, runs: number): Promise<ReadonlySet<number>> => {
  const samples = new Samples(world);
  const { resource, body } = target.route;
  const named = resource ?? (body && 'resource' in body ? body.resource : undefined);
  const stored = world.resources.all.find(({ table }) => table === named?.table);
  // A link identifies its sales entity by the shop's type and ID, which samples of the stored resource do not have.
  const sampled = stored?.fields.some(({ required, name }) => required && !named?.byName.has(name))
    ? undefined
    : stored;
  const ids = sampled ? [(await samples.create(sampled)).id, (await samples.create(sampled)).id] : [1];
  const bodies = sampled ? [await samples.body(sampled), await samples.fullBody(sampled)] : [];
  const first = [...(await goodShots(samples, target.route, ids))].map((shot): [Shot] => [shot]);
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(shotAt(target.route, ids, bodies), async (shot) => {
      const reply = await fire(world, target, shot);
      seen.add(reply.status);
      if (!target.documented.has(reply.status)) throw new Error(`${reply.status} is not documented: ${reply.text}`);
      if (reply.status >= 500 || LEAKS.test(reply.text)) throw new Error(`${reply.status}: ${reply.text}`);
      JSON.parse(reply.text);
    }),
    { numRuns: runs, examples: first },
  );
  return seen;
};
