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

  @WholeSetting({ about: 'Days that jobs which are done are kept', default: '30', min: 1, max: 3650 })
  readonly JOB_DAYS!: number;
}
