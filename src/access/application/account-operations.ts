import {
  answers,
  needs,
  operation,
  type Operation,
  recordOperationsFor,
  type ServiceToken,
  takes,
} from '../../../libs/operations/index.js';
import type { Recorded, Resource } from '../../../libs/records/index.js';
import { adminResource } from '../admin.record.js';
import { adminIdentityResource } from '../identity.record.js';
import { integrationResource } from '../integration.record.js';
import { roleResource } from '../role.record.js';
import type { Acting } from './stored-accounts.js';
import { Administrators } from './administrators.js';
import { Identities } from './identities.js';
import { Integrations } from './integrations.js';
import { OAUTH_OPERATIONS } from './oauth-operations.js';
import { Roles } from './roles.js';

/**
 * The five standard operations of a resource whose service needs the caller (access.md, "Rights": callers cannot grant
 * rights that they do not have).
 */
const actingOperations = <T extends Recorded>(
  resource: Resource<T>,
  by: ServiceToken<Acting<T>>,
): readonly Operation[] =>
  recordOperationsFor(resource, { by, forCaller: (service: Acting<T>, caller) => service.as(caller) });

const OF_ADMIN = {
  service: adminResource.service,
  right: needs.right(adminResource.rights.save),
  effect: 'writes',
  input: { id: takes.id() },
  output: answers.true,
  errors: [404],
  by: Administrators,
} as const;

/** What administrators with `_Access::save` do for others (access.md, "Who may change whom"). */
const endSessions = operation({
  ...OF_ADMIN,
  name: 'endSessions',
  summary: 'End all sessions and revoke all tokens of an administrator',
  about: 'The administrator must sign in again. The caller must have every right that the administrator has.',
  rest: { verb: 'POST', path: `${adminResource.path}/:id/end-sessions` },
  run: async (administrators, { id }, { caller }) => {
    await administrators.endSessions(caller, id);
    return true;
  },
});

const unlock = operation({
  ...OF_ADMIN,
  name: 'unlock',
  summary: 'Unlock an administrator after failed sign-ins',
  about:
    'Lifts the lockout for all client addresses and resets the counters of failed sign-ins. The caller must have every right that the administrator has.',
  rest: { verb: 'POST', path: `${adminResource.path}/:id/unlock` },
  run: async (administrators, { id }, { caller }) => {
    await administrators.unlock(caller, id);
    return true;
  },
});

/**
 * Operation of integrations in addition to the standard ones: rotate the token (access.md, "Administrators, roles,
 * integrations").
 */
const rotate = operation({
  service: integrationResource.service,
  name: 'rotate',
  summary: 'Rotate the token of an integration',
  about: 'Returns the new token, which cannot be retrieved again. The old token stops working.',
  right: needs.right(integrationResource.rights.save),
  effect: 'writes',
  rest: { verb: 'POST', path: `${integrationResource.path}/:id/rotate` },
  input: { id: takes.id() },
  output: answers.secret('Xo5kD1uGkq0yqv3W6p2n8hG4m7rC1tZbJ9eLsVfAwQE'),
  errors: [404],
  by: Integrations,
  run: (integrations, { id }, { caller }) => integrations.rotate(caller, id),
});

/** Operations for administrators, roles, integrations and their tokens. */
export const ACCOUNT_OPERATIONS: readonly Operation[] = [
  ...actingOperations(adminResource, Administrators),
  ...actingOperations(roleResource, Roles),
  ...actingOperations(integrationResource, Integrations),
  ...actingOperations(adminIdentityResource, Identities),
  endSessions,
  unlock,
  rotate,
  ...OAUTH_OPERATIONS,
];
