import { change } from '../../libs/kernel/index.js';
import { touched } from '../../libs/pricing/index.js';
import { defineRecord, IdField, ReferenceField, TrackedRecord } from '../../libs/records/index.js';
import { PRICELIST_RIGHTS } from './rights.record.js';

/** Assigns a list to a customer group; group 0 means buyers who are not logged in (pricing.md §1). */
class PriceListGroup extends TrackedRecord {
  @IdField()
  readonly id!: number;

  @ReferenceField('priceList', {
    about: 'Price list assigned to the customer group',
    required: true,
    onDelete: 'cascade',
  })
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
  title: { one: 'group assignment of a price list', many: 'group assignments of price lists' },
  table: 'price_list_group',
  rights: PRICELIST_RIGHTS,
  ids: 'made',
  unique: [
    {
      // The group comes first, because quotes look up the lists of a group.
      name: 'price_list_group_pair',
      properties: ['customerGroupId', 'pricelistId'],
      says: 'This price list is already assigned to this customer group. Update that assignment instead.',
    },
  ],
  indexes: [{ name: 'price_list_group_updated_at', properties: ['updatedAt'] }],
  service: 'pricingPriceListGroupRepositoryV1',
  // A change of the list that names no product clears the cached lists of all customers and groups (pricing.md §5).
  scopes: (previous, next) => touched(previous, next, ({ pricelistId }) => change('list', pricelistId)),
});
