import { change } from '../../libs/kernel/index.js';
import { touched } from '../../libs/pricing/index.js';
import {
  CodeField,
  defineRecord,
  IdField,
  ReferenceField,
  StringField,
  TrackedRecord,
} from '../../libs/records/index.js';
import { conditionFaults } from './domain/conditions.js';
import { MATRIX_RIGHTS } from './rights.record.js';

/** A value that a product must have to match the matrix (pricing.md §1 and §2). */
export class ProductCustomerMatrixAttribute extends TrackedRecord {
  @IdField()
  readonly id!: number;

  @ReferenceField('productCustomerMatrix', {
    about: 'Matrix this condition belongs to',
    required: true,
    onDelete: 'cascade',
  })
  readonly matrixId!: number;

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

export const productCustomerMatrixAttributeResource = defineRecord<ProductCustomerMatrixAttribute>({
  resource: 'productCustomerMatrixAttribute',
  record: ProductCustomerMatrixAttribute,
  room: 'pricing-matrix',
  path: 'pricing/productcustomermatrixattribute',
  title: { one: 'condition of a matrix', many: 'conditions of matrices' },
  table: 'matrix_condition',
  rights: MATRIX_RIGHTS,
  ids: 'made',
  unique: [
    {
      name: 'matrix_condition_key',
      properties: ['matrixId', 'attributeCode', 'attributeValue'],
      says: 'This matrix already has this condition. Update that condition instead.',
    },
  ],
  // Used to find the matrices with matching conditions from a product's values.
  indexes: [
    { name: 'matrix_condition_value', properties: ['attributeCode', 'attributeValue', 'matrixId'] },
    { name: 'matrix_condition_updated_at', properties: ['updatedAt'] },
  ],
  service: 'pricingProductCustomerMatrixAttributeRepositoryV1',
  // A condition contains its category's ID as text (pricing.md §1).
  inFiles: {
    idText: {
      property: 'attributeValue',
      resource: 'category',
      isIdWhere: { property: 'attributeCode', is: 'category_ids' },
    },
  },
  faults: (next) => conditionFaults(next),
  scopes: (previous, next) => touched(previous, next, ({ matrixId }) => change('matrix', matrixId)),
});
