import { InputRefused } from '../../../../libs/kernel/index.js';
import {
  answers,
  BegunJob,
  type Caller,
  Jobs,
  type JobName,
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
  @FlagField({ about: 'Dry run flag: 1 reports the outcome of each item without storing anything', example: 1 })
  readonly dryRun!: 0 | 1;
}

const ITEM_STATUSES = ['revised', 'unchanged', 'skipped', 'failed'] as const;

class RevisedItemFields {
  @IntField({ about: 'ID of the revised passport', example: 17 })
  readonly passportId!: number;

  @StringField({ about: 'SKU of the product', example: 'BAT-36V-545' })
  readonly sku!: string;

  @StringField({ about: 'Serial number of the item; null if it has none', nullable: true, example: 'RP545-0001' })
  readonly serial!: string | null;

  @StringField({
    about: 'Outcome for the item; `skipped` means that the item has a working version, which is left unchanged',
    words: ITEM_STATUSES,
    example: 'revised',
  })
  readonly status!: (typeof ITEM_STATUSES)[number];

  @IntField({
    about: 'Number of the new version, or of the published version if no new version was created',
    example: 2,
  })
  readonly version!: number;

  @ObjectsField(DifferenceItem, { about: 'Changes compared with the published version, down to single values' })
  readonly changes!: readonly DifferenceItem[];

  @RefusalField({
    about: 'Reason why the new version cannot be published; null unless the item failed',
    nullable: true,
    example: null,
  })
  readonly error!: object | null;
}

class RevisedItems {
  @IntField({ about: 'Number of items that were revised', example: 12 })
  readonly revised!: number;

  @IntField({ about: 'Number of items that already matched their data sheets', example: 0 })
  readonly unchanged!: number;

  @IntField({ about: 'Number of items that were skipped because they have a working version', example: 0 })
  readonly skipped!: number;

  @IntField({ about: 'Number of items whose revision failed', example: 0 })
  readonly failed!: number;

  @FlagField({ about: 'Dry run flag: 1 if this was a dry run', example: 1 })
  readonly dryRun!: 0 | 1;

  @ObjectsField(RevisedItemFields, { about: 'Outcome for each published item' })
  readonly items!: readonly RevisedItemFields[];
}

type Tell = (refusal: unknown) => object | null;

export const revisedItem = (outcome: ItemOutcome, tell: Tell) => ({
  passport_id: outcome.version.passportId,
  sku: outcome.version.sku,
  serial: outcome.version.serial,
  status: outcome.status,
  version: outcome.version.version,
  changes: outcome.status === 'revised' ? outcome.changes : [],
  error: outcome.status === 'failed' ? tell(outcome.refusal) : null,
});

export const countsOf = (): Record<(typeof ITEM_STATUSES)[number], number> => ({
  revised: 0,
  unchanged: 0,
  skipped: 0,
  failed: 0,
});

export const ITEMS_REVISION_JOB: JobName = {
  name: 'passport_items_revision',
  summary: 'Revise the published items of a changed data sheet',
  right: needs.right(PUBLISH),
};

const few = async (items: ReviseItems, revision: ItemsRevision, caller: Caller, tell: Tell) => {
  const count = await items.count(revision.sheetId);
  if (count > REVISED_AT_ONCE)
    throw InputRefused.sentence(
      '%count items use this data sheet, but one request can revise at most %max. Start a job with POST …/items/revisions/jobs.',
      { count, max: REVISED_AT_ONCE },
    );
  const counts = countsOf();
  const revised = [];
  for await (const outcome of items.all(revision, actorOf(caller), () => undefined)) {
    counts[outcome.status] += 1;
    revised.push(revisedItem(outcome, tell));
  }
  return { ...counts, dry_run: revision.isTried ? 1 : 0, items: revised };
};

const revises = { ...PASSPORT_OPERATION, right: needs.right(PUBLISH), effect: 'writes' } as const;

/** Updates after a change of a data sheet (passports.md, "When a data sheet changes"). */
export const ITEM_OPERATIONS: readonly Operation[] = [
  operation({
    ...revises,
    by: ReviseItems,
    name: 'reviseItems',
    summary: 'Update the published items of a data sheet',
    about: `Publishes a new version of each item whose data sheet values have changed, for at most ${REVISED_AT_ONCE} items. Use a job for more. Each item succeeds or fails on its own. \`dryRun=1\` previews the changes.`,
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
    by: [Jobs, ReviseItems],
    name: 'beginItemsRevision',
    summary: 'Start a job that updates the published items of a data sheet',
    about:
      'Returns the UUID of a job. Its file `revised.jsonl` lists all items except the unchanged ones, in the format of `POST …/items/revisions`.',
    startsJob: true,
    rest: { verb: 'POST', path: `${path}/:id/items/revisions/jobs` },
    input: { id: takes.id(), query: takes.query(TriedQuery) },
    output: answers.fields(BegunJob),
    run: async ([jobs, items], { id, query: { dryRun } }, { caller }) => {
      await items.mustBeThere(id);
      const input = { sheetId: id, isTried: dryRun === 1 };
      const description = `Revision of the items of passport ${id}`;
      return { uuid: await jobs.begin({ kind: ITEMS_REVISION_JOB, caller, description, input }) };
    },
  }),
];
