import { WholeSetting } from '../../libs/config/index.js';

/** What the operator says of clubs. */
export class ClubSettings {
  @WholeSetting({ about: 'Most prices that a club has', default: '1000', min: 1, max: 100_000 })
  readonly CLUB_PRICES_MAX!: number;

  @WholeSetting({ about: 'Days that a club price is kept after its last day', default: '400', min: 1, max: 36_500 })
  readonly CLUB_PRICES_DAYS!: number;
}
