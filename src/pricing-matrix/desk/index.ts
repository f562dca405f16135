import { inLanguage } from '../../../desk/src/language.js';
import type { DeskModule } from '../../../desk/src/module.js';

const t = inLanguage(
  {
    matrix: 'Matrix',
    active: { 1: 'active', 0: 'inactive' },
    relation: { AND: 'all conditions are met', OR: 'at least one condition is met' },
  },
  {
    matrix: 'Matrix',
    active: { 1: 'aktiv', 0: 'inaktiv' },
    relation: { AND: 'alle Bedingungen treffen zu', OR: 'mindestens eine Bedingung trifft zu' },
  },
);

const desk: DeskModule = {
  screens: [
    {
      path: '/matrices/$id',
      title: t.matrix,
      about: '',
      group: 'prices',
      needs: ['_ProductCustomerMatrix::manage'],
      load: () => import('./matrix.js'),
    },
  ],
  records: {
    productCustomerMatrix: {
      group: 'prices',
      title: { one: 'Matrix', many: 'Matrizen' },
      columns: ['name', 'is_active', 'priority', 'price', 'qty', 'price_application_type', 'from_date', 'to_date'],
      values: { is_active: t.active, attributes_relation: t.relation },
      found: true,
      opensAt: '/matrices/$id',
    },
    productCustomerMatrixAttribute: {
      group: 'prices',
      title: { one: 'Bedingung einer Matrix', many: 'Bedingungen von Matrizen' },
      columns: ['attribute_code', 'attribute_value', 'matrix_id'],
      hidden: true,
    },
    productCustomerMatrixCustomer: {
      group: 'prices',
      title: { one: 'Kunde einer Matrix', many: 'Kunden von Matrizen' },
      columns: ['customer_id', 'from_date', 'to_date', 'matrix_id'],
      hidden: true,
    },
  },
};

export default desk;
