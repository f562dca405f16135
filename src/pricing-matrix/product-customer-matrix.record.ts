import { change, type Decimal } from '../../libs/kernel/index.js';
import { termsFaults, touched } from '../../libs/pricing/index.js';
import {
  defineRecord,
  FlagField,
  IdField,
  IntField,
  MoneyField,
  PriceTerms,
  ReferenceField,
  StringField,
} from '../../libs/records/index.js';
import { type AttributesRelation, RELATIONS } from './domain/condition-index.js';
import { MATRIX_RIGHTS } from './rights.record.js';

/** A price for all products that match the conditions and all customers assigned to the matrix (pricing.md §1). */
export class ProductCustomerMatrix extends PriceTerms {
  @IdField()
  readonly id!: number;

  @StringField({
    about: 'Unique name of the matrix',
    required: true,
    accepts: (text) => text !== '',
    rule: 'at least one character',
    example: 'Garden 2026',
  })
  readonly name!: string;

  @FlagField({
    about: 'Status: 1 active (default), 0 inactive. The price of an inactive matrix does not apply.',
    default: 1,
    example: 1,
  })
  readonly isActive!: number;

  @IntField({
    about: 'Priority from 0 to 999, default 0; the matrix with the highest priority applies',
    max: 999,
    default: 0,
    example: 10,
  })
  readonly priority!: number;

  @StringField({
    about: 'Condition logic: AND (default) requires every condition to match, OR requires at least one',
    words: RELATIONS,
    default: 'AND',
    example: 'AND',
  })
  readonly attributesRelation!: AttributesRelation;

  @ReferenceField('website', {
    about: 'Website the matrix applies to; 0 (default) means all websites',
    default: 0,
    onDelete: 'restrict',
    example: 0,
  })
  readonly websiteId!: number;

  @MoneyField({
    about: 'Price, amount or percentage, depending on `price_application_type`',
    required: true,
    alias: 'value',
  })
  readonly price!: Decimal;
}

export const productCustomerMatrixResource = defineRecord<ProductCustomerMatrix>({
  resource: 'productCustomerMatrix',
  record: ProductCustomerMatrix,
  room: 'pricing-matrix',
  path: 'pricing/productcustomermatrix',
  title: { one: 'product-customer matrix', many: 'product-customer matrices' },
  table: 'matrix',
  rights: MATRIX_RIGHTS,
  ids: 'made',
  unique: [
    {
      name: 'matrix_name',
      properties: ['name'],
      says: 'A product-customer matrix with this name already exists. Choose another name.',
    },
  ],
  indexes: [{ name: 'matrix_updated_at', properties: ['updatedAt'] }],
  businessKey: { key: 'name', as: 'matrixName' },
  service: 'pricingProductCustomerMatrixRepositoryV1',
  faults: (next) => termsFaults(next, next.price, 'price'),
  scopes: (previous, next) => touched(previous, next, ({ id }) => change('matrix', id)),
});
