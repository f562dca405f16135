import {
  CodeField,
  defineRecord,
  EmailField,
  FlagField,
  IdField,
  ReferenceField,
  SecretField,
  StringField,
  WrittenRecord,
} from '../../libs/records/index.js';
import { customerScopes, GENERAL } from './domain/customer.js';
import { COMMERCE_RIGHTS, CREDENTIALS_RIGHT } from './rights.record.js';

export class Customer extends WrittenRecord {
  @IdField()
  readonly id!: number;

  @EmailField({ about: 'Email address for sign-in; unique per website', nullable: true })
  readonly email!: string | null;

  @CodeField({
    about: 'Unique customer number that the merchant assigned; null if unset',
    nullable: true,
    example: 'C-10042',
  })
  readonly customerNumber!: string | null;

  @ReferenceField('customerGroup', {
    about: 'Customer group that the customer belongs to',
    default: GENERAL,
    onDelete: 'restrict',
  })
  readonly groupId!: number;

  @ReferenceField('website', {
    about: 'Website on which the customer buys; 0 means all websites. Default: the default website.',
    onDelete: 'restrict',
  })
  readonly websiteId!: number;

  @StringField({ about: 'First name of the customer', nullable: true, isPersonal: true, example: 'Ada' })
  readonly firstName!: string | null;

  @StringField({ about: 'Last name of the customer', nullable: true, isPersonal: true, example: 'Byron' })
  readonly lastName!: string | null;

  /** Not a column: the hash is stored in `customer_account`. */
  @SecretField({
    about: 'Sign-in password; never returned. Writing it requires the right `credentials`.',
    nullable: true,
    minLength: 8,
    maxLength: 255,
    right: CREDENTIALS_RIGHT,
  })
  readonly password?: string | null;

  @FlagField({
    about: 'Activation status: 1 active, 0 inactive. An inactive customer cannot sign in or buy.',
    default: 1,
    example: 1,
  })
  readonly isActive!: number;

  @StringField({
    about: 'Unique identifier of the record in an external system; null if unset',
    nullable: true,
    example: 'ERP-4711',
  })
  readonly externalId!: string | null;
}

export const customerResource = defineRecord<Customer>({
  resource: 'customer',
  record: Customer,
  room: 'commerce',
  path: 'commerce/customers',
  title: { one: 'customer', many: 'customers' },
  table: 'customer',
  rights: COMMERCE_RIGHTS,
  ids: 'given',
  unique: [
    {
      name: 'customer_number',
      properties: ['customerNumber'],
      says: 'A customer with this customer number already exists. Choose another number, or update the existing customer.',
    },
    {
      name: 'customer_email',
      properties: ['email', 'websiteId'],
      says: 'A customer with this email address already exists on this website. Choose another address, or update the existing customer.',
    },
  ],
  indexes: [{ name: 'customer_updated_at', properties: ['updatedAt'] }],
  businessKey: { key: 'customerNumber', as: 'customerNumber' },
  service: 'commerceCustomerRepositoryV1',
  scopes: customerScopes,
});
