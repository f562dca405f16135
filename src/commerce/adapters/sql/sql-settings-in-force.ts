import { Injectable } from '@nestjs/common';
import { Database } from '../../../../libs/database/index.js';
import { PriceCodes, type PriceSettings, type SetPriceSettings } from '../../../../libs/pricing/index.js';
import { type SetLevel, type SettingsBuyer, settingsFor } from '../../domain/settings-levels.js';
import { SettingsInForce } from '../../ports/buyers.js';

interface SettingsRow {
  readonly website_id: number;
  readonly customer_group_id: number | null;
  readonly customer_id: number | null;
  readonly price_select: SetPriceSettings['priceSelect'] | null;
  readonly price_sort_order: string | null;
  readonly individual_prices_are_final: 0 | 1 | null;
  readonly skip_zero_price: 0 | 1 | null;
  readonly merge_pricelist_qtys: 0 | 1 | null;
  readonly merge_matrix_qtys: 0 | 1 | null;
  readonly categoryprice_select: SetPriceSettings['categorypriceSelect'] | null;
  readonly price_precision: number | null;
  readonly prices_include_tax: 0 | 1 | null;
  readonly qty_1_means_any: 0 | 1 | null;
}

type Known = { -readonly [name in keyof SetPriceSettings]: NonNullable<SetPriceSettings[name]> | null };

const given = (values: Known): SetPriceSettings =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

const level = (row: SettingsRow): SetLevel => ({
  websiteId: row.website_id,
  customerGroupId: row.customer_group_id,
  customerId: row.customer_id,
  settings: given({
    priceSelect: row.price_select ?? null,
    priceSortOrder:
      row.price_sort_order === null ? null : (JSON.parse(row.price_sort_order) as PriceSettings['priceSortOrder']),
    individualPricesAreFinal: row.individual_prices_are_final,
    skipZeroPrice: row.skip_zero_price,
    mergePricelistQtys: row.merge_pricelist_qtys,
    mergeMatrixQtys: row.merge_matrix_qtys,
    categorypriceSelect: row.categoryprice_select ?? null,
    pricePrecision: row.price_precision,
    pricesIncludeTax: row.prices_include_tax,
    qty1MeansAny: row.qty_1_means_any,
  }),
});

/** Uses plain SQL, because each price request reads the settings of its buyer. */
@Injectable()
export class SqlSettingsInForce extends SettingsInForce {
  constructor(
    private readonly db: Database,
    private readonly codes: PriceCodes,
  ) {
    super();
  }

  async find(buyer: SettingsBuyer): Promise<PriceSettings> {
    // In the unique key, -1 replaces null, so that each level is found by the index.
    const rows = await this.db.query<SettingsRow>(
      'SELECT * FROM price_settings ' +
        'WHERE website_id IN (0, ?) AND customer_group_id_key IN (-1, ?) AND customer_id_key IN (-1, ?)',
      [buyer.websiteId, buyer.groupId, buyer.customerId ?? -1],
    );
    return settingsFor(rows.map(level), buyer, this.codes);
  }

  customersWithRows(first: number, last: number): Promise<readonly number[]> {
    return this.db.idsBetween('price_settings', 'customer_id', first, last);
  }
}
