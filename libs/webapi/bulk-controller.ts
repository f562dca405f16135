import { createHash } from 'node:crypto';
import { Delete, Inject, Post, type Type } from '@nestjs/common';
import {
  ChangeLog,
  Clock,
  InputRefused,
  invalidValue,
  KeptAnswers,
  missing,
  type NamedCall,
  type Steps,
  Transactions,
} from '../kernel/index.js';
import {
  type BulkService,
  inGroups,
  type Input,
  IntField,
  type Outcome,
  type Recorded,
  type Resource,
  StringField,
  unkeptSteps,
  weightOf,
} from '../records/index.js';
import { Answer, written } from './answers.js';
import { BULK_ROWS_MAX, BULK_WRAPPER } from './bulk-body.js';
import type { Asked } from './criteria.js';
import { Within } from './deadline-kind.js';
import { answers, Describes } from './describe.js';
import { Needs } from './needs.js';
import { BulkRows, Queried, IdempotentCall } from './params.js';
import { declareResource, serviceOf } from './record-controller.js';
import { RestController } from './rest-controller.js';
import { Searched } from './searched.js';
import { KeepsSteps } from './idempotency.js';
import { answerTo } from './status-table.js';

/** A call of more rows that are all or nothing takes turns with others of its kind (bulk.md, "All or nothing on a cluster"). */
const TURN_ROWS = 250;

const MODES = ['best_effort', 'all_or_nothing'] as const;

class BulkMode {
  @StringField({
    about: 'best_effort stores the good rows and tells of the others; all_or_nothing stores nothing if one is at fault',
    words: MODES,
    default: 'best_effort',
    example: 'best_effort',
  })
  readonly mode!: (typeof MODES)[number];
}

class Confirmation {
  @IntField({ about: 'How many records match', required: true, example: 12 })
  readonly confirm!: number;
}

interface Item {
  readonly index: number;
  readonly status: Outcome<Recorded>['status'];
  readonly id: number | null;
  readonly error: unknown;
}

/** What is told of a row; its group begins at the row `from`. */
const itemOf = <T extends Recorded>(outcome: Outcome<T>, from: number): Item => {
  const [index, { status }] = [from + outcome.index, outcome];
  return outcome.status === 'failed'
    ? { index, status, id: null, error: answerTo(outcome.refusal)?.body ?? null }
    : { index, status, id: outcome.record.id, error: null };
};

const answerOf = (items: readonly Item[]) => {
  const counts = { created: 0, updated: 0, unchanged: 0, failed: 0 };
  for (const { status } of items) counts[status] += 1;
  return { ...counts, items };
};

const itemsIn = (parts: readonly string[]): readonly Item[] =>
  parts.flatMap((part) => JSON.parse(part) as readonly Item[]);

const SAVED_ANSWER = answers.schema(
  {
    type: 'object',
    required: ['created', 'updated', 'unchanged', 'failed', 'items'],
    properties: {
      ...Object.fromEntries(
        ['created', 'updated', 'unchanged', 'failed'].map((name) => [name, { type: 'integer', minimum: 0 }]),
      ),
      items: {
        type: 'array',
        description: 'One for each row, in order',
        items: {
          type: 'object',
          required: ['index', 'status', 'id', 'error'],
          properties: {
            index: { type: 'integer', minimum: 0, description: 'Counts from 0' },
            status: { type: 'string', enum: ['created', 'updated', 'unchanged', 'failed'] },
            id: { type: 'integer', nullable: true },
            error: { nullable: true, allOf: [{ $ref: '#/components/schemas/Error' }] },
          },
        },
      },
    },
  },
  {
    created: 1,
    updated: 0,
    unchanged: 0,
    failed: 1,
    items: [
      { index: 0, status: 'created', id: 17, error: null },
      {
        index: 1,
        status: 'failed',
        id: null,
        error: answerTo(new InputRefused(invalidValue('sku', 'A2')))?.body ?? null,
      },
    ],
  },
);

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const REMOVED_ANSWER = answers.schema(
  { type: 'object', required: ['deleted'], properties: { deleted: { type: 'integer', minimum: 0 } } },
  { deleted: 12 },
);

