import type { DeskModule } from '../../../desk/src/module.js';

const desk: DeskModule = {
  records: {
    categoryPrice: {
      group: 'prices',
      title: { one: 'Kategoriepreis eines Kunden', many: 'Kategoriepreise von Kunden' },
      columns: ['category_id', 'customer_id', 'value', 'qty', 'priority', 'from_date', 'to_date'],
    },
    categoryPriceCustomerGroup: {
      group: 'prices',
      title: { one: 'Kategoriepreis einer Gruppe', many: 'Kategoriepreise von Gruppen' },
      columns: ['category_id', 'customer_group_id', 'value', 'qty', 'priority', 'from_date', 'to_date'],
    },
  },
};

export default desk;
