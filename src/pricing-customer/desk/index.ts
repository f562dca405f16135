import type { DeskModule } from '../../../desk/src/module.js';

const desk: DeskModule = {
  records: {
    customerPrice: {
      group: 'prices',
      title: { one: 'Kundenpreis', many: 'Kundenpreise' },
      columns: ['customer_id', 'product_id', 'value', 'qty', 'price_application_type', 'from_date', 'to_date'],
    },
  },
};

export default desk;
