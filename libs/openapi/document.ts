import { REST_BASE } from '../operations/index.js';
import type { Resources } from '../records/index.js';
import { type DeclaredRoute, isRestRoute, type WireSettings, servedPath } from '../web/index.js';
import { errorResponses, errorSchema, faultSchema } from './error-responses.js';
import { type Json, ref, NamedSchemas } from './json.js';
import { Operations, OTHERS, serviceNameOf } from './operation.js';
import { searchParameters, templated } from './parameters.js';
import { Schemas } from './schemas.js';
import { used } from './used.js';

const TEXT: Json = { type: 'string' };
const POSITIVE: Json = { type: 'integer', minimum: 1 };
const object = (properties: Json, ...optional: readonly string[]): Json => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});
const listOf = (name: string): Json => ({ type: 'array', items: ref('schemas', name) });

/** Search criteria as a search response repeats them. */
const CRITERIA_SCHEMAS: Readonly<Record<string, Json>> = {
  Filter: object({
    field: TEXT,
    value: {
      description: 'Value to compare the field with; a list if the request contained a list',
      oneOf: [TEXT, { type: 'array', items: TEXT }],
    },
    condition_type: TEXT,
  }),
  FilterGroup: {
    description: 'Group of filters that are combined with OR; groups are combined with AND',
    ...object({ filters: listOf('Filter') }),
  },
  SortOrder: object({ field: TEXT, direction: { type: 'string', enum: ['ASC', 'DESC'] } }),
  SearchCriteria: {
    description: 'Search criteria that the server applied',
    ...object(
      {
        filter_groups: listOf('FilterGroup'),
        sort_orders: listOf('SortOrder'),
        page_size: POSITIVE,
        current_page: POSITIVE,
      },
      'sort_orders',
    ),
  },
};

/** The servers of the document; its paths are relative to `{base_url}/rest` (wire.md §7). */
const serversOf = (base: string, storeCode: string | undefined): readonly Json[] =>
  storeCode === undefined
    ? [
        { url: `${base}/rest`, description: 'Default store view' },
        {
          url: `${base}/rest/{storeCode}`,
          description: 'Store view whose code is in the path; `all` means all store views',
          variables: { storeCode: { default: 'all' } },
        },
      ]
    : [{ url: `${base}/rest/${storeCode}`, description: `Store view ${storeCode}` }];

const shownPath = (served: string): string => templated(served.slice(REST_BASE.length - '/V1'.length));

/** The documented routes outside of REST, such as pages, codes and digital links, once for each public path. */
const outsideRest = (routes: readonly DeclaredRoute[]): readonly DeclaredRoute[] => {
  const known = new Set<string>();
  return routes.flatMap((route) => {
    const { handler, description } = route;
    if (isRestRoute(route) || !description) return [];
    if (!description.paths) return [route];
    if (known.has(handler)) return [];
    known.add(handler);
    return description.paths.map((path, context) => ({ ...route, path, handler: `${handler}${context + 1}` }));
  });
};

/** The requested part of the document. */
interface Excerpt {
  /** The store view whose paths the document lists. Without one, it lists those with and without a store view. */
  readonly storeCode?: string | undefined;
  /** Names of services; all services without them. */
  readonly services?: readonly string[] | undefined;
}

const sorted = <T>(map: ReadonlyMap<string, T>): Readonly<Record<string, T>> =>
  Object.fromEntries([...map].sort(([one], [other]) => (one < other ? -1 : 1)));

/** Tags in the order of the chapters and declarations. The first one is for signing in. */
const inStory = (routes: readonly DeclaredRoute[], { chapters }: WireSettings): readonly DeclaredRoute[] => {
  const chapterOfService = new Map(
    chapters.flatMap(({ services }, context) => services.map((service) => [service, context])),
  );
  const chapterOf = (route: DeclaredRoute): number => chapterOfService.get(serviceNameOf(route)) ?? chapters.length;
  return routes.toSorted((one, other) => chapterOf(one) - chapterOf(other));
};

/** With the platform's timestamp format, timestamps in examples are converted too. */
const ISO_INSTANT = /(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)\.\d{3}Z/g;

/** The names of the services that have routes. */
export const servicesOf = (routes: readonly DeclaredRoute[]): ReadonlySet<string> =>
  new Set(routes.filter((route) => route.description !== undefined).map(serviceNameOf));

/** The path of a route in the document. */
const pathOf = (route: DeclaredRoute, settings: WireSettings): string =>
  isRestRoute(route) ? shownPath(servedPath(route.path, settings)) : templated(route.path);

/** The OpenAPI 3.1 document of exactly the existing routes (wire.md §7), including public ones outside of REST. */
export const openApiDocument = (
  settings: WireSettings,
  routes: readonly DeclaredRoute[],
  resources: Resources,
): Json => {
  const { publicBaseUrl: base, instants } = settings;
  const named = new NamedSchemas(instants);
  const operations = new Operations(settings, new Schemas(resources, named));
  const paths = new Map<string, Record<string, Json>>();
  const tell = (path: string, verb: string, operation: Json): void => {
    paths.set(path, { ...paths.get(path), [verb.toLowerCase()]: operation });
  };
  for (const route of inStory(routes.filter(isRestRoute), settings))
    tell(pathOf(route, settings), route.verb, operations.describe(route));
  for (const route of outsideRest(routes)) {
    const servers = [{ url: base, description: 'Routes outside of /rest' }];
    tell(pathOf(route, settings), route.verb, { ...operations.describe(route), servers });
  }
  const document = used({
    openapi: '3.1.0',
    info: {
      title: 'Kontor',
      version: settings.version,
      description:
        `${settings.about}Request bodies accept keys in snake_case or camelCase; responses use snake_case. ` +
        'Successful calls return 200, or 202 if the server processes the call later.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: serversOf(base, undefined),
    tags: [
      ...settings.chapters.map(({ title, about }) => ({ name: title, description: about })),
      { name: OTHERS, description: 'Routes that do not belong to a module.' },
    ],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Token of an administrator, integration or customer' },
      },
      parameters: searchParameters(settings.pageSizeMax),
      responses: errorResponses(settings),
      schemas: {
        Error: errorSchema(),
        Fault: faultSchema(),
        ...Object.fromEntries(settings.refusalForms.map(({ schema }) => [schema.name, schema.of as Json])),
        ...CRITERIA_SCHEMAS,
        ...sorted(named.all),
      },
    },
  });
  return instants === 'iso'
    ? document
    : (JSON.parse(JSON.stringify(document).replaceAll(ISO_INSTANT, '$1 $2')) as Json);
};

/**
 * A part of the whole document. Callers can request any combination of services, so this describes no operation anew.
 */
export const excerptOf = (
  document: Json,
  settings: WireSettings,
  routes: readonly DeclaredRoute[],
  { storeCode, services }: Excerpt,
): Json => {
  const chosen = new Set(
    [...routes.filter(isRestRoute), ...outsideRest(routes)]
      .filter((route) => services?.includes(serviceNameOf(route)) ?? true)
      .map((route) => `${route.verb.toLowerCase()} ${pathOf(route, settings)}`),
  );
  const paths = Object.entries(document['paths'] as Readonly<Record<string, Json>>).flatMap(([path, verbs]) => {
    const some = Object.entries(verbs).filter(([verb]) => chosen.has(`${verb} ${path}`));
    return some.length > 0 ? [[path, Object.fromEntries(some)] as const] : [];
  });
  return used({
    ...document,
    servers: serversOf(settings.publicBaseUrl, storeCode),
    paths: Object.fromEntries(paths),
  });
};
