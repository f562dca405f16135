import { defineRecord, IdField, IntField, ReferenceField, StringField } from '../../libs/records/index.js';
import { COMMERCE_RIGHTS } from './rights.record.js';

/**
 * Credentials of a customer; only stored, without routes. A customer without a row has no password and token version
 * 0.
 */
class CustomerAccount {
  @IdField()
  readonly id!: number;

  @ReferenceField('customer', { about: 'Customer that the account belongs to', required: true, onDelete: 'cascade' })
  readonly customerId!: number;

  @StringField({
    about: 'Password hash; null if the customer cannot sign in',
    nullable: true,
    searchable: false,
    isSecret: true,
  })
  readonly passwordHash!: string | null;

  @IntField({ about: 'Version of the tokens. Tokens with an older version are invalid.', default: 0 })
  readonly tokenVersion!: number;
}

export const customerAccountResource = defineRecord<CustomerAccount>({
  resource: 'customerAccount',
  record: CustomerAccount,
  room: 'commerce',
  path: 'commerce/customerAccounts',
  title: { one: 'customer account', many: 'customer accounts' },
  table: 'customer_account',
  rights: COMMERCE_RIGHTS,
  ids: 'made',
  isAudited: false,
  unique: [
    { name: 'customer_account_customer', properties: ['customerId'], says: 'The customer already has an account.' },
  ],
  service: 'commerceCustomerAccountRepositoryV1',
});
