import { ListSetting, SwitchSetting, WholeSetting } from '../../libs/config/index.js';
import { audienceOf, LAWFUL_AUDIENCES } from './readers/domain/reader.js';

/** Settings of product passports (running.md, "Settings"). */
export class PassportSettings {
  @SwitchSetting({ about: 'Show an introduction to the GraphQL API at /graphql: 1 on, 0 off', default: '1' })
  readonly GRAPHQL_LANDING!: boolean;

  @WholeSetting({
    about: 'CPU time limit for checking a passport or template, in milliseconds',
    default: '2000',
    min: 100,
    max: 60_000,
  })
  readonly PASSPORT_CHECK_MS!: number;

  @WholeSetting({ about: 'Number of processes that check passports and templates', default: '2', min: 1, max: 64 })
  readonly PASSPORT_CHECK_PROCESSES!: number;

  @WholeSetting({
    about: 'Maximum heap size of each process that checks passports and templates, in MiB',
    default: '128',
    min: 64,
    max: 4096,
  })
  readonly PASSPORT_CHECK_MB!: number;

  @ListSetting({
    about: 'Audiences of passports, each with the points of Annex XIII of Regulation (EU) 2023/1542 that it may read',
    default: LAWFUL_AUDIENCES,
    accepts: (word) => audienceOf(word) !== undefined,
    expects:
      'names with points, such as authority=1+2+3; each audience must include point 1, and the name public is reserved',
  })
  readonly DPP_AUDIENCES!: readonly string[];

  @WholeSetting({
    about: 'Retention period of the log of passport reads with a grant, in days',
    default: '400',
    min: 1,
    max: 3650,
  })
  readonly DPP_ACCESS_DAYS!: number;

  @WholeSetting({
    about:
      'Maximum number of searches of the public passport list per minute and client address, REST and GraphQL combined; 0 means no limit',
    default: '600',
    min: 0,
    max: 1_000_000,
  })
  readonly DPP_LIST_PER_MINUTE!: number;

  @SwitchSetting({ about: 'Require a second person to release serial number runs: 1 on, 0 off', default: '0' })
  readonly DPP_RELEASE!: boolean;
}
