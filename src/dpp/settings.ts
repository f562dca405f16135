import { ListSetting, SwitchSetting, WholeSetting } from '../../libs/config/index.js';
import { audienceOf, LAWFUL_AUDIENCES } from './readers/domain/audiences.js';

/** What the operator says of product passports (running.md, "Settings"). */
export class PassportSettings {
  @SwitchSetting({ about: 'Show a page to try queries on at /graphql', default: '1' })
  readonly GRAPHQL_LANDING!: boolean;

  @WholeSetting({
    about: 'Milliseconds of processor time that a passport or its template may take to be checked',
    default: '2000',
    min: 100,
    max: 60_000,
  })
  readonly PASSPORT_CHECK_MS!: number;

  @WholeSetting({ about: 'Processes that check passports and templates', default: '2', min: 1, max: 64 })
  readonly PASSPORT_CHECK_PROCESSES!: number;

  @WholeSetting({ about: 'Heap of each of them, in MiB', default: '128', min: 64, max: 4096 })
  readonly PASSPORT_CHECK_MB!: number;

  @ListSetting({
    about: 'Audiences of passports with the points of Annex XIII that each reads',
    default: LAWFUL_AUDIENCES,
    accepts: (word) => audienceOf(word) !== undefined,
    expects: 'names with points behind them, as in authority=1+2+3, each with point 1 and none called public',
  })
  readonly DPP_AUDIENCES!: readonly string[];

  @WholeSetting({ about: 'Days that readings by grant are kept', default: '400', min: 1, max: 3650 })
  readonly DPP_ACCESS_DAYS!: number;

  @SwitchSetting({ about: 'Runs of serial numbers are released by a second person', default: '0' })
  readonly DPP_RELEASE!: boolean;
}
