import { Resources } from '../../libs/records/index.js';
import { type SampleApp, sampleApp } from '../support/memory/app.js';
import { boxItem, shelf } from '../support/memory/sample-records.js';
import { describeResource } from './describe-resource.js';
import type { World } from './world.js';

const resources = new Resources([shelf, boxItem]);

describe('the REST interface on records in memory', () => {
  let sample: SampleApp;
  let world: World;

  beforeAll(async () => {
    sample = await sampleApp({ pageSizeMax: 40 });
    world = {
      base: sample.base,
      root: 'admin:all',
      aclVendor: 'Test',
      pageSizeMax: 40,
      resources,
      overrides: { boxItem: { colours: (n) => [['red'], ['green', 'blue']][n % 2] } },
      token: (...rights) => Promise.resolve(`integration:${rights.join(',')}`),
      customer: () => Promise.resolve('customer:5'),
    };
  });
  afterAll(() => sample.close());

  for (const resource of [shelf, boxItem]) describeResource(resource, () => world, resources);
});
