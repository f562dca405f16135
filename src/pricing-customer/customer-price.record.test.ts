import { PRICE_ATTRIBUTES } from '../../libs/pricing/index.js';
import { customerPriceResource } from './customer-price.record.js';

/** The fields of block C are declared in libs/records, their meaning in libs/pricing. Neither can import the other. */
describe('block C', () => {
  const kindOf = (property: string) => customerPriceResource.byProperty.get(property)?.kind;

  it('names the bases that surcharges and discounts work on', () => {
    expect(kindOf('priceAttribute')).toMatchObject({ words: PRICE_ATTRIBUTES });
  });

  it('has five application types', () => {
    expect(kindOf('priceApplicationType')).toMatchObject({ min: 1, max: 5 });
  });

  it('returns its fields in this order', () => {
    expect(customerPriceResource.fields.map(({ name }) => name)).toEqual([
      'id',
      'customer_id',
      'product_id',
      'sku',
      'website_id',
      'value',
      'qty',
      'price_application_type',
      'price_attribute',
      'currency',
      'from_date',
      'to_date',
      'external_id',
      'source_version',
      'created_at',
      'updated_at',
    ]);
  });
});
