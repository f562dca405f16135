import { HttpCode, HttpStatus, Post } from '@nestjs/common';
import type { Request } from 'express';
import type { NamedCall } from '../../../../libs/kernel/index.js';
import { answers, BegunJob, type Caller, type JobFiles, Jobs } from '../../../../libs/operations/index.js';
import { PRICE_SELECTS, type PriceSelect } from '../../../../libs/pricing/index.js';
import { CsvQuery, StringField } from '../../../../libs/records/index.js';
import {
  beginWithFile,
  Heavy,
  IdempotentCall,
  KeepsSteps,
  Queried,
  RestController,
  SENT_FILE,
  SignedIn,
  StreamsBody,
} from '../../../../libs/rest/index.js';
import { Describes, Needs, WireSettings } from '../../../../libs/web/index.js';
import { CsvFiles } from '../../../import-export/index.js';
import { REPLAY_JOB, type ReplayInput } from '../../application/price-jobs.js';
import { MANAGE } from '../../application/price-operations.js';
import { invoiceColumns } from '../csv/invoice-lines.js';

const PLAIN = 'invoices.csv';
const PACKED = `${PLAIN}.gz`;

class ReplayQuery extends CsvQuery {
  @StringField({
    about:
      'Rule that selects the price: lowest, highest or sort_order (first source with a price); default: the setting `price_select` that applies to the buyer',
    nullable: true,
    default: null,
    words: PRICE_SELECTS,
    example: 'lowest',
  })
  readonly strategy!: PriceSelect | null;

  @StringField({
    about: 'Name of the column that contains the date of sale; default `date`',
    default: 'date',
    maxLength: 100,
    example: 'date',
  })
  readonly dateColumn!: string;
}

/** Starts replay jobs (pricing-tools.md). */
@RestController('pricing/replay/jobs')
export class ReplayJobController {
  constructor(
    private readonly jobs: Jobs,
    private readonly csvFiles: CsvFiles,
    private readonly settings: WireSettings,
  ) {}

  @Post()
  @HttpCode(HttpStatus.ACCEPTED)
  @Needs(MANAGE.right)
  @KeepsSteps()
  @Heavy()
  @Describes({
    service: 'pricingReplayV1',
    summary: 'Start a job that recalculates the prices of the invoice lines in a CSV file',
    about:
      'Accepts the same file as `kontor replay`, as a form upload or as gzip data. Returns 202 with the UUID of a ' +
      'job. Its file `differences.csv` lists the lines whose price differs from the invoice.',
    tag: 'Jobs',
    answer: answers.fields(BegunJob),
    errors: [403],
    never: [404],
  })
  async run(
    @SignedIn() caller: Caller,
    @StreamsBody(SENT_FILE) request: Request,
    @Queried(ReplayQuery, { strict: true }) { strategy, dateColumn, dialect, encoding }: ReplayQuery,
    @IdempotentCall() call: NamedCall | undefined,
  ): Promise<object> {
    const reading = { dialect, encoding };
    const input: ReplayInput = { strategy, dateColumn, ...reading };
    const named = call && { ...call, route: `${call.route}:${strategy}:${dateColumn}:${dialect}:${encoding}` };
    const begin = (name: string, bytes: () => AsyncIterable<Uint8Array>): Promise<string> => {
      const order = { kind: REPLAY_JOB, caller, description: 'Replay of invoice lines', input };
      const kept = /\.gz$/.test(name) ? PACKED : PLAIN;
      const sent = { file: kept, columns: invoiceColumns(dateColumn), reading };
      const checked = (): AsyncIterable<Uint8Array> => this.csvFiles.inSentDialect(bytes(), sent);
      return this.jobs.begin(order, (files: JobFiles) => files.write(kept, checked()), named);
    };
    const parts = { settings: this.settings, packedName: () => PACKED };
    return { uuid: await beginWithFile(request, parts, begin) };
  }
}
