import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { InputRefused, sentence } from '../../../../libs/kernel/index.js';
import type { JobAdapter, JobFiles, JobWork } from '../../../../libs/operations/index.js';
import { type BadRow, CsvFiles, SourceRefused } from '../../../import-export/index.js';
import type { ReplayInput } from '../../application/price-jobs.js';
import { ReplayInvoices } from '../../application/replay-invoices.js';
import { DIFFERENCE_COLUMNS, differenceCells, invoiceColumns, invoiceLines } from './invoice-lines.js';
import { TemporaryCsv } from './job-csv.js';

const DIFFERENCES = 'differences.csv';
const REFUSED = 'refused.csv';
const MADE: readonly string[] = [DIFFERENCES, REFUSED];

/** Copies the uploaded file to a temporary folder next to the database and calls `work` with it. */
const withSentFile = async <T>(
  files: JobFiles,
  csvFiles: CsvFiles,
  work: (path: string, name: string) => Promise<T>,
): Promise<T> => {
  const name = (await files.names()).find((one) => !MADE.includes(one));
  if (name === undefined) throw new Error('a replay without a file');
  return csvFiles.inTemporaryFolder(async (folder) => {
    const path = join(folder, name);
    await pipeline(Readable.from(files.read(name)), createWriteStream(path));
    return work(path, name);
  });
};

const refusedRow = ({ line, reason }: BadRow): readonly string[] => [String(line), reason];

/** Prices the lines of a file like `kontor replay` and writes the differences to a file of the job. */
@Injectable()
export class CsvReplayJob implements JobAdapter<ReplayInput> {
  constructor(
    private readonly replaying: ReplayInvoices,
    private readonly csvFiles: CsvFiles,
  ) {}

  run({ input, files, progress }: JobWork<ReplayInput>): Promise<object> {
    return withSentFile(files, this.csvFiles, (path, name) =>
      TemporaryCsv.during(this.csvFiles, (differences) =>
        TemporaryCsv.during(this.csvFiles, async (refused) => {
          const reading = { dialect: input.dialect ?? 'comma', encoding: input.encoding ?? 'utf-8' };
          const known = await this.csvFiles.count(path, reading);
          await differences.begin(DIFFERENCE_COLUMNS);
          await refused.begin(['line', 'reason']);
          let bad: BadRow[] = [];
          let [badLines, counts] = [0, { lines: 0, equal: 0, different: 0, unpriced: 0 }];
          const tellBad = async (): Promise<void> => {
            badLines += bad.length;
            await refused.add(bad.splice(0).map(refusedRow));
          };
          const lines = invoiceLines(
            this.csvFiles.rows(path, invoiceColumns(input.dateColumn), name, reading),
            input.dateColumn,
            (one) => bad.push(one),
          );
          try {
            for await (const step of this.replaying.replay(
              lines,
              input.strategy === null ? {} : { strategy: input.strategy },
            )) {
              ({ counts } = step);
              await differences.add(step.differences.map(differenceCells));
              await tellBad();
              progress(counts.lines + badLines, known);
            }
            await tellBad();
            progress(counts.lines + badLines, known);
          } catch (error) {
            if (error instanceof SourceRefused) throw new InputRefused(sentence(error.message));
            throw error;
          }
          bad = [];
          await files.write(DIFFERENCES, differences.bytes());
          if (badLines > 0) await files.write(REFUSED, refused.bytes());
          return { ...counts, refused: badLines };
        }),
      ),
    );
  }
}
