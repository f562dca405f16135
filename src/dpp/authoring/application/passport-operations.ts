import type { Day } from '../../../../libs/kernel/index.js';
import { answers, needs, type Operation, operation, takes } from '../../../../libs/operations/index.js';
import { DayField, IntField, ObjectField, StringField } from '../../../../libs/records/index.js';
import { actorOf, ARCHIVE_REASONS, type Party, PASSPORT_FIELDS } from '../../passport/domain/index.js';
import { classOf, DPP_RIGHTS, PassportFields, PUBLISH } from '../../passport/index.js';
import { AuthorPassports } from './author-passports.js';
import { MovePassports } from './move-passports.js';
import { passportBody, passportItem } from './passport-body.js';
import { readPassport } from './read-passport.js';
import { TransferPassports } from './transfer-passports.js';

const { path } = passportBody;
const PASSPORT = answers.fields(PassportFields);
const sentPassport = (mode: 'create' | 'change') =>
  takes.record(passportBody, { faults: (record) => readPassport(record, mode).faults });

class VersionQuery {
  @IntField({
    about: 'Number of a version; without it the one in work, else the published, else the newest',
    nullable: true,
  })
  readonly version!: number | null;
}

/** A passport, and which version of it is meant. */
export const PASSPORT_VERSION = { id: takes.id(), query: takes.query(VersionQuery) } as const;

/** What all operations of passports have in common. */
export const PASSPORT_OPERATION = { service: passportBody.service, tag: 'Product passports' } as const;

class ArchiveBody {
  @StringField({ about: 'Why', words: ARCHIVE_REASONS, required: true, example: 'withdrawn' })
  readonly reason!: (typeof ARCHIVE_REASONS)[number];
}

const PARTIES = PASSPORT_FIELDS.find(({ property }) => property === 'parties');
const PARTY = classOf<Omit<Party, 'since'>>(
  (PARTIES?.parts ?? []).flatMap((field) => (field.property === 'since' ? [] : [{ ...field, by: 'author' as const }])),
  'authors',
);
Object.defineProperty(PARTY, 'name', { value: 'PassportOperator' });

class TransferBody {
  @ObjectField(PARTY, { about: 'To whom', required: true })
  readonly to!: Omit<Party, 'since'>;

  @DayField({ about: 'From which day on they answer for it', required: true, example: '2027-06-01' })
  readonly since!: Day;
}

const authored = { ...PASSPORT_OPERATION, by: AuthorPassports } as const;
const read = { ...authored, right: needs.right(DPP_RIGHTS.read), effect: 'reads' } as const;
const save = { ...authored, right: needs.right(DPP_RIGHTS.save), effect: 'writes', output: PASSPORT } as const;

/** Drafts, and reading passports (passports.md, "Authoring"). */
const AUTHORED: readonly Operation[] = [
  operation({
    ...read,
    name: 'search',
    summary: 'Search product passports',
    about: 'Each with the version in work, else the published one, else the newest.',
    rest: { verb: 'GET', path: `${path}/search` },
    input: { search: takes.criteriaOver(PassportFields) },
    output: answers.fieldsSearch(PassportFields),
    run: async (passports, { search }) => {
      const { items, total } = await passports.search(search.criteria);
      return { items: items.map(passportItem), total };
    },
  }),
  operation({
    ...read,
    name: 'get',
    summary: 'Read one product passport',
    rest: { verb: 'GET', path: `${path}/:id` },
    input: PASSPORT_VERSION,
    output: PASSPORT,
    run: async (passports, { id, query: { version } }) => passportItem(await passports.get(id, version ?? undefined)),
  }),
  operation({
    ...save,
    name: 'create',
    summary: 'Create a product passport, a draft',
    rest: { verb: 'POST', path },
    input: { passport: sentPassport('create') },
    run: async (passports, { passport }, { caller }) => passportItem(await passports.create(passport, actorOf(caller))),
  }),
  operation({
    ...save,
    name: 'update',
    summary: 'Change the version in work of a product passport; fields left out stay',
    about: 'Without a version in work it is refused: make a revision.',
    rest: { verb: 'PUT', path: `${path}/:id` },
    input: { id: takes.id(), passport: sentPassport('change') },
    run: async (passports, { id, passport }, { caller }) =>
      passportItem(await passports.update(id, passport, actorOf(caller))),
  }),
  operation({
    ...authored,
    right: needs.right(DPP_RIGHTS.delete),
    effect: 'deletes',
    name: 'remove',
    summary: 'Delete the version in work of a product passport',
    about: 'And the passport with it if it has no other version. What was published is never deleted.',
    rest: { verb: 'DELETE', path: `${path}/:id` },
    input: { id: takes.id() },
    output: answers.true,
    run: async (passports, { id }, { caller }) => {
      await passports.remove(id, actorOf(caller));
      return true;
    },
  }),
];

