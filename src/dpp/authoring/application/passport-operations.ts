import type { Day } from '../../../../libs/kernel/index.js';
import {
  answers,
  EtagsQuery,
  itemsPage,
  needs,
  type Operation,
  operation,
  type OperationContext,
  preconditionOf,
  takes,
} from '../../../../libs/operations/index.js';
import { DayField, FlagField, IntField, ObjectField, StringField } from '../../../../libs/records/index.js';
import { actorOf, ARCHIVE_REASONS, type Party, PASSPORT_FIELDS } from '../../passport/domain/index.js';
import { classOf, DPP_RIGHTS, PassportFields, PUBLISH } from '../../passport/index.js';
import { AuthorPassports } from './author-passports.js';
import { ChangePassportStatus } from './change-passport-status.js';
import { RegistryStatus } from '../../registry/index.js';
import { passportBody, passportItem } from './passport-body.js';
import type { StoredVersion } from '../ports/passport-book.js';
import { readPassport } from './read-passport.js';
import { TransferPassports } from './transfer-passports.js';

const { path } = passportBody;
const PASSPORT = answers.fields(PassportFields);
const sentPassport = (mode: 'create' | 'change') =>
  takes.record(passportBody, { faults: (record) => readPassport(record, mode).faults });

class VersionQuery {
  @IntField({
    about:
      'Version number; default: the working version, otherwise the published version, otherwise the newest version',
    nullable: true,
  })
  readonly version!: number | null;
}

/** Parameters: passport ID and requested version. */
export const PASSPORT_VERSION = { id: takes.id(), query: takes.query(VersionQuery) } as const;

export const PASSPORT_OPERATION = { service: passportBody.service, tag: 'Product passports' } as const;

class ReplaceQuery {
  @FlagField({
    about:
      'Replacement flag: 1 allows the payload to omit fields that have stored values. These values are then removed.',
    example: 1,
  })
  readonly replace!: 0 | 1;
}

class ArchiveBody {
  @StringField({ about: 'Reason for archiving', words: ARCHIVE_REASONS, required: true, example: 'withdrawn' })
  readonly reason!: (typeof ARCHIVE_REASONS)[number];
}

class ArchivedPassport extends PassportFields {
  @StringField({
    about: 'Warning if the law requires the passport to remain readable; omitted otherwise',
    optional: true,
    example: 'Publish a notice for the published passport instead.',
  })
  readonly warning!: string;
}

const PARTIES = PASSPORT_FIELDS.find(({ property }) => property === 'parties');
const PARTY = classOf<Omit<Party, 'since'>>(
  (PARTIES?.parts ?? []).flatMap((field) => (field.property === 'since' ? [] : [{ ...field, by: 'author' as const }])),
  'authors',
);
Object.defineProperty(PARTY, 'name', { value: 'PassportOperator' });

class TransferBody {
  @ObjectField(PARTY, { about: 'Economic operator that takes over the passport', required: true })
  readonly to!: Omit<Party, 'since'>;

  @DayField({
    about: 'First day on which the new operator is responsible for the product',
    required: true,
    example: '2027-06-01',
  })
  readonly since!: Day;
}

const registrationOf = async (status: RegistryStatus, id: number) => (await status.registrations([id])).get(id);

const itemOf = async (status: RegistryStatus, version: StoredVersion): Promise<Record<string, unknown>> =>
  passportItem(version, await registrationOf(status, version.passportId));

/** If-Match and If-None-Match, validated of the stored version with its registration. */
const preconditionFor = async (status: RegistryStatus, id: number, context: Pick<OperationContext, 'conditions'>) => {
  if (!context.conditions) return undefined;
  const registration = await registrationOf(status, id);
  return preconditionOf(context, (version: StoredVersion) => passportItem(version, registration));
};

const authored = { ...PASSPORT_OPERATION, tagged: true, by: [AuthorPassports, RegistryStatus] } as const;
const read = { ...authored, right: needs.right(DPP_RIGHTS.read), effect: 'reads' } as const;
const save = { ...authored, right: needs.right(DPP_RIGHTS.save), effect: 'writes', output: PASSPORT } as const;

