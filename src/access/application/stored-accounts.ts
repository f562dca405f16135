import { RecordService } from '../../../libs/records/index.js';
import type { AdminRecord, IntegrationRecord, RoleRecord } from '../domain/accounts.js';

/**
 * The generic services of this module's records. They do not check the caller, so they are registered under their own
 * tokens: other modules find the checked services with `serviceOf`.
 */

export abstract class StoredAdmins extends RecordService<AdminRecord> {}
export abstract class StoredRoles extends RecordService<RoleRecord> {}
export abstract class StoredIntegrations extends RecordService<IntegrationRecord> {}
