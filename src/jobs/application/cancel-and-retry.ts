import { answers, needs, operation, type Operation, takes } from '../../../libs/operations/index.js';
import { MANAGE_JOBS } from '../rights.record.js';
import { SeeJobs } from './see-jobs.js';

/** Paths and texts of the operations, for bulks or for jobs. */
interface Of {
  readonly service: string;
  readonly tag: string;
  /** Path before `/:bulkUuid`. */
  readonly path: string;
  readonly cancel: Pick<Operation, 'summary' | 'about'>;
  readonly retry: Pick<Operation, 'summary' | 'about'>;
}

const change = (name: 'cancel' | 'retry', { service, tag, path, [name]: words }: Of): Operation =>
  operation({
    service,
    tag,
    right: needs.own(MANAGE_JOBS),
    by: SeeJobs,
    name,
    ...words,
    effect: 'writes',
    rest: { verb: 'POST', path: `${path}/:bulkUuid/${name}` },
    input: { uuid: takes.key('bulkUuid') },
    output: answers.true,
    run: async (jobs, { uuid }, { caller }) => {
      await jobs[name](uuid, caller);
      return true;
    },
  });

/** Operations to cancel and retry (jobs.md, "Status and results"). */
export const cancelAndRetry = (of: Of): readonly Operation[] => [change('cancel', of), change('retry', of)];
