import { DeclaredRoutes, WireSettings } from '../../libs/web/index.js';
import { ROOMS } from '../../src/app.module.js';
import { RESOURCES } from '../support/rooms.js';
import { type Resource, Resources } from '../../libs/records/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { describeResource } from './describe-resource.js';
import { OVERRIDES, VENDOR } from './overrides.js';
import type { World } from './world.js';

/** Additional tables of records, and resources with hand-written routes. */
const WITHOUT_VERBS = new Set([
  'priceSettings',
  'customerAccount',
  'productCategory',
  'productWebsitePrice',
  'documentLink',
  'documentDownload',
]);

/** Passports are in several tables, and their routes return none of these as they are. */
const isDeclared = ({ resource, room }: Resource): boolean => !WITHOUT_VERBS.has(resource) && room !== 'dpp';

const resources = new Resources(RESOURCES);

describeOnDatabases('the REST interface of the application', (database) => {
  let app: TestApp;
  let world: World;

  beforeAll(async () => {
    app = await startApp({ database, settings: { ACL_VENDOR: VENDOR, PAGE_SIZE_MAX: '40' } });
    world = {
      base: app.url,
      root: await app.adminToken(),
      aclVendor: VENDOR,
      pageSizeMax: 40,
      resources,
      overrides: OVERRIDES,
      token: (...rights) => app.integrationToken(...rights.map((right) => VENDOR + right)),
      customer: async () => (await app.customer()).token,
    };
  });
  afterAll(() => app.close());

  it('has five verbs for every resource except hand-written ones', () => {
    const declared = new Set(
      app.get(DeclaredRoutes).all.flatMap(({ resource }) => (resource ? [resource.resource] : [])),
    );
    expect([...declared].sort()).toEqual(
      RESOURCES.filter(isDeclared)
        .map(({ resource }) => resource)
        .sort(),
    );
  });

  it('requires every right that a module declares', () => {
    const declared = ROOMS.flatMap(({ manifest }) => manifest.rights ?? []).map(({ name }) => name);
    expect(declared.toSorted()).toEqual([...new Set(app.get(DeclaredRoutes).rights)].toSorted());
  });

  it('declares a content security policy for every page and every SVG image', () => {
    const { pages } = app.get(WireSettings);
    const documents = app.get(DeclaredRoutes).all.flatMap(({ path, description }) => {
      const types = description?.answer.kind === 'bytes' ? description.answer.types : [];
      return types.filter((type) => type === 'text/html' || type === 'image/svg+xml').map((type) => ({ path, type }));
    });
    expect(documents.length).toBeGreaterThan(3);
    const open = documents.filter(
      ({ path, type }) =>
        !pages.some((page) => (page.type ?? 'text/html') === type && path.startsWith(`${page.path}/`)),
    );
    expect(open).toEqual([]);
  });

  for (const resource of RESOURCES.filter(isDeclared)) describeResource(resource, () => world, resources);
});
