import { WholeSetting } from '../../libs/config/index.js';

/** What the operator sets of what is done later. */
export class JobsSettings {
  @WholeSetting({
    about: 'Processes beside the server that do jobs, started with the first one; 0: this server only takes them',
    default: '1',
    min: 0,
    max: 16,
  })
  readonly JOB_WORKERS!: number;

  @WholeSetting({
    about:
      'Jobs of one caller, such as exports and imports, that may be open at once; more are 429. Asynchronous calls do not count. ' +
      'Raise it for a caller that starts many exports or runs at a time',
    default: '20',
    min: 1,
    max: 10_000,
  })
  readonly JOBS_PER_CALLER!: number;

  @WholeSetting({ about: 'Days that jobs which are done are kept', default: '30', min: 1, max: 3650 })
  readonly JOB_DAYS!: number;
}
