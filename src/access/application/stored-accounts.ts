import { RecordService } from '../../../libs/records/index.js';
import type { AdminRecord, IntegrationRecord, RoleRecord } from '../domain/accounts.js';

/**
 * The generic services of this module's records. They do not check the caller, so they are registered under their own
 * tokens: other modules find the checked services with `serviceOf`.
 */

export class StoredAdmins extends RecordService<AdminRecord> {}
export class StoredRoles extends RecordService<RoleRecord> {}
export class StoredIntegrations extends RecordService<IntegrationRecord> {}
