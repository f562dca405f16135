import { defineRecord, IdField, ReferenceField } from '../../libs/records/index.js';
import { COMMERCE_RIGHTS } from './rights.record.js';

/** Direct membership of a product in a category: stores `category_ids`, without routes. */
class ProductCategory {
  @IdField()
  readonly id!: number;

  @ReferenceField('product', { about: 'Product in the category', required: true, onDelete: 'cascade' })
  readonly productId!: number;

  @ReferenceField('category', { about: 'Category of the product', required: true, onDelete: 'restrict' })
  readonly categoryId!: number;
}

/** Has the title of products, so that the error for a category in use names `products`. */
export const productCategoryResource = defineRecord<ProductCategory>({
  resource: 'productCategory',
  record: ProductCategory,
  room: 'commerce',
  path: 'commerce/productCategories',
  title: { one: 'product', many: 'products' },
  table: 'product_category',
  rights: COMMERCE_RIGHTS,
  ids: 'made',
  unique: [
    {
      name: 'product_category_pair',
      properties: ['productId', 'categoryId'],
      says: 'The product is already in this category.',
    },
  ],
  service: 'commerceProductCategoryRepositoryV1',
});