/** Reading and authoring (passports.md, "Authoring"). */
const AUTHORED: readonly Operation[] = [
  operation({
    ...read,
    name: 'search',
    summary: 'Search product passports',
    about:
      'Returns the working version (draft or active) of each passport, otherwise the published version, otherwise the newest version.',
    rest: { verb: 'GET', path: `${path}/search` },
    input: { search: takes.criteriaOver(PassportFields), query: takes.query(EtagsQuery, { ofRest: true }) },
    output: answers.taggedSearch(PassportFields),
    run: async ([passports, status], { search, query: { etags } }) => {
      const page = await passports.search(search.criteria);
      const registrations = await status.registrations(page.items.map(({ passportId }) => passportId));
      const toItem = (version: StoredVersion) => passportItem(version, registrations.get(version.passportId));
      return itemsPage(page, toItem, etags === 1);
    },
  }),
  operation({
    ...read,
    name: 'get',
    summary: 'Read one product passport',
    rest: { verb: 'GET', path: `${path}/:id` },
    input: PASSPORT_VERSION,
    output: PASSPORT,
    run: async ([passports, status], { id, query: { version } }) =>
      itemOf(status, await passports.get(id, version ?? undefined)),
  }),
  operation({
    ...save,
    name: 'create',
    summary: 'Create a product passport as a draft',
    rest: { verb: 'POST', path },
    input: { passport: sentPassport('create') },
    run: async ([passports], { passport }, { caller }) =>
      passportItem(await passports.create(passport, actorOf(caller))),
  }),
  operation({
    ...save,
    name: 'update',
    summary: 'Change the working version of a product passport',
    about:
      'Fields that are left out keep their values. If the passport has no working version (draft or active), create a revision first. A payload that leaves out fields with values is refused unless `replace=1` is sent.',
    rest: { verb: 'PUT', path: `${path}/:id` },
    input: { id: takes.id(), query: takes.query(ReplaceQuery), passport: sentPassport('change') },
    run: async ([passports, status], { id, query: { replace }, passport }, context) => {
      const precondition = await preconditionFor(status, id, context);
      const options = { precondition, replaces: replace === 1 };
      return itemOf(status, await passports.update(id, passport, actorOf(context.caller), options));
    },
  }),
  operation({
    ...save,
    name: 'patch',
    summary: 'Change single fields of the working version of a product passport',
    about:
      'Accepts a JSON Merge Patch (RFC 7396). Members of objects and of the payload are changed individually. Null removes a member; a list is replaced as a whole.',
    rest: { verb: 'PATCH', path: `${path}/:id` },
    input: { id: takes.id(), passport: takes.record(passportBody) },
    run: async ([passports, status], { id, passport }, context) => {
      const precondition = await preconditionFor(status, id, context);
      return itemOf(status, await passports.patch(id, passport, actorOf(context.caller), { precondition }));
    },
  }),
  operation({
    ...authored,
    right: needs.right(DPP_RIGHTS.delete),
    effect: 'deletes',
    name: 'remove',
    summary: 'Delete the working version of a product passport',
    about: 'Also deletes the passport if it has no other version. Published versions are never deleted.',
    rest: { verb: 'DELETE', path: `${path}/:id` },
    input: { id: takes.id() },
    output: answers.true,
    run: async ([passports, status], { id }, context) => {
      await passports.remove(id, actorOf(context.caller), await preconditionFor(status, id, context));
      return true;
    },
  }),
];

const moved = {
  ...PASSPORT_OPERATION,
  by: [ChangePassportStatus, RegistryStatus],
  effect: 'writes',
  output: PASSPORT,
} as const;
const step = { ...moved, input: { id: takes.id() }, errors: [400] } as const;

/** Status changes (passports.md, "Life cycle"). */
const MOVED: readonly Operation[] = [
  operation({
    ...step,
    name: 'activate',
    summary: 'Mark a draft as ready for review',
    right: needs.right(DPP_RIGHTS.save),
    rest: { verb: 'POST', path: `${path}/:id/activate` },
    run: async ([moves, status], { id }, { caller }) => itemOf(status, await moves.activate(id, actorOf(caller))),
  }),
  operation({
    ...step,
    name: 'rework',
    summary: 'Return an active version to draft',
    right: needs.right(DPP_RIGHTS.save),
    rest: { verb: 'POST', path: `${path}/:id/rework` },
    run: async ([moves, status], { id }, { caller }) => itemOf(status, await moves.rework(id, actorOf(caller))),
  }),
  operation({
    ...step,
    name: 'revise',
    summary: 'Create a draft revision of a published or archived passport',
    about: 'The public version does not change until the revision is published.',
    right: needs.right(DPP_RIGHTS.save),
    rest: { verb: 'POST', path: `${path}/:id/revisions` },
    run: async ([moves, status], { id }, { caller }) => itemOf(status, await moves.revise(id, actorOf(caller))),
  }),
  operation({
    ...step,
    name: 'publish',
    summary: 'Publish the working version',
    about: 'Archives the previous published version with the reason `superseded`.',
    right: needs.right(PUBLISH),
    rest: { verb: 'POST', path: `${path}/:id/publish` },
    run: async ([moves, status], { id }, { caller }) => itemOf(status, await moves.publish(id, actorOf(caller))),
  }),
  operation({
    ...moved,
    name: 'archive',
    summary: 'Archive the published version',
    right: needs.right(PUBLISH),
    rest: { verb: 'POST', path: `${path}/:id/archive` },
    input: { id: takes.id(), body: takes.fields(ArchiveBody) },
    output: answers.fields(ArchivedPassport),
    run: async ([moves, status], { id, body: { reason } }, { caller }) => {
      const archived = await moves.archive(id, reason, actorOf(caller));
      const warning = await moves.archiveWarning(archived);
      return { ...(await itemOf(status, archived)), ...(warning !== undefined && { warning }) };
    },
  }),
];

const TRANSFERRED = operation({
  ...PASSPORT_OPERATION,
  by: [TransferPassports, RegistryStatus],
  effect: 'writes',
  output: PASSPORT,
  name: 'transfer',
  summary: 'Transfer a passport to another operator',
  about:
    'Previous operators remain listed. The change applies to the working version, or to a new revision if there is none.',
  right: needs.right(DPP_RIGHTS.save),
  rest: { verb: 'POST', path: `${path}/:id/transfer` },
  input: { id: takes.id(), body: takes.fields(TransferBody) },
  run: async ([transfers, status], { id, body: { to, since } }, { caller }) =>
    itemOf(status, await transfers.transfer(id, to, since, actorOf(caller))),
});

export const PASSPORT_OPERATIONS: readonly Operation[] = [...AUTHORED, ...MOVED, TRANSFERRED];
