import { CreateTable, id, table, unique, varchar } from '../../../libs/database/index.js';

/** Customer groups, with those that a fresh database has (commerce.md). */
export class CreateCustomerGroup extends CreateTable {
  readonly name = '20261121120400-customer-group';
  readonly shape = table('customer_group', [id(), varchar('code', 255)], [unique('customer_group_code', 'code')]);
  override readonly rows = [
    { id: 0, code: 'NOT LOGGED IN' },
    { id: 1, code: 'General' },
  ];
}
