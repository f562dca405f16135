import { defineRecord, IdField, ReferenceField } from '../../libs/records/index.js';
import { WebsitePrice } from './product.record.js';
import { COMMERCE_RIGHTS } from './rights.record.js';

/** The amounts of a product on one website: stores `website_prices`, without routes. */
export class ProductWebsitePrice extends WebsitePrice {
  @IdField()
  readonly id!: number;

  @ReferenceField('product', { about: 'Product that the prices belong to', required: true, onDelete: 'cascade' })
  readonly productId!: number;
}

/** Has the title of products, so that the error for a website in use names `products`. */
export const productWebsitePriceResource = defineRecord<ProductWebsitePrice>({
  resource: 'productWebsitePrice',
  record: ProductWebsitePrice,
  room: 'commerce',
  path: 'commerce/productWebsitePrices',
  title: { one: 'product', many: 'products' },
  table: 'product_website_price',
  rights: COMMERCE_RIGHTS,
  ids: 'made',
  unique: [
    {
      name: 'product_website_price_pair',
      properties: ['productId', 'websiteId'],
      says: 'The product already has prices on this website. Update those prices instead.',
    },
  ],
  service: 'commerceProductWebsitePriceRepositoryV1',
});
