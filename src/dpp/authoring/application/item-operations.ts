import { InputRefused } from '../../../../libs/kernel/index.js';
import {
  answers,
  BegunJob,
  type Caller,
  jobKind,
  Jobs,
  type JobWork,
  needs,
  type Operation,
  operation,
  takes,
} from '../../../../libs/operations/index.js';
import { FlagField, IntField, ObjectsField, RefusalField, StringField } from '../../../../libs/records/index.js';
import { actorOf } from '../../passport/domain/index.js';
import { PUBLISH } from '../../passport/index.js';
import { passportBody } from './passport-body.js';
import { PASSPORT_OPERATION } from './passport-operations.js';
import { DifferenceItem } from './review-answers.js';
import { type ItemOutcome, type ItemsRevision, REVISED_AT_ONCE, ReviseItems } from './revise-items.js';

const { path } = passportBody;

class TriedQuery {
  @FlagField({ about: '1: nothing is stored, only what would become of each item is told', example: 1 })
  readonly dryRun!: 0 | 1;
}

const ITEM_STATUSES = ['revised', 'unchanged', 'skipped', 'failed'] as const;

class RevisedItemFields {
  @IntField({ about: 'Number of the passport', example: 17 })
  readonly passportId!: number;

  @StringField({ about: 'The product', example: 'BAT-36V-545' })
  readonly sku!: string;

  @StringField({ about: 'Its serial number', nullable: true, example: 'RP545-0001' })
  readonly serial!: string | null;

  @StringField({
    about: 'What became of it; skipped: it has a version in work, whose author decides',
    words: ITEM_STATUSES,
    example: 'revised',
  })
  readonly status!: (typeof ITEM_STATUSES)[number];

  @IntField({ about: 'Number of the new version, else of the published one', example: 2 })
  readonly version!: number;

  @ObjectsField(DifferenceItem, { about: 'What is other than before, down to single values' })
  readonly changes!: readonly DifferenceItem[];

  @RefusalField({
    about: 'Why it failed: what keeps the new version from being published',
    nullable: true,
    example: null,
  })
  readonly error!: object | null;
}

class RevisedItems {
  @IntField({ about: 'How many were revised', example: 12 })
  readonly revised!: number;

  @IntField({ about: 'How many say already what their sheets say', example: 0 })
  readonly unchanged!: number;

  @IntField({ about: 'How many have a version in work', example: 0 })
  readonly skipped!: number;

  @IntField({ about: 'How many were refused', example: 0 })
  readonly failed!: number;

  @FlagField({ about: '1: nothing was stored', example: 1 })
  readonly dryRun!: 0 | 1;

  @ObjectsField(RevisedItemFields, { about: 'One for each published item' })
  readonly items!: readonly RevisedItemFields[];
}

type Tell = (refusal: unknown) => object | null;

/** What is told of one of them. */
export const revisedItem = (outcome: ItemOutcome, tell: Tell) => ({
  passport_id: outcome.version.passportId,
  sku: outcome.version.sku,
  serial: outcome.version.serial,
  status: outcome.status,
  version: outcome.version.version,
  changes: outcome.status === 'revised' ? outcome.changes : [],
  error: outcome.status === 'failed' ? tell(outcome.refusal) : null,
});

/** How many came to what. */
export const countsOf = (): Record<(typeof ITEM_STATUSES)[number], number> => ({
  revised: 0,
  unchanged: 0,
  skipped: 0,
  failed: 0,
});

/** A revision of all items of a data sheet. */
export abstract class RunItemsRevision {
  abstract run(work: JobWork<ItemsRevision>): Promise<object>;
}

export const ITEMS_REVISION_JOB = jobKind({
  name: 'passport_items_revision',
  summary: 'Revises the published items of a data sheet that has changed',
  right: needs.right(PUBLISH),
  by: RunItemsRevision,
  run: (service: RunItemsRevision, work: JobWork<ItemsRevision>) => service.run(work),
});

const few = async (items: ReviseItems, revision: ItemsRevision, caller: Caller, tell: Tell) => {
  const count = await items.count(revision.sheetId);
  if (count > REVISED_AT_ONCE)
    throw InputRefused.sentence(
      '%count items name this data sheet, at most %max are revised at once: begin a job by POST …/items/revisions/jobs.',
      { count, max: REVISED_AT_ONCE },
    );
  const counts = countsOf();
  const told = [];
  for await (const outcome of items.all(revision, actorOf(caller), () => undefined)) {
    counts[outcome.status] += 1;
    told.push(revisedItem(outcome, tell));
  }
  return { ...counts, dry_run: revision.isTried ? 1 : 0, items: told };
};

const revises = { ...PASSPORT_OPERATION, right: needs.right(PUBLISH), effect: 'writes' } as const;

/** When a data sheet changes (passports.md). */
export const ITEM_OPERATIONS: readonly Operation[] = [
  operation({
    ...revises,
    by: ReviseItems,
    name: 'reviseItems',
    summary: 'Give the published items of a data sheet what it says by now',
    about: `At most ${REVISED_AT_ONCE}; more are a job's. Each is revised and published, or refused, for itself. \`dryRun=1\` shows what would change.`,
    deadline: 'bulk',
    rest: { verb: 'POST', path: `${path}/:id/items/revisions` },
    input: { id: takes.id(), query: takes.query(TriedQuery) },
    output: answers.fields(RevisedItems),
    errors: [400],
    run: (items, { id, query: { dryRun } }, { caller, tell }) =>
      few(items, { sheetId: id, isTried: dryRun === 1 }, caller, tell),
  }),
  operation({
    ...revises,
    by: Jobs,
    name: 'beginItemsRevision',
    summary: 'Give the published items of a data sheet what it says by now, as a job',
    about:
      'The UUID of a job, whose file `revised.jsonl` tells of each item what the direct call would, but of those that are unchanged.',
    startsJob: true,
    rest: { verb: 'POST', path: `${path}/:id/items/revisions/jobs` },
    input: { id: takes.id(), query: takes.query(TriedQuery) },
    output: answers.fields(BegunJob),
    run: async (jobs, { id, query: { dryRun } }, { caller }) => ({
      uuid: await jobs.begin({
        kind: ITEMS_REVISION_JOB,
        caller,
        description: `Revision of items of passport ${id}`,
        input: { sheetId: id, isTried: dryRun === 1 },
      }),
    }),
  }),
];
