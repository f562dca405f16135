import { change } from '../../libs/kernel/index.js';
import { termsFaults, touched } from '../../libs/pricing/index.js';
import { defineRecord, IdField, KeyOfField, PricedRecord, ReferenceField } from '../../libs/records/index.js';

/** What a product costs the members of a club: the customers of one group. */
export class ClubPrice extends PricedRecord {
  @IdField()
  readonly id!: number;

  @ReferenceField('customerGroup', {
    about: 'The group whose members have this price',
    required: true,
    onDelete: 'cascade',
  })
  readonly customerGroupId!: number;

  @ReferenceField('product', { about: 'The product; sku can be sent instead', required: true, onDelete: 'cascade' })
  readonly productId!: number;

  @KeyOfField(
    'productId',
    { resource: 'product', key: 'sku' },
    { about: "The product's SKU; can be sent instead of product_id", maxLength: 64, example: 'A1' },
  )
  readonly sku!: string;
}

export const clubPriceResource = defineRecord<ClubPrice>({
  resource: 'clubPrice',
  record: ClubPrice,
  room: 'example-club',
  path: 'pricing/clubprice',
  title: { one: 'club price', many: 'club prices' },
  table: 'club_price',
  rights: { read: '_Club::manage', save: '_Club::save', delete: '_Club::delete' },
  ids: 'made',
  unique: [
    {
      name: 'club_price_key',
      properties: ['customerGroupId', 'productId', 'websiteId', 'qty', 'fromDate', 'toDate', 'currency'],
      nulls: 'collide',
      says: 'A club price for this group, product, website, quantity, period and currency already exists. Update that record instead.',
    },
  ],
  indexes: [{ name: 'club_price_updated_at', properties: ['updatedAt'] }],
  service: 'exampleClubPriceRepositoryV1',
  faults: (next) => termsFaults(next, next.value, 'value'),
  scopes: (previous, next) =>
    touched(previous, next, ({ customerGroupId, productId }) => change('club', customerGroupId, productId)),
});
