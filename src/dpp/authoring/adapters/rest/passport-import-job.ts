import { Injectable } from '@nestjs/common';
import { NotSignedIn, type CsvReading, RightMissing } from '../../../../../libs/kernel/index.js';
import { type JobAdapter, type JobName, type JobWork, needs } from '../../../../../libs/operations/index.js';
import { References } from '../../../../../libs/records/index.js';
import { once } from '../../../../../libs/rest/index.js';
import { ImportPassports } from '../../application/import-passports.js';
import { actorOf } from '../../../passport/domain/index.js';
import { DPP_RIGHTS, PUBLISH } from '../../../passport/index.js';
import { importAnswer } from './import-answer.js';
import { csvRowsIn, linesIn } from './import-rows.js';

/** The uploaded file of the job. */
export const CSV_FILE = 'passports.csv';
export const LINES_FILE = 'passports.jsonl';

/** Input of an import job, in addition to its file. Jobs of earlier builds have no dialect and encoding. */
export interface ImportJobInput extends Partial<CsvReading> {
  readonly dryRun: 0 | 1;
  readonly publishes?: boolean;
}

export const PASSPORT_IMPORT_JOB: JobName = {
  name: 'passport_import',
  summary: 'Import passports from CSV or JSON Lines',
  right: needs.right(DPP_RIGHTS.save),
};

/** The response that the route would have returned. */
const ANSWER = 'answer.json';

@Injectable()
export class PassportImportJob implements JobAdapter<ImportJobInput> {
  constructor(
    readonly imports: ImportPassports,
    readonly references: References,
  ) {}

  async run({
    input: { dryRun, publishes = false, ...reading },
    caller,
    files,
    progress,
  }: JobWork<ImportJobInput>): Promise<object> {
    if (!caller) throw new NotSignedIn('self');
    if (publishes && !caller.holds(PUBLISH)) throw new RightMissing(PUBLISH);
    const isCsv = (await files.names()).includes(CSV_FILE);
    const parts: Uint8Array[] = [];
    for await (const part of files.read(isCsv ? CSV_FILE : LINES_FILE)) parts.push(part);
    const bytes = Buffer.concat(parts);
    const file = isCsv
      ? await csvRowsIn(bytes, { ...reading, adapts: dryRun === 1 })
      : { rows: await linesIn(bytes), dialect: null };
    const onRow = (done: number): void => progress(done, file.rows.length);
    const { items, ...counts } = await importAnswer(this, file, actorOf(caller), {
      dryRun,
      publishes,
      isKept: true,
      onRow,
    });
    await files.write(ANSWER, once(Buffer.from(JSON.stringify({ ...counts, items }))));
    return counts;
  }
}
