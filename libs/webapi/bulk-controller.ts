import { createHash } from 'node:crypto';
import { createParamDecorator, Delete, type ExecutionContext, Inject, Post, type Type } from '@nestjs/common';
import type { Request } from 'express';
import { ChangeLog, InputRefused, invalidValue, KeptAnswers, missing } from '../kernel/index.js';
import {
  type BulkService,
  type Input,
  IntField,
  type Outcome,
  type Recorded,
  type Resource,
  StringField,
} from '../records/index.js';
import { type Answer, written } from './answers.js';
import { BULK_ROWS_MAX, BULK_WRAPPER, type BulkBody } from './bulk-body.js';
import type { Caller } from './callers.js';
import type { Asked } from './criteria.js';
import { answers, Describes } from './describe.js';
import { Needs } from './needs.js';
import { BulkRows, Queried, SignedIn } from './params.js';
import { declareResource, serviceOf } from './record-controller.js';
import { RestController } from './rest-controller.js';
import { Searched } from './searched.js';
import { answerTo } from './status-table.js';

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

/** Visible ASCII: what every client and proxy leaves as it is. */
const KEY_FORM = /^[\x21-\x7e]{1,255}$/;

/** The sender's own name of the call; undefined if it is none that may be repeated. */
const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext): string | undefined => {
  const raw = context.switchToHttp().getRequest<Request>().headers['idempotency-key'];
  if (raw === undefined) return undefined;
  if (typeof raw !== 'string' || !KEY_FORM.test(raw)) throw new InputRefused(invalidValue('Idempotency-Key', raw));
  return raw;
});

const itemOf = <T extends Recorded>(outcome: Outcome<T>) => {
  const { index, status } = outcome;
  return outcome.status === 'failed'
    ? { index, status, id: null, error: answerTo(outcome.refusal)?.body ?? null }
    : { index, status, id: outcome.record.id, error: null };
};

const answerOf = <T extends Recorded>(outcomes: readonly Outcome<T>[]) => {
  const counts = { created: 0, updated: 0, unchanged: 0, failed: 0 };
  for (const { status } of outcomes) counts[status] += 1;
  return { ...counts, items: outcomes.map(itemOf) };
};

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

const REMOVED_ANSWER = answers.schema(
  { type: 'object', required: ['deleted'], properties: { deleted: { type: 'integer', minimum: 0 } } },
  { deleted: 12 },
);

/** A call as its repetitions are recognised: by who calls which resource, with what. */
interface Repeatable {
  readonly caller: Caller;
  readonly key: string;
  readonly digest: string;
}

/** `POST|DELETE <base>/bulk` of a resource (pricing.md §7). */
export const bulkController = <T extends Recorded>(resource: Resource<T>): Type => {
  const { many } = resource.title;

  @RestController(resource.path)
  class BulkController {
    constructor(
      @Inject(serviceOf(resource)) private readonly records: BulkService<T>,
      @Inject(ChangeLog) private readonly changes: ChangeLog,
      @Inject(KeptAnswers) private readonly keptAnswers: KeptAnswers,
    ) {}

    @Post('bulk')
    @Needs(resource.rights.save)
    @Describes({
      summary: `Create and change many ${many}`,
      about:
        `At most ${BULK_ROWS_MAX} rows, as one JSON object or as JSON Lines. A row is found by id, external_id or its ` +
        'unique key, and created if there is none; rows act in order, fields left out stay. With an Idempotency-Key the ' +
        'same call is answered the same for 24 hours.',
      answer: SAVED_ANSWER,
      errors: [409],
    })
    saveMany(
      @SignedIn() caller: Caller,
      @BulkRows(resource) { rows, digest }: BulkBody,
      @Queried(BulkMode) { mode }: BulkMode,
      @IdempotencyKey() key: string | undefined,
    ): Promise<Answer> {
      const once = key === undefined ? undefined : { caller, key, digest: `${mode}\n${digest}` };
      return written(
        this.changes,
        () => this.saved(rows, mode, once),
        (answer) => answer,
      );
    }

    @Delete('bulk')
    @Needs(resource.rights.delete)
    @Describes({
      summary: `Delete the ${many} that match; a filter is required, and confirm is their number`,
      answer: REMOVED_ANSWER,
      errors: [409],
    })
    removeMany(
      @Searched(resource) { criteria }: Asked,
      @Queried(Confirmation) { confirm }: Confirmation,
    ): Promise<Answer> {
      if (criteria.groups.every((filters) => filters.length === 0)) throw missing('filter_groups');
      return written(
        this.changes,
        () => this.records.removeAll(criteria.groups, confirm),
        (deleted) => ({ deleted }),
      );
    }

    private async saved(
      rows: readonly Input[],
      mode: BulkMode['mode'],
      call: Repeatable | undefined,
    ): Promise<unknown> {
      const { records, keptAnswers } = this;
      const place = (index: number): string => `${BULK_WRAPPER}[${index}]`;
      const save = async () =>
        answerOf(await records.saveAll(rows, { meeting: 'ifThere', mode, place, businessKeys: true, brief: true }));
      await records.prepare(rows);
      if (!call) return save();
      const text = await keptAnswers.once(
        {
          caller: `${call.caller.kind}:${call.caller.id}`,
          route: resource.resource,
          key: call.key,
          digest: createHash('sha256').update(call.digest).digest('hex'),
        },
        async () => JSON.stringify(await save()),
      );
      return JSON.parse(text) as unknown;
    }
  }

  declareResource(BulkController, resource);
  Object.defineProperty(BulkController, 'name', { value: `${resource.service}BulkController` });
  return BulkController;
};
