import { WholeSetting } from '../../libs/config/index.js';

/** How much a price question may ask for (running.md, "Settings"). */
export class PricingCalcSettings {
  @WholeSetting({ about: 'Most items of one price request', default: '500', min: 1, max: 10_000 })
  readonly PRICING_MAX_ITEMS!: number;

  @WholeSetting({
    about: 'How long a simulation may keep others from writing to an SQLite database, in milliseconds',
    default: '500',
    min: 50,
    max: 60_000,
  })
  readonly SIMULATION_MAX_MS!: number;
}
