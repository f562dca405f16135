import { createHash } from 'node:crypto';
import { type Clock, InputRefused, missing, RightMissing, type Steps, withCommas } from '../kernel/index.js';
import {
  FlagField,
  type Scope,
  StringField,
  IntField,
  ObjectsField,
  RefusalField,
  type Outcome,
  type Recorded,
  type Input,
  type BulkService,
  inGroups,
  TargetRecords,
  weightOf,
  type Resource,
  serviceOf,
} from '../records/index.js';
import { type OperationContext, type Operation, operation } from './operation.js';
import { answers } from './output.js';
import { BULK_WRAPPER, BULK_ROWS_MAX } from './body.js';
import { CallsInSteps } from './calls-in-steps.js';
import { needs } from './need.js';
import { type SearchRequest, takes } from './input.js';
/** An all-or-nothing call with more rows acquires the write lock (bulk.md, "All or nothing on a cluster"). */
const WRITE_LOCK_ROWS = 250;

const MODES = ['best_effort', 'all_or_nothing'] as const;

class BulkMode {
  @StringField({
    about:
      'Error handling: `best_effort` (default) stores the valid rows and reports the others; `all_or_nothing` stores all rows or none',
    words: MODES,
    default: 'best_effort',
    example: 'best_effort',
  })
  readonly mode!: (typeof MODES)[number];
}

/** The query parameters of a call that replaces a scope (bulk.md, "Replacing"). */
class BulkQuery extends BulkMode {
  @FlagField({
    about:
      'Replacement flag: 1 saves all rows or none, and deletes records that match searchCriteria but are not in any row; default 0',
    example: 0,
  })
  readonly replace!: 0 | 1;

  @IntField({
    about: 'Maximum number of records that the call may delete; required with `replace=1`, otherwise not allowed',
    nullable: true,
    example: null,
  })
  readonly expectDeletedMax!: number | null;

  @FlagField({
    about: 'Dry run flag for a replacement: 1 reports the outcome without storing anything; default 0',
    example: 0,
  })
  readonly dryRun!: 0 | 1;
}

class Confirmation {
  @IntField({
    about: 'Number of records that you expect to match. If the actual number differs, nothing is deleted.',
    required: true,
    example: 12,
  })
  readonly confirm!: number;
}

/** Number of rows by outcome. */
export class RowCounts {
  @IntField({ about: 'Number of rows that created a record', example: 1 })
  readonly created!: number;

  @IntField({ about: 'Number of rows that changed a record', example: 0 })
  readonly updated!: number;

  @IntField({ about: 'Number of rows that left the record unchanged', example: 0 })
  readonly unchanged!: number;

  @IntField({ about: 'Number of rejected rows', example: 0 })
  readonly failed!: number;
}

/** A row of a call, with its error. */
export class RowOutcome {
  @IntField({ about: 'Position of the row, starting at 0; the header row of a file is not counted', example: 0 })
  readonly index!: number;

  @RefusalField({ about: 'Error that the row caused; null if the row did not fail', nullable: true, example: null })
  readonly error!: object | null;
}

class BulkItem extends RowOutcome {
  @StringField({
    about:
      'Outcome of the row. `outdated` means that nothing changed because the source_version is lower than the stored one.',
    words: ['created', 'updated', 'unchanged', 'outdated', 'failed'],
  })
  readonly status!: Outcome<Recorded>['status'];

  @IntField({ about: 'ID of the record; null if the row failed', nullable: true, example: 17 })
  readonly id!: number | null;
}

class BulkSaved extends RowCounts {
  @IntField({
    about: 'Number of rows that changed nothing because their source_version is lower than the stored one',
    example: 0,
  })
  readonly outdated!: number;

  @IntField({
    about: 'Number of records that the replacement deleted; absent without `replace=1`',
    optional: true,
    example: 3,
  })
  readonly deleted?: number;

  @FlagField({
    about: 'Dry run flag: 1 if this was a dry run; absent without `replace=1`',
    optional: true,
    example: 0,
  })
  readonly dryRun?: 0 | 1;

  @ObjectsField(BulkItem, { about: 'Results of the rows, in the order of the request' })
  readonly items!: readonly BulkItem[];
}

class BulkRemoved {
  @IntField({ about: 'Number of deleted records', example: 12 })
  readonly deleted!: number;
}

type Tell = OperationContext['tell'];

