import { type PersonalRecords, personalRecords } from '../../libs/records/index.js';
import { customerResource } from './customer.record.js';
import { customerAccountResource } from './customer-account.record.js';
import { priceSettingsResource } from './price-settings.record.js';
import { salesEntityResource } from './sales-entity.record.js';

/** Orders, invoices, shipments and credit memos of a customer. */
export const SALES_OF_CUSTOMER = personalRecords({
  resource: salesEntityResource,
  by: 'customerId',
  holds: 'id',
  because: 'order and invoice numbers are kept without the reference to the customer',
});

/** The personal data of a customer in this module (privacy.md). Sign-in attempts are deleted with the record. */
export const COMMERCE_PERSONAL: readonly PersonalRecords[] = [
  personalRecords({ resource: customerResource, by: 'id', holds: 'id', alongside: ['groupId', 'websiteId'] }),
  personalRecords({ resource: customerAccountResource, by: 'customerId', holds: 'id', hidden: ['passwordHash'] }),
  personalRecords({ resource: priceSettingsResource, by: 'customerId', holds: 'id' }),
  SALES_OF_CUSTOMER,
];
