import { Post } from '@nestjs/common';
import type { Request } from 'express';
import { KeptAnswers, type NamedCall } from '../../../../../libs/kernel/index.js';
import { FlagField, type Input, IntField, ObjectsField } from '../../../../../libs/records/index.js';
import { answers, type Caller, RowCounts, RowOutcome } from '../../../../../libs/operations/index.js';
import {
  answerTo,
  Describes,
  judgeContentType,
  Needs,
  readBytes,
  WireSettings,
} from '../../../../../libs/web/index.js';
import {
  KeepsSteps,
  Queried,
  RestController,
  IdempotentCall,
  SignedIn,
  StreamsBody,
} from '../../../../../libs/rest/index.js';
import { ImportPassports } from '../../application/import-passports.js';
import type { ImportOutcome } from '../../application/import-plans.js';
import { DPP_RIGHTS } from '../../../passport/index.js';
import { csvRowsIn, linesIn, ROWS_MAX } from './import-rows.js';
import { actorOf } from '../../../passport/domain/index.js';

const CSV = 'text/csv';
const LINES = 'application/x-ndjson';

class ImportQuery {
  @FlagField({ about: '1: nothing is stored, only what would become of each row as of now is told', example: 1 })
  readonly dryRun!: 0 | 1;
}

const BODIES = {
  [CSV]: {
    schema: { type: 'string' },
    example:
      'sku,template_code,manufacturer.name,dpp_payload\nBAT-1,battery,Rheinpfad,"{""battery_category"":""lmt""}"',
  },
  [LINES]: {
    schema: { type: 'string' },
    example: '{"sku":"BAT-1","template_code":"battery","dpp_payload":{"battery_category":"lmt"}}',
  },
};

const itemOf = (outcome: ImportOutcome) =>
  outcome.status === 'failed'
    ? {
        index: outcome.index,
        status: outcome.status,
        passport_id: null,
        version: null,
        error: answerTo(outcome.refusal)?.body ?? null,
      }
    : {
        index: outcome.index,
        status: outcome.status,
        // Of one that was only tried nobody knows what it would be.
        passport_id: outcome.version.passportId || null,
        version: outcome.version.version,
        error: null,
      };

class ImportedRow extends RowOutcome {
  @IntField({ about: 'The passport; null: only tried', nullable: true, example: 17 })
  readonly passportId!: number | null;

  @IntField({ about: 'Number of its version', nullable: true, example: 1 })
  readonly version!: number | null;
}

class ImportedPassports extends RowCounts {
  @FlagField({ about: '1: nothing was stored', example: 0 })
  readonly dryRun!: 0 | 1;

  @ObjectsField(ImportedRow, { about: 'One for each row, in order' })
  readonly items!: readonly ImportedRow[];
}

/** Passports from files (passports.md, "Authoring"). */
@RestController('dpp/manage/import')
export class ImportController {
  constructor(
    private readonly imports: ImportPassports,
    private readonly settings: WireSettings,
    private readonly keptAnswers: KeptAnswers,
  ) {}

  @Post()
  @Needs(DPP_RIGHTS.save)
  @KeepsSteps()
  @Describes({
    summary: 'Import passports from CSV or JSON Lines',
    about:
      `Content-Type \`${CSV}\` or \`${LINES}\`, at most ${ROWS_MAX} rows. A row means the passport of its SKU, store view, ` +
      'batch and serial number: its version in work is changed, what is published gets a revision where something ' +
      'differs, else a draft is made. Each row is stored or refused for itself.',
    tag: 'Product passports',
    answer: answers.fields(ImportedPassports),
    errors: [400],
    never: [404],
  })
  async run(
    @SignedIn() caller: Caller,
    @StreamsBody(BODIES) request: Request,
    @Queried(ImportQuery, { strict: true }) { dryRun }: ImportQuery,
    @IdempotentCall() call: NamedCall | undefined,
  ): Promise<unknown> {
    const rows = await this.rowsOf(request);
    if (!call) return this.answer(rows, dryRun, caller);
    // Groups of rows are transactions of their own; only the answer is kept. Cut off before it, all rows come again, and
    // those that are stored already are met by their keys.
    const named = { ...call, route: `${call.route}:${dryRun}` };
    const { parts } = await this.keptAnswers.inSteps(named, async (steps) => {
      const answer = await this.answer(rows, dryRun, caller, true);
      await steps.step(() => Promise.resolve({ part: () => JSON.stringify(answer), isLast: true }));
    });
    return JSON.parse(parts.join('')) as unknown;
  }

  private async answer(rows: readonly Input[], dryRun: 0 | 1, caller: Caller, isKept = false): Promise<object> {
    const outcomes = await (dryRun === 1
      ? this.imports.try(rows, actorOf(caller))
      : this.imports.run(rows, actorOf(caller), isKept));
    const counts = { created: 0, updated: 0, unchanged: 0, failed: 0 };
    for (const { status } of outcomes) counts[status] += 1;
    return { ...counts, dry_run: dryRun, items: outcomes.map(itemOf) };
  }

  private async rowsOf(request: Request): Promise<readonly Input[]> {
    const type = judgeContentType(request.headers['content-type'], [CSV, LINES]);
    const bytes = await readBytes(request, this.settings.bulkMaxBytes, 'bulk', 'BULK_MAX_MB');
    return type === CSV ? csvRowsIn(bytes) : linesIn(bytes);
  }
}
