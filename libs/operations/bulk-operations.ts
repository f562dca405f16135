import { createHash } from 'node:crypto';
import { type Clock, missing, type Steps } from '../kernel/index.js';
import {
  StringField,
  IntField,
  ObjectsField,
  RefusalField,
  type Outcome,
  type Recorded,
  type Input,
  type BulkService,
  inGroups,
  weightOf,
  type Resource,
  serviceOf,
} from '../records/index.js';
import { type OperationContext, type Operation, operation } from './operation.js';
import { answers } from './output.js';
import { BULK_WRAPPER, BULK_ROWS_MAX } from './body.js';
import { CallsInSteps } from './calls-in-steps.js';
import { needs } from './need.js';
import { takes } from './input.js';
/** An all-or-nothing call with more rows holds the write lock (bulk.md, "All or nothing on a cluster"). */
const WRITE_LOCK_ROWS = 250;

const MODES = ['best_effort', 'all_or_nothing'] as const;

class BulkMode {
  @StringField({
    about:
      'Error handling: best_effort stores the valid rows and reports the others, all_or_nothing stores either all rows or none',
    words: MODES,
    default: 'best_effort',
    example: 'best_effort',
  })
  readonly mode!: (typeof MODES)[number];
}

class Confirmation {
  @IntField({ about: 'Number of matching records, as confirmation', required: true, example: 12 })
  readonly confirm!: number;
}

/** Outcomes of the rows of a call. */
export class RowCounts {
  @IntField({ about: 'Number of rows that created a record', example: 1 })
  readonly created!: number;

  @IntField({ about: 'Number of rows that changed a record', example: 0 })
  readonly updated!: number;

  @IntField({ about: 'Number of rows that changed nothing', example: 0 })
  readonly unchanged!: number;

  @IntField({ about: 'Number of rejected rows', example: 0 })
  readonly failed!: number;
}

/** Outcome of one row. */
export class RowOutcome {
  @IntField({ about: 'Position of the row, starting at 0; the header of a file does not count', example: 0 })
  readonly index!: number;

  @StringField({ about: 'Outcome of the row', words: ['created', 'updated', 'unchanged', 'failed'] })
  readonly status!: Outcome<Recorded>['status'];

  @RefusalField({ about: 'Error of the row; null if it was stored', nullable: true, example: null })
  readonly error!: object | null;
}

class BulkItem extends RowOutcome {
  @IntField({ about: 'Identifier of the record; null if the row failed', nullable: true, example: 17 })
  readonly id!: number | null;
}

class BulkSaved extends RowCounts {
  @ObjectsField(BulkItem, { about: 'Results of the rows, in the order of the request' })
  readonly items!: readonly BulkItem[];
}

class BulkRemoved {
  @IntField({ about: 'Number of deleted records', example: 12 })
  readonly deleted!: number;
}

type Tell = OperationContext['tell'];

/** The result of a row; its group starts at the row `from`. */
const itemOf = <T extends Recorded>(outcome: Outcome<T>, from: number, tell: Tell): BulkItem => {
  const [index, { status }] = [from + outcome.index, outcome];
  return outcome.status === 'failed'
    ? { index, status, id: null, error: tell(outcome.refusal) }
    : { index, status, id: outcome.record.id, error: null };
};

const answerOf = (items: readonly BulkItem[]) => {
  const counts = { created: 0, updated: 0, unchanged: 0, failed: 0 };
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

/** Rows in order: those of best effort in groups, all or nothing in one transaction. */
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
    const saved = await records.saveAll(isAll ? rows : rows.slice(from, to), options);
    const outcomes = saved.map((outcome) => itemOf(outcome, from, tell));
    // A group that was lost to others is done again.
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

/** `POST|DELETE <base>/bulk` of a resource (bulk.md). */
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
        `Accepts at most ${BULK_ROWS_MAX} rows, as one JSON object or as JSON Lines. A row updates the record with its \`id\`, ` +
        '`external_id` or unique key, and creates a record if none matches. Rows are processed in order; omitted fields ' +
        'keep their values. With best_effort, rows are stored in groups. Send an interrupted call again with the same ' +
        'Idempotency-Key to resume it.',
      right: needs.right(resource.rights.save),
      effect: 'writes',
      rest: { verb: 'POST', path: `${resource.path}/bulk` },
      input: { rows: takes.rows(resource), query: takes.query(BulkMode) },
      output: answers.fields(BulkSaved),
      run: ([records, calls], { rows, query: { mode } }, { call, tell }) => {
        // The mode makes it another call; other words of the query don't.
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
      summary: `Delete matching ${many}`,
      about:
        'Requires at least one filter, and the number of matching records in `confirm`. More than 10,000 records are deleted ' +
        'in groups; the error of an interrupted call contains the number of deleted records.',
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
