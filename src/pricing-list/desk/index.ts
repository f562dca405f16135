import { inLanguage } from '../../../desk/src/language.js';
import type { DeskModule } from '../../../desk/src/module.js';

const t = inLanguage({ active: { 1: 'active', 0: 'inactive' } }, { active: { 1: 'aktiv', 0: 'inaktiv' } });

const desk: DeskModule = {
  records: {
    priceList: {
      group: 'prices',
      title: { one: 'Preisliste', many: 'Preislisten' },
      columns: ['name', 'active', 'priority', 'website_id', 'is_base_pricelist', 'from_date', 'to_date'],
      values: { active: t.active },
      found: true,
      parts: [
        { resource: 'priceListProduct', field: 'pricelist_id' },
        { resource: 'priceListCustomer', field: 'pricelist_id' },
        { resource: 'priceListGroup', field: 'pricelist_id' },
      ],
    },
    priceListProduct: {
      group: 'prices',
      title: { one: 'Listenzeile', many: 'Listenzeilen' },
      columns: ['pricelist_id', 'product_id', 'price', 'qty', 'price_application_type', 'from_date', 'to_date'],
    },
    priceListCustomer: {
      group: 'prices',
      title: { one: 'Kunde einer Liste', many: 'Kunden von Listen' },
      columns: ['pricelist_id', 'customer_id', 'updated_at'],
    },
    priceListGroup: {
      group: 'prices',
      title: { one: 'Gruppe einer Liste', many: 'Gruppen von Listen' },
      columns: ['pricelist_id', 'customer_group_id', 'updated_at'],
    },
  },
};

export default desk;
