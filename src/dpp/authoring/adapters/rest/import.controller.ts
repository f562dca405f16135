import { HttpStatus, Post } from '@nestjs/common';
import type { Request } from 'express';
import {
  CSV_DIALECTS,
  type CsvDialect,
  type CsvReading,
  IdempotencyStore,
  type NamedCall,
  RightMissing,
  withCommas,
} from '../../../../../libs/kernel/index.js';
import {
  CsvQuery,
  FlagField,
  IntField,
  ObjectsField,
  References,
  StringField,
} from '../../../../../libs/records/index.js';
import { answers, BegunJob, type Caller, Jobs, RowCounts, RowOutcome } from '../../../../../libs/operations/index.js';
import { Describes, checkContentType, Needs, readBytes, WireSettings } from '../../../../../libs/web/index.js';
import {
  KeepsSteps,
  once,
  Queried,
  RestController,
  IdempotentCall,
  SignedIn,
  StreamsBody,
} from '../../../../../libs/rest/index.js';
import { ImportPassports } from '../../application/import-passports.js';
import { DPP_RIGHTS, PUBLISH } from '../../../passport/index.js';
import { type FileRows, importAnswer } from './import-answer.js';
import { csvRowsIn, linesIn, mustBeIn, ROWS_MAX } from './import-rows.js';
import { CSV_FILE, type ImportJobInput, LINES_FILE, PASSPORT_IMPORT_JOB } from './passport-import-job.js';
import { actorOf } from '../../../passport/domain/index.js';

const CSV = 'text/csv';
const LINES = 'application/x-ndjson';

/** RFC 7240 preference for an asynchronous response. */
const LATER = 'respond-async';

const wantsJob = ({ headers }: Request): boolean =>
  [headers.prefer ?? []].flat().some((sent) => sent.split(',').some((one) => one.trim().toLowerCase() === LATER));

class ImportQuery extends CsvQuery {
  @FlagField({ about: 'Dry run flag: 1 reports the outcome of each row without storing anything', example: 1 })
  readonly dryRun!: 0 | 1;

  @FlagField({
    about: 'Publication flag: 1 publishes the passport of each row, which also requires the right to publish passports',
    example: 1,
  })
  readonly publish!: 0 | 1;
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

class ImportedRow extends RowOutcome {
  @StringField({
    about: 'Outcome of the row: created, updated, unchanged or failed',
    words: ['created', 'updated', 'unchanged', 'failed'],
  })
  readonly status!: 'created' | 'updated' | 'unchanged' | 'failed';

  @IntField({
    about: 'ID of the passport; null if the row failed or, in a dry run, would create a passport',
    nullable: true,
    example: 17,
  })
  readonly passportId!: number | null;

  @IntField({ about: 'Version number of the passport; null if the row failed', nullable: true, example: 1 })
  readonly version!: number | null;
}

class DamagedRow {
  @IntField({ about: 'Position of the row, starting at 0', example: 0 })
  readonly index!: number;

  @StringField({ about: 'Reason for the warning', example: 'sku "4.00638E+12" is new and looks like a rounded number' })
  readonly message!: string;
}

class ImportedPassports extends RowCounts {
  @FlagField({ about: 'Dry run flag: 1 if this was a dry run', example: 0 })
  readonly dryRun!: 0 | 1;

  @StringField({
    about: 'CSV dialect used to read the file; null for JSON Lines',
    words: CSV_DIALECTS,
    nullable: true,
    example: 'comma',
  })
  readonly dialect!: CsvDialect | null;

  @ObjectsField(DamagedRow, {
    about: 'Valid rows with a new SKU that a spreadsheet program may have altered; always empty outside a dry run',
    default: [],
  })
  readonly warnings!: readonly DamagedRow[];

  @ObjectsField(ImportedRow, { about: 'Outcome of each row, in request order' })
  readonly items!: readonly ImportedRow[];
}

interface SentRows {
  readonly isCsv: boolean;
  readonly bytes: Buffer;
}

const SERVICE = 'dppImportV1';

/** Import of passports from files (passports.md, "Authoring"). */
@RestController('dpp/manage/import')
export class ImportController {
  constructor(
    private readonly imports: ImportPassports,
    private readonly references: References,
    private readonly settings: WireSettings,
    private readonly idempotencyStore: IdempotencyStore,
    private readonly jobs: Jobs,
  ) {}

