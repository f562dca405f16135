import type { Resource } from '../../libs/records/index.js';
import { adminResource } from './admin.record.js';
import { adminIdentityResource } from './identity.record.js';
import { integrationResource } from './integration.record.js';
import { roleResource } from './role.record.js';

export const ACCESS_RESOURCES: readonly Resource[] = [
  adminResource,
  roleResource,
  integrationResource,
  adminIdentityResource,
];
