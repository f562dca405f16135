import {
  RecordService,
  type Recorded,
  type ResourceService,
  type Field,
  readFields,
} from '../../../libs/records/index.js';
import type { AdminRecord, IntegrationRecord, RoleRecord, AccountInput } from '../domain/accounts.js';
import type { AccessActor } from '../domain/rights.js';
import type { AdminIdentityRecord } from '../identity.record.js';
import { refuse } from '../../../libs/kernel/index.js';

/**
 * The generic services of this module's records. They do not check the caller, so they have their own injection
 * tokens: with `serviceOf`, other modules get the services that do.
 */

export class StoredAdmins extends RecordService<AdminRecord> {}
export class StoredRoles extends RecordService<RoleRecord> {}
export class StoredIntegrations extends RecordService<IntegrationRecord> {}
export class StoredIdentities extends RecordService<AdminIdentityRecord> {}

/** A resource whose writes depend on the caller, a required argument. */
export interface Acting<T extends Recorded> {
  as(actor: AccessActor): ResourceService<T>;
}

/** The names of the fields in a change, for the log; never their values. */
export const namesSent = (fields: readonly Field[], values: Readonly<Record<string, unknown>>): readonly string[] =>
  fields.filter(({ property }) => Object.hasOwn(values, property)).map(({ name }) => name);

/** The changes of a PUT by property. Validates the body before any lookup. */
export const readChange = (fields: readonly Field[], input: AccountInput): Readonly<Record<string, unknown>> => {
  const { values, faults } = readFields(fields, input, 'change');
  refuse(faults);
  return values;
};

/**
 * A placeholder email address for an administrator without one; it is never deliverable. Characters that are not
 * allowed are replaced by their code points, so that different names have different addresses.
 */
export const standInAddress = (username: string): string => {
  const local = [...username.toLowerCase()]
    .map((letter) => (/[a-z0-9]/.test(letter) ? letter : `-${letter.codePointAt(0)?.toString(16) ?? ''}-`))
    .join('');
  return `${local.slice(0, 60)}@kontor.invalid`;
};
