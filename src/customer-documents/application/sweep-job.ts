import {
  answers,
  BegunJob,
  jobKind,
  Jobs,
  type JobWork,
  needs,
  operation,
  takes,
} from '../../../libs/operations/index.js';
import { FlagField, IntField } from '../../../libs/records/index.js';
import { DOCUMENT_RIGHTS } from '../rights.record.js';
import { SweepFiles } from './sweep-files.js';

const HOUR_MS = 3_600_000;
const SWEEP_RIGHT = needs.right(DOCUMENT_RIGHTS.delete);
/** Lists the removed keys; in a dry run, the keys that would be removed. */
const REMOVED_FILE = 'removed.txt';

interface SweepInput {
  readonly olderThanHours: number;
  readonly dryRun: boolean;
}

class SweepOrder {
  @IntField({
    about: 'Minimum age of the files to remove, in hours. Newer files may belong to an upload in progress.',
    min: 0,
    max: 1_000_000,
    default: 24,
    example: 24,
  })
  readonly olderThanHours!: number;

  @FlagField({ about: 'Dry run flag: 1 lists the files that would be removed, without removing them', example: 1 })
  readonly dryRun!: 0 | 1;
}

async function* linesOf(texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield await Promise.resolve(Buffer.from(`${text}\n`));
}

const sweep = async (service: SweepFiles, { input, files, progress }: JobWork<SweepInput>): Promise<object> => {
  const { olderThanHours, dryRun } = input;
  const { seen, removed, young } = await service.sweep(olderThanHours * HOUR_MS, {
    dryRun,
    onSeen: (count) => progress(count),
  });
  await files.write(REMOVED_FILE, linesOf(removed));
  return { dry_run: dryRun, seen, removed: removed.length, young };
};

export const SWEEP_JOB = jobKind({
  name: 'documents_sweep',
  summary: 'Remove stored files that no document refers to',
  right: SWEEP_RIGHT,
  by: SweepFiles,
  run: sweep,
});

/** Documented in documents-files.md. */
export const SWEEP_OPERATION = operation({
  service: 'customerDocumentsSweepV1',
  name: 'begin',
  summary: 'Start a job that removes stored files that no document refers to',
  about: `Returns the UUID of a job. The file \`${REMOVED_FILE}\` of the job lists the keys of the removed files.`,
  tag: 'Jobs',
  right: SWEEP_RIGHT,
  effect: 'writes',
  startsJob: true,
  rest: { verb: 'POST', path: 'customerdocuments/sweep/jobs' },
  input: { order: takes.fields(SweepOrder) },
  output: answers.fields(BegunJob),
  by: Jobs,
  run: async (jobs, { order: { olderThanHours, dryRun } }, { caller }) => {
    const input: SweepInput = { olderThanHours, dryRun: dryRun === 1 };
    return {
      uuid: await jobs.begin({ kind: SWEEP_JOB, caller, description: 'Removal of unused document files', input }),
    };
  },
});