/** The result of a row; `from` is the position of the first row of its group. */
const itemOf = <T extends Recorded>(outcome: Outcome<T>, from: number, tell: Tell): BulkItem => {
  const [index, { status }] = [from + outcome.index, outcome];
  return outcome.status === 'failed'
    ? { index, status, id: null, error: tell(outcome.refusal) }
    : { index, status, id: outcome.record.id, error: null };
};

const answerOf = (items: readonly BulkItem[]) => {
  const counts = { created: 0, updated: 0, unchanged: 0, outdated: 0, failed: 0 };
  for (const { status } of items) counts[status] += 1;
  return { ...counts, items };
};

const itemsIn = (parts: readonly string[]): readonly BulkItem[] =>
  parts.flatMap((part) => JSON.parse(part) as readonly BulkItem[]);

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

interface RowsToSave {
  readonly rows: readonly Input[];
  readonly mode: BulkMode['mode'];
  readonly steps: Steps;
  readonly clock: Clock;
  readonly tell: Tell;
}

/** Saves rows in order: in groups with best effort, in one transaction with all or nothing. */
const saveRows = async <T extends Recorded>(
  records: BulkService<T>,
  { rows, mode, steps, clock, tell }: RowsToSave,
): Promise<readonly BulkItem[]> => {
  const items = [...itemsIn(steps.parts)];
  const done = items.length;
  await records.prepare(done === 0 ? rows : rows.slice(done));
  const rowName = (index: number): string => `${BULK_WRAPPER}[${index}]`;
  const options = { verb: 'upsert', mode, rowName, brief: true, isPart: true } as const;
  const work = async (from: number, to: number) => {
    const isAll = from === 0 && to === rows.length;
    const meant = TargetRecords.of(
      items.slice(0, from).map(({ id }) => id),
      rows,
    );
    const saved = await records.saveAll(isAll ? rows : rows.slice(from, to), {
      ...options,
      meant: { records: meant, from },
    });
    const outcomes = saved.map((outcome) => itemOf(outcome, from, tell));
    // The group is retried after a conflict: discard its earlier results.
    items.length = from;
    for (const item of outcomes) items.push(item);
    return { part: () => JSON.stringify(outcomes), isLast: to === rows.length };
  };
  if (mode === 'best_effort')
    await inGroups({
      steps,
      count: rows.length,
      done,
      weightOf: (row) => weightOf(rows[row] ?? {}),
      clock,
      participle: 'stored',
      work,
    });
  else await steps.step(() => work(0, rows.length), { withWriteLock: rows.length > WRITE_LOCK_ROWS });
  return items;
};

const ONLY_WITH_REPLACE =
  '%parameter is only allowed with replace=1. Nothing was changed. Remove %parameter, or add replace=1.';

/** Parameters of a replacement would be silently ignored without `replace=1`. */
const mustNotReplace = ({ criteria }: SearchRequest, { expectDeletedMax, dryRun }: BulkQuery): void => {
  const parameter =
    criteria.groups.length > 0
      ? 'searchCriteria'
      : expectDeletedMax === null
        ? dryRun === 1 && 'dryRun'
        : 'expect_deleted_max';
  if (parameter !== false) throw InputRefused.sentence(ONLY_WITH_REPLACE, { parameter });
};

/** Rolls back the transaction of a dry run. */
class OnlyTried extends Error {
  constructor(readonly text: string) {
    super('nothing is stored');
  }
}

interface RowsToReplace extends Pick<RowsToSave, 'rows' | 'steps' | 'tell'> {
  readonly scope: Scope;
  readonly dryRun: 0 | 1;
}

/** Saves rows and deletes all other records of their scope. Returns the response as JSON. */
const replaceRows = async <T extends Recorded>(
  records: BulkService<T>,
  { rows, scope, dryRun, steps, tell }: RowsToReplace,
): Promise<string> => {
  if (steps.parts.length > 0) return steps.parts.join('');
  await records.prepare(rows);
  const rowName = (index: number): string => `${BULK_WRAPPER}[${index}]`;
  const work = async () => {
    const { outcomes, deleted } = await records.replaceAll(rows, scope, {
      rowName,
      brief: true,
      isPart: true,
    });
    const { items, ...counts } = answerOf(outcomes.map((outcome) => itemOf(outcome, 0, tell)));
    // The ids of records that a dry run creates are meaningless.
    const shown =
      dryRun === 0 ? items : items.map((item) => ({ ...item, id: item.status === 'created' ? null : item.id }));
    const text = JSON.stringify({ ...counts, deleted, dry_run: dryRun, items: shown });
    if (dryRun === 1) throw new OnlyTried(text);
    return { part: () => text, isLast: true };
  };
  try {
    await steps.step(work, { withWriteLock: true });
  } catch (error) {
    if (error instanceof OnlyTried) return error.text;
    throw error;
  }
  return steps.parts.join('');
};

