import {
  type PriceCodes,
  type PriceSettings,
  settingsInForce,
  type SetPriceSettings,
} from '../../../libs/pricing/index.js';
import { ALL_WEBSITES } from './website.js';
import type { Level } from './price-settings.js';

/** The group or customer whose settings apply. Group 0 can have settings too; null means anonymous. */
export interface SettingsBuyer {
  readonly websiteId: number;
  readonly groupId: number;
  readonly customerId: number | null;
}

export interface SetLevel extends Level {
  readonly settings: SetPriceSettings;
}

/**
 * How specific a level is for this buyer: customer, then group, then website, each before website 0. Undefined if the
 * level does not apply.
 */
const rank = (level: Level, buyer: SettingsBuyer): number | undefined => {
  const here = level.websiteId === buyer.websiteId;
  if (!here && level.websiteId !== ALL_WEBSITES) return undefined;
  const index = here ? 0 : 1;
  if (level.customerId !== null) return level.customerId === buyer.customerId ? index : undefined;
  if (level.customerGroupId !== null) return level.customerGroupId === buyer.groupId ? 2 + index : undefined;
  return 4 + index;
};

/** The effective settings for a buyer, from all levels that may apply (pricing.md §3). */
export const settingsFor = (levels: readonly SetLevel[], buyer: SettingsBuyer, codes: PriceCodes): PriceSettings => {
  const ranked = levels.flatMap((level) => {
    const at = rank(level, buyer);
    return at === undefined ? [] : [{ at, settings: level.settings }];
  });
  const inOrder = ranked.sort((one, other) => one.at - other.at).map(({ settings }) => settings);
  return settingsInForce(inOrder, codes);
};
