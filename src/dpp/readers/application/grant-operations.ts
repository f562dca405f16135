import { answers, needs, type Operation, operation, takes } from '../../../../libs/operations/index.js';
import { fieldsOf, toWire } from '../../../../libs/records/index.js';
import { actorOf } from '../../passport/domain/index.js';
import { DPP_RIGHTS, PUBLISH } from '../../passport/index.js';
import { PassportAccess, passportAccessResource } from '../access.record.js';
import { type Grant } from '../domain/grant.js';
import { grantResource, GrantRow } from '../grant.record.js';
import { AccessLog } from '../ports/access-log.js';
import { EndedGrants, EndedOperator, GivenGrant, GrantBody, GrantFields, RenewedGrant } from './grant-body.js';
import { ManageGrants } from './manage-grants.js';

const { path, service } = grantResource;
const ROW = fieldsOf(GrantRow);
const ACCESS = fieldsOf(PassportAccess);

const grantItem = (grant: Grant): Record<string, unknown> => ({
  ...toWire(ROW, {
    ...grant,
    toName: grant.to.name,
    toEmail: grant.to.email,
    toOperatorScheme: grant.to.operator?.scheme ?? null,
    toOperatorId: grant.to.operator?.id ?? null,
    toOnBehalfOf: grant.to.onBehalfOf,
    revokedByKind: grant.revokedBy?.kind ?? null,
    revokedById: grant.revokedBy?.id ?? null,
    madeByKind: grant.madeBy.kind,
    madeById: grant.madeBy.id,
  }),
  for: {
    gtins: grant.for.gtins,
    serials: grant.for.serials,
    passport_ids: grant.for.passportIds,
    template: grant.for.template,
  },
  points: grant.points,
  to: {
    name: grant.to.name,
    email: grant.to.email,
    operator: grant.to.operator,
    on_behalf_of: grant.to.onBehalfOf,
  },
});

const common = { service, tag: 'Passport grants', by: ManageGrants } as const;
const read = { ...common, right: needs.right(DPP_RIGHTS.read), effect: 'reads' } as const;
const give = { ...common, right: needs.right(PUBLISH) } as const;

/** Grants and their access log (passports-readers.md, "Grants"). */
export const GRANT_OPERATIONS: readonly Operation[] = [
  operation({
    ...read,
    name: 'search',
    summary: 'Search passport grants',
    rest: { verb: 'GET', path: `${path}/search` },
    input: { search: takes.criteriaOver(GrantRow) },
    output: answers.fieldsSearch(GrantFields),
    run: async (grants, { search }) => {
      const { items, total } = await grants.search(search.criteria);
      return { items: items.map(grantItem), total };
    },
  }),
  operation({
    ...read,
    name: 'get',
    summary: 'Read one passport grant',
    rest: { verb: 'GET', path: `${path}/:id` },
    input: { id: takes.id() },
    output: answers.fields(GrantFields),
    run: async (grants, { id }) => grantItem(await grants.get(id)),
  }),
  operation({
    ...give,
    effect: 'writes',
    name: 'create',
    summary: 'Create a grant to read passports or add measurements',
    about: 'Only this response contains the token of the grant.',
    rest: { verb: 'POST', path },
    input: { body: takes.fields(GrantBody) },
    output: answers.fields(GivenGrant),
    run: async (grants, { body }, { caller }) => {
      const { grant, token } = await grants.give(body, actorOf(caller));
      return { ...grantItem(grant), token };
    },
  }),
  operation({
    ...give,
    effect: 'writes',
    name: 'revoke',
    summary: 'Revoke a passport grant with immediate effect',
    rest: { verb: 'POST', path: `${path}/:id/revoke` },
    input: { id: takes.id() },
    output: answers.fields(GrantFields),
    run: async (grants, { id }, { caller }) => grantItem(await grants.revoke(id, actorOf(caller))),
  }),
  operation({
    ...give,
    effect: 'writes',
    name: 'suspend',
    summary: 'Suspend a passport grant with immediate effect',
    rest: { verb: 'POST', path: `${path}/:id/suspend` },
    input: { id: takes.id() },
    output: answers.fields(GrantFields),
    errors: [400],
    run: async (grants, { id }) => grantItem(await grants.suspend(id)),
  }),
  operation({
    ...give,
    effect: 'writes',
    name: 'resume',
    summary: 'Resume a suspended passport grant',
    rest: { verb: 'POST', path: `${path}/:id/resume` },
    input: { id: takes.id() },
    output: answers.fields(GrantFields),
    errors: [400],
    run: async (grants, { id }) => grantItem(await grants.resume(id)),
  }),
  operation({
    ...give,
    effect: 'writes',
    name: 'renew',
    summary: 'Change the expiry of a passport grant',
    rest: { verb: 'POST', path: `${path}/:id/renew` },
    input: { id: takes.id(), body: takes.fields(RenewedGrant) },
    output: answers.fields(GrantFields),
    run: async (grants, { id, body: { until } }) => grantItem(await grants.renew(id, until)),
  }),
  operation({
    ...give,
    effect: 'writes',
    name: 'end',
    summary: 'Revoke all grants of an economic operator',
    rest: { verb: 'POST', path: `${path}/end` },
    input: { body: takes.fields(EndedOperator) },
    output: answers.fields(EndedGrants),
    run: async (grants, { body: { operator } }, { caller }) => ({
      ended: await grants.end(operator, actorOf(caller)),
    }),
  }),
  operation({
    ...give,
    effect: 'deletes',
    name: 'remove',
    summary: 'Revoke a passport grant without deleting it',
    rest: { verb: 'DELETE', path: `${path}/:id` },
    input: { id: takes.id() },
    output: answers.true,
    run: async (grants, { id }, { caller }) => {
      await grants.revoke(id, actorOf(caller));
      return true;
    },
  }),
  operation({
    ...read,
    by: AccessLog,
    name: 'accesses',
    summary: 'Search the log of accesses to non-public data of a passport',
    rest: { verb: 'GET', path: 'dpp/manage/passports/:id/access-log/search' },
    input: { id: takes.id(), search: takes.criteriaOver(PassportAccess, { mayBeAbsent: true }) },
    output: answers.search(passportAccessResource),
    run: async (log, { id, search }) => {
      const { items, total } = await log.search(id, search.criteria);
      return {
        items: items.map((entry) => toWire(ACCESS, { ...entry, points: entry.points.join('+') })),
        total,
      };
    },
  }),
];