/** `POST|DELETE <base>/bulk` of a resource (bulk.md). */
export const bulkController = <T extends Recorded>(resource: Resource<T>): Type => {
  const { many } = resource.title;

  @RestController(resource.path)
  class BulkController {
    constructor(
      @Inject(serviceOf(resource)) private readonly records: BulkService<T>,
      @Inject(ChangeLog) private readonly changes: ChangeLog,
      @Inject(KeptAnswers) private readonly keptAnswers: KeptAnswers,
      @Inject(Transactions) private readonly transactions: Transactions,
      @Inject(Clock) private readonly clock: Clock,
    ) {}

    @Post('bulk')
    @Needs(resource.rights.save)
    @KeepsSteps()
    @Describes({
      summary: `Create and change many ${many}`,
      about:
        `At most ${BULK_ROWS_MAX} rows, as one JSON object or as JSON Lines. A row is found by id, external_id or its ` +
        'unique key, and created if there is none; rows act in order, fields left out stay. best_effort stores them in ' +
        'groups; with an Idempotency-Key a call that was cut off goes on where it stopped when it is sent again.',
      answer: SAVED_ANSWER,
      errors: [409],
    })
    saveMany(
      @BulkRows(resource) rows: readonly Input[],
      @Queried(BulkMode) { mode }: BulkMode,
      @IdempotentCall() call: NamedCall | undefined,
    ): Promise<Answer> {
      // The mode makes it another call; other words of the query don't.
      const named = call && { ...call, digest: digestOf(`${mode}\n${String(call.digest)}`) };
      return this.inSteps(
        named,
        async (steps) => answerOf(await this.save(rows, mode, steps)),
        (parts) => answerOf(itemsIn(parts)),
      );
    }

    @Delete('bulk')
    @Needs(resource.rights.delete)
    @Within('bulk')
    @KeepsSteps()
    @Describes({
      summary: `Delete the ${many} that match; a filter is required, and confirm is their number`,
      about: 'More than 10,000 go in groups; a call that stops on its way says how far it has come.',
      answer: REMOVED_ANSWER,
      errors: [409],
    })
    removeMany(
      @Searched(resource) { criteria, echo }: Asked,
      @Queried(Confirmation) { confirm }: Confirmation,
      @IdempotentCall() call: NamedCall | undefined,
    ): Promise<Answer> {
      if (criteria.groups.every((filters) => filters.length === 0)) throw missing('filter_groups');
      const named = call && { ...call, digest: digestOf(JSON.stringify([echo, confirm])) };
      return this.inSteps(
        named,
        async (steps) => ({ deleted: await this.records.removeAll(criteria.groups, confirm, steps) }),
        (parts) => ({ deleted: parts.reduce((sum, part) => sum + Number(part), 0) }),
      );
    }

    /** Rows in order: those of best effort in groups, all or nothing in one transaction. */
    private async save(rows: readonly Input[], mode: BulkMode['mode'], steps: Steps): Promise<readonly Item[]> {
      const { records } = this;
      const items = [...itemsIn(steps.parts)];
      const done = items.length;
      await records.prepare(done === 0 ? rows : rows.slice(done));
      const place = (index: number): string => `${BULK_WRAPPER}[${index}]`;
      const options = { meeting: 'ifThere', mode, place, businessKeys: true, brief: true, isPart: true } as const;
      const work = async (from: number, to: number) => {
        const isAll = from === 0 && to === rows.length;
        const outcomes = await records.saveAll(isAll ? rows : rows.slice(from, to), options);
        const told = outcomes.map((outcome) => itemOf(outcome, from));
        // A group that was lost to others is done again.
        items.length = from;
        for (const item of told) items.push(item);
        return { part: () => JSON.stringify(told), isLast: to === rows.length };
      };
      if (mode === 'best_effort')
        await inGroups({
          steps,
          count: rows.length,
          done,
          weightOf: (row) => weightOf(rows[row] ?? {}),
          clock: this.clock,
          participle: 'stored',
          work,
        });
      else await steps.step(() => work(0, rows.length), { inTurn: rows.length > TURN_ROWS });
      return items;
    }

    /** Does a call in steps, those of a sending before it passed over, and answers what all of them made. */
    private async inSteps<B>(
      call: NamedCall | undefined,
      work: (steps: Steps) => Promise<B>,
      answer: (parts: readonly string[]) => B,
    ): Promise<Answer> {
      if (!call)
        return written(
          this.changes,
          () => work(unkeptSteps(this.transactions)),
          (body) => body,
        );
      const { parts, version } = await this.keptAnswers.inSteps(call, async (steps) => void (await work(steps)));
      return new Answer(answer(parts), { 'X-Pricing-Version': String(version ?? (await this.changes.version())) });
    }
  }

  declareResource(BulkController, resource);
  Object.defineProperty(BulkController, 'name', { value: `${resource.service}BulkController` });
  return BulkController;
};
