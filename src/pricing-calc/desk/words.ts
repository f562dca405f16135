import { inLanguage } from '../../../desk/src/index.js';

/** Words for what price answers name by codes. */
export const CODES: Readonly<Record<string, string>> = inLanguage(
  {
    customer_price: 'Customer price',
    product_customer_matrix: 'Matrix',
    pricelist: 'Price list',
    categoryprice: 'Category price',
    special_price: 'Special price',
    tier_price: 'Tier price',
    base_pricelist: 'Base price list',
    orig_price: 'List price',
  },
  {
    customer_price: 'Kundenpreis',
    product_customer_matrix: 'Matrix',
    pricelist: 'Preisliste',
    categoryprice: 'Kategoriepreis',
    special_price: 'Sonderpreis',
    tier_price: 'Staffelpreis',
    base_pricelist: 'Basispreisliste',
    orig_price: 'Listenpreis',
  },
);

export const REASONS: Readonly<Record<string, string>> = inLanguage(
  {
    inactive: 'inactive',
    other_website: 'for another website',
    other_currency: 'in another currency',
    out_of_date: 'not valid on this day',
    below_qty: 'quantity too low',
    no_base: 'base price is not set',
    zero_skipped: 'zero price is skipped',
    conditions_unmet: 'conditions not met',
    lower_priority: 'lower priority',
    lower_qty: 'lower threshold',
    dearer_in_source: 'more expensive than another row',
    tie_in_source: 'tie: another row wins',
    individual_prices_are_final: 'individual prices take precedence',
    not_selected: 'another price wins',
  },
  {
    inactive: 'inaktiv',
    other_website: 'für eine andere Website',
    other_currency: 'in anderer Währung',
    out_of_date: 'an diesem Tag nicht gültig',
    below_qty: 'Menge zu klein',
    no_base: 'Basispreis ist nicht gesetzt',
    zero_skipped: 'Nullpreis wird übergangen',
    conditions_unmet: 'Bedingungen nicht erfüllt',
    lower_priority: 'niedrigere Priorität',
    lower_qty: 'niedrigere Staffel',
    dearer_in_source: 'teurer als eine andere Zeile',
    tie_in_source: 'Gleichstand: andere Zeile gilt',
    individual_prices_are_final: 'individuelle Preise gehen vor',
    not_selected: 'anderer Preis gilt',
  },
);

export const BASES: Readonly<Record<string, string>> = inLanguage(
  { price: 'List price', special_price: 'Special price', cost: 'Cost', msrp: 'Recommended price' },
  { price: 'Listenpreis', special_price: 'Sonderpreis', cost: 'Einkaufspreis', msrp: 'Preisempfehlung' },
);

export const SETTINGS: Readonly<Record<string, string>> = inLanguage(
  {
    price_select: 'Price selection',
    price_sort_order: 'Order of the price sources',
    individual_prices_are_final: 'Individual prices override special and tier prices',
    skip_zero_price: 'Skip zero prices',
    merge_pricelist_qtys: 'Merge price lists regardless of priority',
    merge_matrix_qtys: 'Merge matrices regardless of priority',
    categoryprice_select: 'Category price selection',
    price_precision: 'Decimal places of the unit price',
    prices_include_tax: 'Prices include tax',
    qty_1_means_any: 'Treat quantity 1 as any quantity',
  },
  {
    price_select: 'Preisauswahl',
    price_sort_order: 'Reihenfolge der Quellen',
    individual_prices_are_final: 'Individuelle Preise gehen vor Sonder- und Staffelpreisen',
    skip_zero_price: 'Nullpreise übergehen',
    merge_pricelist_qtys: 'Preislisten ohne Rücksicht auf Priorität zusammenlegen',
    merge_matrix_qtys: 'Matrizen ohne Rücksicht auf Priorität zusammenlegen',
    categoryprice_select: 'Auswahl des Kategoriepreises',
    price_precision: 'Nachkommastellen des Stückpreises',
    prices_include_tax: 'Preise enthalten Steuer',
    qty_1_means_any: 'Menge 1 gilt für jede Menge',
  },
);