const moved = { ...PASSPORT_OPERATION, by: MovePassports, effect: 'writes', output: PASSPORT } as const;
const step = { ...moved, input: { id: takes.id() }, errors: [400] } as const;

/** The steps of its life (passports.md, "Life cycle"). */
const MOVED: readonly Operation[] = [
  operation({
    ...step,
    name: 'activate',
    summary: 'Say that a draft is ready for review',
    right: needs.right(DPP_RIGHTS.save),
    rest: { verb: 'POST', path: `${path}/:id/activate` },
    run: async (moves, { id }, { caller }) => passportItem(await moves.activate(id, actorOf(caller))),
  }),
  operation({
    ...step,
    name: 'rework',
    summary: 'Take an active version back to draft',
    right: needs.right(DPP_RIGHTS.save),
    rest: { verb: 'POST', path: `${path}/:id/rework` },
    run: async (moves, { id }, { caller }) => passportItem(await moves.rework(id, actorOf(caller))),
  }),
  operation({
    ...step,
    name: 'revise',
    summary: 'Make a new draft version of what is published or archived',
    about: 'What the public reads stays as it is until the new version is published.',
    right: needs.right(DPP_RIGHTS.save),
    rest: { verb: 'POST', path: `${path}/:id/revisions` },
    run: async (moves, { id }, { caller }) => passportItem(await moves.revise(id, actorOf(caller))),
  }),
  operation({
    ...step,
    name: 'publish',
    summary: 'Publish the version in work; the one published before is superseded',
    right: needs.right(PUBLISH),
    rest: { verb: 'POST', path: `${path}/:id/publish` },
    run: async (moves, { id }, { caller }) => passportItem(await moves.publish(id, actorOf(caller))),
  }),
  operation({
    ...moved,
    name: 'archive',
    summary: 'Take the published version back',
    right: needs.right(PUBLISH),
    rest: { verb: 'POST', path: `${path}/:id/archive` },
    input: { id: takes.id(), body: takes.fields(ArchiveBody) },
    run: async (moves, { id, body: { reason } }, { caller }) =>
      passportItem(await moves.archive(id, reason, actorOf(caller))),
  }),
];

const TRANSFERRED = operation({
  ...PASSPORT_OPERATION,
  by: TransferPassports,
  effect: 'writes',
  output: PASSPORT,
  name: 'transfer',
  summary: 'Hand a passport to another operator from a day on',
  about: 'Who answered for it before stays named. In the version in work, else in a revision.',
  right: needs.right(DPP_RIGHTS.save),
  rest: { verb: 'POST', path: `${path}/:id/transfer` },
  input: { id: takes.id(), body: takes.fields(TransferBody) },
  run: async (transfers, { id, body: { to, since } }, { caller }) =>
    passportItem(await transfers.transfer(id, to, since, actorOf(caller))),
});

export const PASSPORT_OPERATIONS: readonly Operation[] = [...AUTHORED, ...MOVED, TRANSFERRED];
