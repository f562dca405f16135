import { change } from '../../libs/kernel/index.js';
import { touched } from '../../libs/pricing/index.js';
import { defineRecord, IdField, ReferenceField, TrackedRecord } from '../../libs/records/index.js';
import { PRICELIST_RIGHTS } from './rights.record.js';

/** A list given to all customers of a group; group 0 is whoever isn't logged in (pricing.md §1). */
class PriceListGroup extends TrackedRecord {
  @IdField()
  readonly id!: number;

  @ReferenceField('priceList', { about: 'Price list that is assigned', required: true, onDelete: 'cascade' })
  readonly pricelistId!: number;

  @ReferenceField('customerGroup', {
    about: 'Customer group the price list is assigned to',
    required: true,
    onDelete: 'restrict',
  })
  readonly customerGroupId!: number;
}

export const priceListGroupResource = defineRecord<PriceListGroup>({
  resource: 'priceListGroup',
  record: PriceListGroup,
  room: 'pricing-list',
  path: 'pricing/pricelistgroup',
  title: { one: 'price list group', many: 'price list groups' },
  table: 'price_list_group',
  rights: PRICELIST_RIGHTS,
  ids: 'made',
  unique: [
    {
      // The group first: that is how a quote asks which lists are reached.
      name: 'price_list_group_pair',
      properties: ['customerGroupId', 'pricelistId'],
      says: 'This customer group already has this price list.',
    },
  ],
  indexes: [{ name: 'price_list_group_updated_at', properties: ['updatedAt'] }],
  service: 'pricingPriceListGroupRepositoryV1',
  // A list without a product: whoever remembers who reaches which lists forgets it (pricing.md §5).
  scopes: (previous, next) => touched(previous, next, ({ pricelistId }) => change('list', pricelistId)),
});
