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
  @CodeField({
    about: 'Attribute to compare: `sku`, `category_ids` or the code of a product attribute',
    required: true,
    example: 'color',
  })
  readonly attributeCode!: string;

  @StringField({
    about:
      'Value to match exactly: a SKU, the ID of a category assigned directly to the product, or an attribute value',
    required: true,
    example: 'red',
  })
  readonly attributeValue!: string;
}

class WholeMatrixCustomer extends DatedRecord {
  @ReferenceField('customer', {
    about: 'Customer the matrix is assigned to',
    required: true,
    onDelete: 'cascade',
  })
  readonly customerId!: number;
}

class WholeMatrix extends ProductCustomerMatrix {
  @ObjectsField(WholeMatrixCondition, {
    about:
      'All conditions of the matrix, at most 10,000. Stored conditions missing from the list are removed; if the list is omitted, all conditions are kept.',
  })
  readonly conditions!: readonly WholeMatrixCondition[];

  @ObjectsField(WholeMatrixCustomer, {
    about:
      'All customer assignments of the matrix, at most 10,000. Stored assignments missing from the list are removed; if the list is omitted, all assignments are kept.',
  })
  readonly customers!: readonly WholeMatrixCustomer[];
}

/**
 * Declares the request body of the route for reading and documentation. It has no table, because a whole matrix is
 * stored as three resources.
 */
export const wholeMatrixBody = defineRecord<WholeMatrix>({
  ...productCustomerMatrixResource,
  resource: 'productCustomerMatrixComplete',
  wrapper: 'productCustomerMatrixComplete',
  record: WholeMatrix,
  title: { one: 'product-customer matrix with all its rows', many: 'product-customer matrices with all their rows' },
});

/** A stored matrix with its rows, as `WholeMatrix` takes it back. */
export class StoredWholeMatrix extends ProductCustomerMatrix {
  @ObjectsField(ProductCustomerMatrixAttribute, { about: 'Conditions of the matrix' })
  readonly conditions!: readonly ProductCustomerMatrixAttribute[];

  @ObjectsField(ProductCustomerMatrixCustomer, { about: 'Customer assignments of the matrix' })
  readonly customers!: readonly ProductCustomerMatrixCustomer[];
}

class MatrixLists {
  @ObjectsField(ProductCustomerMatrixAttribute, { about: 'Conditions that were added, changed or removed' })
  readonly conditions!: readonly ProductCustomerMatrixAttribute[];

  @ObjectsField(ProductCustomerMatrixCustomer, { about: 'Customer assignments that were added, changed or removed' })
  readonly customers!: readonly ProductCustomerMatrixCustomer[];
}

export class WholeMatrixAnswer {
  @ObjectField(ProductCustomerMatrix, { about: 'Matrix after the write, without its conditions and customers' })
  readonly matrix!: ProductCustomerMatrix;

  @ObjectField(MatrixLists, {
    about: 'Conditions and customer assignments that were added; their `id` is null in a dry run',
  })
  readonly added!: MatrixLists;

  @ObjectField(MatrixLists, { about: 'Conditions and customer assignments that were changed, with their new values' })
  readonly changed!: MatrixLists;

  @ObjectField(MatrixLists, { about: 'Conditions and customer assignments that were removed' })
  readonly removed!: MatrixLists;
}