/** `POST` and `DELETE <base>/bulk` of a resource (bulk.md). */
export const bulkOperations = <T extends Recorded>(resource: Resource<T>): readonly Operation[] => {
  const { many } = resource.title;
  const common = {
    service: resource.service,
    by: [serviceOf(resource), CallsInSteps],
    resource: resource as unknown as Resource,
    keepsSteps: true,
    tellsVersion: true,
    errors: [409],
  } as const;
  return [
    operation({
      ...common,
      name: 'saveMany',
      summary: `Create and update ${many} in bulk`,
      about:
        `Accepts at most ${withCommas(BULK_ROWS_MAX)} rows, as one JSON object or as JSON Lines. A row updates the record that matches its \`id\`, ` +
        '`external_id` or unique key, and creates a record if none matches. Rows are processed in order; omitted fields ' +
        'keep their values. With `best_effort`, rows are stored in groups. To resume an interrupted call, send it again with ' +
        'the same Idempotency-Key. With `replace=1`, the call also deletes the records that match searchCriteria but are not ' +
        'in any row; this requires the right to delete.',
      right: needs.right(resource.rights.save),
      effect: 'writes',
      rest: { verb: 'POST', path: `${resource.path}/bulk` },
      input: {
        rows: takes.rows(resource),
        query: takes.query(BulkQuery),
        search: takes.criteria(resource, { mayBeAbsent: true }),
      },
      output: answers.fields(BulkSaved),
      run: ([records, calls], { rows, query, search }, { call, caller, tell }) => {
        const { mode, replace, dryRun, expectDeletedMax } = query;
        if (replace === 1) {
          if (!caller.holds(resource.rights.delete)) throw new RightMissing(resource.rights.delete);
          if (search.criteria.groups.every((filters) => filters.length === 0)) throw missing('filter_groups');
          if (expectDeletedMax === null) throw missing('expect_deleted_max');
          const scope = { groups: search.criteria.groups, deletedMax: expectDeletedMax };
          const digest = JSON.stringify(['replace', search.echo, expectDeletedMax, String(call?.digest)]);
          return calls.run(
            // A dry run stores nothing, so there is no response to replay.
            call && dryRun === 0 ? { ...call, digest: digestOf(digest) } : undefined,
            async (steps) => JSON.parse(await replaceRows(records, { rows, scope, dryRun, steps, tell })) as object,
            (parts) => JSON.parse(parts.join('')) as object,
          );
        }
        mustNotReplace(search, query);
        // The mode is part of the call's identity; other query parameters are not.
        const named = call && { ...call, digest: digestOf(`${mode}\n${String(call.digest)}`) };
        return calls.run(
          named,
          async (steps) => answerOf(await saveRows(records, { rows, mode, steps, clock: calls.clock, tell })),
          (parts) => answerOf(itemsIn(parts)),
        );
      },
    }),
    operation({
      ...common,
      name: 'removeMany',
      summary: `Delete ${many} that match search criteria`,
      about:
        'Requires at least one filter, and the number of matching records in `confirm`. If more than 10,000 records match, ' +
        'they are deleted in groups. If the call is interrupted, the error contains the number of deleted records.',
      right: needs.right(resource.rights.delete),
      effect: 'deletes',
      deadline: 'bulk',
      rest: { verb: 'DELETE', path: `${resource.path}/bulk` },
      input: { search: takes.criteria(resource), query: takes.query(Confirmation) },
      output: answers.fields(BulkRemoved),
      run: ([records, calls], { search: { criteria, echo }, query: { confirm } }, { call }) => {
        if (criteria.groups.every((filters) => filters.length === 0)) throw missing('filter_groups');
        const named = call && { ...call, digest: digestOf(JSON.stringify([echo, confirm])) };
        return calls.run(
          named,
          async (steps) => ({ deleted: await records.removeAll(criteria.groups, confirm, steps) }),
          (parts) => ({ deleted: parts.reduce((sum, part) => sum + Number(part), 0) }),
        );
      },
    }),
  ];
};
