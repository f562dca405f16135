import { RecordService } from '../../../libs/records/index.js';
import type { AdminRecord, IntegrationRecord, RoleRecord } from '../domain/accounts.js';

/*
 * The generic services of the room's records. They know nothing of who acts, so they lie only behind those that do, under
 * tokens of their own: `serviceOf` is how other rooms find the services of records.
 */

export abstract class StoredAdmins extends RecordService<AdminRecord> {}
export abstract class StoredRoles extends RecordService<RoleRecord> {}
export abstract class StoredIntegrations extends RecordService<IntegrationRecord> {}