  @Post()
  @Needs(DPP_RIGHTS.save)
  @KeepsSteps()
  @Describes({
    service: SERVICE,
    summary: 'Import passports from CSV or JSON Lines',
    about: `Accepts \`${CSV}\` or \`${LINES}\` with at most ${withCommas(ROWS_MAX)} rows. SKU, store view, batch and serial number identify the passport of a row. The import changes its working version, revises a published version that differs, or creates a draft. Each row succeeds or fails on its own. With \`Prefer: respond-async\`, the import runs as a job, and the response is 202 with the UUID of the job. The file \`answer.json\` of the job contains the result.`,
    tag: 'Product passports',
    answer: answers.fields(ImportedPassports),
    accepted: answers.fields(BegunJob),
    errors: [400],
    never: [404],
  })
  async run(
    @SignedIn() caller: Caller,
    @StreamsBody(BODIES) request: Request,
    @Queried(ImportQuery, { strict: true }) { dryRun, publish, dialect, encoding }: ImportQuery,
    @IdempotentCall() call: NamedCall | undefined,
  ): Promise<unknown> {
    if (publish === 1 && !caller.holds(PUBLISH)) throw new RightMissing(PUBLISH);
    const publishes = publish === 1;
    const reading = { dialect, encoding, adapts: dryRun === 1 };
    const file = await this.fileOf(request);
    if (wantsJob(request)) return this.startJob(request, file, { dryRun, publishes, reading, caller, call });
    const rows = await this.rowsOf(file, reading);
    const { imports, references } = this;
    const answer = (isKept: boolean) =>
      importAnswer({ imports, references }, rows, actorOf(caller), { dryRun, publishes, isKept });
    if (!call) return answer(false);
    // Groups of rows have their own transactions, and only the response is kept. If the call is cut off before that,
    // all rows are sent again and stored rows are found by their keys.
    const named = { ...call, route: `${call.route}:${dryRun}:${dialect}:${encoding}${publishes ? ':publish' : ''}` };
    const { parts } = await this.idempotencyStore.inSteps(named, async (steps) => {
      const answered = await answer(true);
      await steps.step(() => Promise.resolve({ part: () => JSON.stringify(answered), isLast: true }));
    });
    return JSON.parse(parts.join('')) as unknown;
  }

  /** Starts a job that performs the import, and returns 202 with the job's UUID. */
  private async startJob(
    request: Request,
    { isCsv, bytes }: SentRows,
    {
      dryRun,
      publishes,
      reading: { dialect, encoding, adapts },
      caller,
      call,
    }: Pick<ImportJobInput, 'dryRun'> & {
      publishes: boolean;
      reading: CsvReading & { adapts: boolean };
      caller: Caller;
      call: NamedCall | undefined;
    },
  ): Promise<object> {
    if (isCsv) await mustBeIn(bytes, { dialect, encoding, adapts });
    const named = call && {
      ...call,
      route: `${call.route}:${dryRun}:${dialect}:${encoding}${publishes ? ':publish' : ''}:later`,
    };
    const input: ImportJobInput = { dryRun, publishes, dialect, encoding };
    const order = { kind: PASSPORT_IMPORT_JOB, caller, description: 'Passport import', input };
    const uuid = await this.jobs.begin(
      order,
      (files) => files.write(isCsv ? CSV_FILE : LINES_FILE, once(bytes)),
      named,
    );
    request.res?.status(HttpStatus.ACCEPTED).setHeader('Preference-Applied', LATER);
    return { uuid };
  }

  private async fileOf(request: Request): Promise<SentRows> {
    const type = checkContentType(request.headers['content-type'], [CSV, LINES]);
    const bytes = await readBytes(request, this.settings.bulkMaxBytes, 'bulk', 'BULK_MAX_MB');
    return { isCsv: type === CSV, bytes };
  }

  private async rowsOf(
    { isCsv, bytes }: SentRows,
    reading: CsvReading & { readonly adapts: boolean },
  ): Promise<FileRows> {
    return isCsv ? csvRowsIn(bytes, reading) : { rows: await linesIn(bytes), dialect: null };
  }
}
