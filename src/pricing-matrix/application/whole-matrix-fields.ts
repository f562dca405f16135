import {
  CodeField,
  DatedRecord,
  defineRecord,
  ObjectField,
  ObjectsField,
  ReferenceField,
  StringField,
  TrackedRecord,
} from '../../../libs/records/index.js';
import { ProductCustomerMatrix, productCustomerMatrixResource } from '../product-customer-matrix.record.js';
import { ProductCustomerMatrixAttribute } from '../product-customer-matrix-attribute.record.js';
import { ProductCustomerMatrixCustomer } from '../product-customer-matrix-customer.record.js';

class WholeMatrixCondition extends TrackedRecord {
  @CodeField({ about: 'sku, category_ids, or the code of a product attribute', required: true, example: 'color' })
  readonly attributeCode!: string;

  @StringField({ about: 'The value that a product must have', required: true, example: 'red' })
  readonly attributeValue!: string;
}

class WholeMatrixCustomer extends DatedRecord {
  @ReferenceField('customer', {
    about: 'The customer who reaches the matrix',
    required: true,
    onDelete: 'cascade',
  })
  readonly customerId!: number;
}

class WholeMatrix extends ProductCustomerMatrix {
  @ObjectsField(WholeMatrixCondition, {
    about: 'All conditions of the matrix, at most 10,000; others are removed. Left out: they stay',
  })
  readonly conditions!: readonly WholeMatrixCondition[];

  @ObjectsField(WholeMatrixCustomer, {
    about: 'All customers of the matrix, at most 10,000; others are removed. Left out: they stay',
  })
  readonly customers!: readonly WholeMatrixCustomer[];
}

/**
 * Only the body of a route and its documentation follow from this: a whole matrix is stored as the three resources that
 * it is made of, so this one is no resource of the application and has no table.
 */
export const wholeMatrixBody = defineRecord<WholeMatrix>({
  ...productCustomerMatrixResource,
  resource: 'productCustomerMatrixComplete',
  wrapper: 'productCustomerMatrixComplete',
  record: WholeMatrix,
  title: { one: 'whole product-customer matrix', many: 'whole product-customer matrices' },
});

class MatrixLists {
  @ObjectsField(ProductCustomerMatrixAttribute, { about: 'Conditions' })
  readonly conditions!: readonly ProductCustomerMatrixAttribute[];

  @ObjectsField(ProductCustomerMatrixCustomer, { about: 'Customers' })
  readonly customers!: readonly ProductCustomerMatrixCustomer[];
}

/** What the write has changed, or would change. */
export class WholeMatrixAnswer {
  @ObjectField(ProductCustomerMatrix, { about: 'The header as it is now' })
  readonly matrix!: ProductCustomerMatrix;

  @ObjectField(MatrixLists, { about: 'Rows that were not there; without ids if nothing is written' })
  readonly added!: MatrixLists;

  @ObjectField(MatrixLists, { about: 'Rows that are different now' })
  readonly changed!: MatrixLists;

  @ObjectField(MatrixLists, { about: 'Rows that are there no longer' })
  readonly removed!: MatrixLists;
}
