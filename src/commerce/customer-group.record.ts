import { CodeField, defineRecord, IdField } from '../../libs/records/index.js';
import { customerGroupFaults, customerGroupDeletionFault, customerGroupScopes } from './domain/customer.js';
import { COMMERCE_RIGHTS } from './rights.record.js';

/** A customer group. Group 0 is NOT LOGGED IN, for anonymous callers. */
class CustomerGroup {
  @IdField()
  readonly id!: number;

  @CodeField({ about: 'Unique code of the customer group', required: true, example: 'Wholesale' })
  readonly code!: string;
}

export const customerGroupResource = defineRecord<CustomerGroup>({
  resource: 'customerGroup',
  record: CustomerGroup,
  room: 'commerce',
  path: 'commerce/customerGroups',
  title: { one: 'customer group', many: 'customer groups' },
  table: 'customer_group',
  rights: COMMERCE_RIGHTS,
  ids: 'given',
  unique: [
    {
      name: 'customer_group_code',
      properties: ['code'],
      says: 'A customer group with this code already exists. Choose another code.',
    },
  ],
  businessKey: { key: 'code', as: 'customerGroupCode' },
  service: 'commerceCustomerGroupRepositoryV1',
  faults: customerGroupFaults,
  deletionFault: customerGroupDeletionFault,
  scopes: customerGroupScopes,
});
