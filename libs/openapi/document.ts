import { REST_BASE } from '../operations/index.js';
import type { Resources } from '../records/index.js';
import { type DeclaredRoute, isRestRoute, type WireSettings, servedPath } from '../web/index.js';
import { errorResponses, errorSchema } from './error-responses.js';
import type { Json } from './json.js';
import { Operations } from './operation.js';
import { searchParameters, templated } from './parameters.js';
import { Schemas } from './schemas.js';

const TEXT: Json = { type: 'string' };
const listOf = (properties: Json): Json => ({ type: 'array', items: { type: 'object', properties } });

const SEARCH_CRITERIA: Json = {
  type: 'object',
  description: 'The criteria in force, repeated',
  properties: {
    filter_groups: listOf({ filters: listOf({ field: TEXT, value: TEXT, condition_type: TEXT }) }),
    sort_orders: listOf({ field: TEXT, direction: { type: 'string', enum: ['ASC', 'DESC'] } }),
    page_size: { type: 'integer', minimum: 1 },
    current_page: { type: 'integer', minimum: 1 },
  },
};

/** Where the paths of the document begin; they are told below `{base_url}/rest` (wire.md §7). */
const serversOf = (storeCode: string | undefined): readonly Json[] =>
  storeCode === undefined
    ? [
        { url: '/rest', description: 'The default store view' },
        {
          url: '/rest/{storeCode}',
          description: 'A store view',
          variables: { storeCode: { default: 'all', description: 'Code of a store view; `all` is the admin scope' } },
        },
      ]
    : [{ url: `/rest/${storeCode}`, description: `The store view ${storeCode}` }];

const shownPath = (served: string): string => templated(served.slice(REST_BASE.length - '/V1'.length));

/** What stands beside REST knows no store code in its path. */
const BESIDE_REST = 'Beside REST';

/** The described routes beside REST: pages, codes, digital links; under each path by which people know them. */
const besideRest = (routes: readonly DeclaredRoute[]): readonly DeclaredRoute[] => {
  const known = new Set<string>();
  return routes.flatMap((route) => {
    const { handler, description } = route;
    if (isRestRoute(route) || !description) return [];
    if (!description.paths) return [route];
    if (known.has(handler)) return [];
    known.add(handler);
    return description.paths.map((path, place) => ({ ...route, path, handler: `${handler}${place + 1}` }));
  });
};

/** The OpenAPI 3 document of exactly the routes that are there (wire.md §7), and of what anybody opens beside them. */
export const openApiDocument = (
  settings: WireSettings,
  routes: readonly DeclaredRoute[],
  resources: Resources,
  storeCode?: string,
): Json => {
  const operations = new Operations(settings, new Schemas(resources));
  const paths = new Map<string, Record<string, Json>>();
  for (const route of routes.filter(isRestRoute)) {
    const path = shownPath(servedPath(route.path, settings));
    const item = paths.get(path) ?? {};
    item[route.verb.toLowerCase()] = operations.of(route);
    paths.set(path, item);
  }
  for (const route of besideRest(routes)) {
    const item = paths.get(templated(route.path)) ?? {};
    const servers = [{ url: '/', description: BESIDE_REST }];
    item[route.verb.toLowerCase()] = { ...operations.of(route), tags: [BESIDE_REST], servers };
    paths.set(templated(route.path), item);
  }
  const sorted = <T>(map: ReadonlyMap<string, T>): Readonly<Record<string, T>> =>
    Object.fromEntries([...map].sort(([one], [other]) => (one < other ? -1 : 1)));
  return {
    openapi: '3.0.3',
    info: {
      title: 'Kontor',
      version: settings.version,
      description:
        'Prices, documents and product passports beside a shop. Keys of bodies may be written in snake_case or camelCase; answers are snake_case. ' +
        'A success is always 200.',
    },
    servers: serversOf(storeCode),
    tags: [],
    paths: sorted(paths),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Token of an administrator, integration or customer' },
      },
      parameters: searchParameters(settings.pageSizeMax),
      responses: errorResponses(settings),
      schemas: { Error: errorSchema(), SearchCriteria: SEARCH_CRITERIA, ...sorted(operations.schemas.named) },
    },
  };
};
