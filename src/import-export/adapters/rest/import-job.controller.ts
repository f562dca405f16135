import { HttpCode, HttpStatus, Post } from '@nestjs/common';
import type { Request } from 'express';
import { InputRefused, invalidValue, missing, type NamedCall } from '../../../../libs/kernel/index.js';
import { CsvQuery, FlagField, IntField, StringField } from '../../../../libs/records/index.js';
import { answers, BegunJob, type Caller, type JobFiles, Jobs } from '../../../../libs/operations/index.js';
import { Describes, Needs, WireSettings } from '../../../../libs/web/index.js';
import {
  beginWithFile,
  IdempotentCall,
  KeepsSteps,
  Queried,
  RestController,
  SENT_FILE,
  SignedIn,
  StreamsBody,
} from '../../../../libs/rest/index.js';
import { readCriteria, rulesOf } from '../../../../libs/calls/index.js';
import { IMPORT_JOB, IMPORT_RIGHT, type ImportInput } from '../../application/export-operation.js';
import { FileRights } from '../../application/file-rights.js';
import { CsvFiles } from '../../ports/csv-files.js';

/** Name of an export file, compressed or not. */
const NAME = /^[a-z][a-z0-9_]{0,100}\.(?:csv|ndjson)(?:\.gz)?$/;

class ImportQuery extends CsvQuery {
  @FlagField({
    about: 'Dry run flag: 1 reports the result of the import without storing anything; default 0',
    example: 1,
  })
  readonly dryRun!: 0 | 1;

  @FlagField({
    about: 'All-or-nothing flag: 1 stores nothing if a row is invalid, 0 stores the valid rows; default 0',
    example: 0,
  })
  readonly allOrNothing!: 0 | 1;

  @FlagField({
    about:
      'Replacement flag: 1 stores all rows or none, and deletes records that match searchCriteria but are not in the file; default 0',
    example: 0,
  })
  readonly replace!: 0 | 1;

  @IntField({
    about: 'Maximum number of records that the call may delete; required with `replace=1`, otherwise not allowed',
    nullable: true,
    example: null,
  })
  readonly expectDeletedMax!: number | null;

  @StringField({
    about: 'Name of the file, such as customer_price.csv; required if the body is gzip data, ignored for a form upload',
    nullable: true,
    maxLength: 120,
    example: 'customer_price.csv',
  })
  readonly file!: string | null;
}

const mustBeName = (name: string): string => {
  if (!NAME.test(name))
    throw new InputRefused(invalidValue('file', name, 'names of export files, such as customer_price.csv'));
  return name;
};

/** The scope of a replacement, which must have a filter and a limit. */
const sentScope = (
  query: Request['query'],
  deletedMax: number | null,
  settings: WireSettings,
): NonNullable<ImportInput['replace']> => {
  const { groups } = readCriteria(query, rulesOf(settings)).sent;
  if (groups.length === 0) throw missing('filter_groups');
  if (deletedMax === null) throw missing('expect_deleted_max');
  return { groups, deletedMax };
};

/** Imports a CSV file as a job (csv.md, "Over REST"). */
@RestController('import')
export class ImportJobController {
  constructor(
    private readonly jobs: Jobs,
    private readonly rights: FileRights,
    private readonly csvFiles: CsvFiles,
    private readonly settings: WireSettings,
  ) {}

  @Post()
  @HttpCode(HttpStatus.ACCEPTED)
  @Needs(IMPORT_RIGHT.right)
  @KeepsSteps()
  @Describes({
    summary: 'Start a job that imports a CSV or JSON Lines file',
    about:
      'Accepts one file with the format and name that `export` uses, as a form upload or as gzip data with the parameter ' +
      '`file`. Returns 202 with the UUID of the job; `GET /V1/jobs/:uuid` returns its progress. A dry run detects the ' +
      'CSV dialect and reports it in the result of the job. It also writes the old and new values of the first 20 ' +
      'changed rows to the job file `differences.csv`. The call also requires the right to save the records. ' +
      'With `replace=1`, the job also deletes the records that match searchCriteria but are not in any row; this requires ' +
      'the right to delete them.',
    tag: 'Jobs',
    answer: answers.fields(BegunJob),
    errors: [403],
    never: [404],
  })
  async run(
    @SignedIn() caller: Caller,
    @StreamsBody(SENT_FILE) request: Request,
    @Queried(ImportQuery, { strict: true, criteria: true }) query: ImportQuery,
    @IdempotentCall() call: NamedCall | undefined,
  ): Promise<object> {
    const { dialect, encoding, replace, expectDeletedMax } = query;
    const criteria = request.query['search_criteria'];
    const scope = replace === 1 ? sentScope(request.query, expectDeletedMax, this.settings) : undefined;
    if (replace === 0 && (criteria !== undefined || expectDeletedMax !== null))
      throw InputRefused.sentence('%parameter is only allowed with replace=1. Remove %parameter, or add replace=1.', {
        parameter: criteria === undefined ? 'expect_deleted_max' : 'searchCriteria',
      });
    const input: ImportInput = {
      dryRun: query.dryRun === 1,
      allOrNothing: query.allOrNothing === 1,
      dialect,
      encoding,
      ...(scope && { replace: scope }),
    };
    const options = `${query.dryRun}${query.allOrNothing}:${dialect}:${encoding}${scope ? JSON.stringify(scope) : ''}`;
    const named = call && { ...call, route: `${call.route}:${options}` };
    const begin = async (name: string, bytes: () => AsyncIterable<Uint8Array>): Promise<string> => {
      const plain = mustBeName(name).replace(/\.gz$/, '');
      this.rights.mustKnowFile(plain);
      this.rights.mustSave([plain], caller);
      if (scope) {
        this.rights.mustDelete(plain, caller);
        // Refuses invalid scopes now; the job itself resolves business keys when it runs.
        await this.rights.scopeOf(plain, scope.groups);
      }
      const sent = { file: name, columns: this.rights.columnsOf(plain), reading: { dialect, encoding } };
      const isChecked = !input.dryRun && plain.endsWith('.csv');
      const checked = isChecked ? () => this.csvFiles.inSentDialect(bytes(), sent) : bytes;
      const order = { kind: IMPORT_JOB, caller, description: `Import of ${name}`, input };
      return this.jobs.begin(order, (files: JobFiles) => files.write(name, checked()), named);
    };
    const packedName = (): string => mustBeName(query.file ?? '').replace(/(?:\.gz)?$/, '.gz');
    return { uuid: await beginWithFile(request, { settings: this.settings, packedName }, begin) };
  }
}
