import { Injectable } from '@nestjs/common';
import { NotSignedIn } from '../../../../../libs/kernel/index.js';
import type { JobWork } from '../../../../../libs/operations/index.js';
import { once } from '../../../../../libs/rest/index.js';
import { CSV_FILE, type ImportJobInput, LINES_FILE, RunPassportImport } from '../../application/import-job.js';
import { ImportPassports } from '../../application/import-passports.js';
import { actorOf } from '../../../passport/domain/index.js';
import { importAnswer } from './import-answer.js';
import { csvRowsIn, linesIn } from './import-rows.js';

/** The response that the route would return. */
const ANSWER = 'answer.json';

/** Runs an import as a job. */
@Injectable()
export class PassportImportJob extends RunPassportImport {
  constructor(private readonly imports: ImportPassports) {
    super();
  }

  async run({ input: { dryRun }, caller, files, progress }: JobWork<ImportJobInput>): Promise<object> {
    if (!caller) throw new NotSignedIn('self');
    const isCsv = (await files.names()).includes(CSV_FILE);
    const parts: Uint8Array[] = [];
    for await (const part of files.read(isCsv ? CSV_FILE : LINES_FILE)) parts.push(part);
    const bytes = Buffer.concat(parts);
    const rows = await (isCsv ? csvRowsIn(bytes) : linesIn(bytes));
    const onRow = (done: number): void => progress(done, rows.length);
    const { items, ...counts } = await importAnswer(this.imports, rows, actorOf(caller), {
      dryRun,
      isKept: true,
      onRow,
    });
    await files.write(ANSWER, once(Buffer.from(JSON.stringify({ ...counts, items }))));
    return counts;
  }
}
