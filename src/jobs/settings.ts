import { WholeSetting } from '../../libs/config/index.js';

export class JobsSettings {
  @WholeSetting({
    about:
      'Maximum number of worker processes for jobs, started when needed; with 0, the server accepts jobs but does not run them',
    default: '1',
    min: 0,
    max: 16,
  })
  readonly JOB_WORKERS!: number;

  @WholeSetting({
    about:
      'Maximum number of open jobs per caller, such as exports and imports; requests for more jobs return 429. ' +
      'Asynchronous calls are not counted. Raise the limit for callers that start many jobs at a time.',
    default: '20',
    min: 1,
    max: 10_000,
  })
  readonly JOBS_PER_CALLER!: number;

  @WholeSetting({ about: 'Days to keep finished jobs', default: '30', min: 1, max: 3650 })
  readonly JOB_DAYS!: number;
}
