import { WholeSetting } from '../../libs/config/index.js';

export class PricingCalcSettings {
  @WholeSetting({ about: 'Maximum number of items in one price request', default: '500', min: 1, max: 10_000 })
  readonly PRICING_MAX_ITEMS!: number;

  @WholeSetting({
    about: 'Maximum time in milliseconds that a simulation can block other writes to an SQLite database',
    default: '500',
    min: 50,
    max: 60_000,
  })
  readonly SIMULATION_MAX_MS!: number;
}
