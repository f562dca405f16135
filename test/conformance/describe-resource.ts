import type { Resource, Resources } from '../../libs/records/index.js';
import { describeBodies } from './suites/bodies.js';
import { describeBulk, hasBulk } from './suites/bulk.js';
import { describeDocumentation } from './suites/documentation.js';
import { describeEtags } from './suites/etags.js';
import { describeFields } from './suites/fields.js';
import { describeKeys, hasKeys } from './suites/keys.js';
import { describeRights } from './suites/rights.js';
import { describeSearch } from './suites/search.js';
import { describeVerbs } from './suites/verbs.js';
import type { World } from './world.js';

/** The rules that every declared resource must follow, derived from its declaration, over real HTTP (wire.md). */
export const describeResource = (resource: Resource, world: () => World, resources: Resources): void => {
  describe(resource.resource, () => {
    describe('verbs', () => describeVerbs(resource, world));
    describe('bodies', () => describeBodies(resource, world));
    describe('fields', () => describeFields(resource, world));
    describe('etags', () => describeEtags(resource, world));
    if (hasKeys(resource)) describe('keys', () => describeKeys(resource, world));
    describe('rights', () => describeRights(resource, world));
    describe('search', () => describeSearch(resource, world));
    if (hasBulk(resource)) describe('bulk', () => describeBulk(resource, world, resources));
    describe('documentation', () => describeDocumentation(resource, world));
  });
};
