import { Resources } from '../../libs/records/index.js';
import { type DeclaredRoute, DeclaredRoutes, isRestRoute } from '../../libs/web/index.js';
import { documentOf } from '../../libs/openapi/index.js';
import { RESOURCES } from '../support/rooms.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { fuzzRoute } from './fuzz.js';
import { OVERRIDES, VENDOR } from './overrides.js';
import { good, type World } from './world.js';

/** Runs per route. A campaign sets more. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 6);

interface Documented {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: object }>>>>;
}

const statusesOf = (document: Documented, { path, verb }: DeclaredRoute): ReadonlySet<number> => {
  const shown = path.slice('/rest'.length).replace(/:(\w+)/g, '{$1}');
  return new Set(Object.keys(document.paths[shown]?.[verb.toLowerCase()]?.responses ?? {}).map(Number));
};

const isOneOfFive = ({ resource, path, verb }: DeclaredRoute): boolean =>
  resource !== undefined &&
  [`${resource.path}`, `${resource.path}/:id`, ...(verb === 'GET' ? [`${resource.path}/search`] : [])].some((own) =>
    path.endsWith(`/V1/${own}`),
  );

describeOnDatabases('bad input', (database) => {
  let app: TestApp;
  let world: World;

  beforeAll(async () => {
    app = await startApp({ database, settings: { ACL_VENDOR: VENDOR, PAGE_SIZE_MAX: '40' } });
    world = {
      base: app.url,
      root: await app.adminToken(),
      aclVendor: VENDOR,
      pageSizeMax: 40,
      resources: new Resources(RESOURCES),
      overrides: OVERRIDES,
      token: (...rights) => app.integrationToken(...rights.map((right) => VENDOR + right)),
      customer: async () => (await app.customer()).token,
    };
  });
  afterAll(() => app.close());

  it('never causes an internal error on any route, or discloses one', async () => {
    const document = documentOf(app.server.app) as unknown as Documented;
    // Pages, codes and links of passports do not return JSON; other tests cover them.
    for (const route of app.get(DeclaredRoutes).all.filter(isRestRoute)) {
      // These routes revoke the tokens of their caller.
      const own =
        route.need?.kind === 'customer' || route.need?.kind === 'storefront' || /revoke|end-sessions/.test(route.path);
      const token = own ? await world.customer() : world.root;
      const target = { route, path: route.path, documented: statusesOf(document, route), token };
      const seen = await fuzzRoute(world, target, RUNS).catch((error: unknown) => {
        throw new Error(`${route.verb} ${route.path}`, { cause: error });
      });
      // Valid input succeeds, so the routes do not just reject everything.
      if (isOneOfFive(route)) expect([route.verb, route.path, seen.has(200)]).toEqual([route.verb, route.path, true]);
    }
    await good(world, { path: '/rest/V1/access/roles/search?searchCriteria=' });
  });
});
