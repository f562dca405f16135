import { Injectable } from '@nestjs/common';
import { Database } from '../../../../libs/database/index.js';
import type { CustomerFacts } from '../../domain/customer.js';
import { Customers } from '../../ports/buyers.js';

interface CustomerRow {
  readonly id: number;
  readonly customer_number: string | null;
  readonly group_id: number;
  readonly website_id: number;
  readonly is_active: number;
}

const SELECT = 'SELECT id, customer_number, group_id, website_id, is_active FROM customer';

const toCustomer = (row: CustomerRow): CustomerFacts => ({
  id: row.id,
  customerNumber: row.customer_number,
  groupId: row.group_id,
  websiteId: row.website_id,
  isActive: row.is_active,
});

/** Uses plain SQL, because each price request reads its buyer. */
@Injectable()
export class SqlCustomers extends Customers {
  constructor(private readonly db: Database) {
    super();
  }

  async byId(id: number): Promise<CustomerFacts | undefined> {
    const row = await this.db.queryOne<CustomerRow>(`${SELECT} WHERE id = ?`, [id]);
    return row && toCustomer(row);
  }

  async byNumber(customerNumber: string): Promise<CustomerFacts | undefined> {
    const row = await this.db.queryOne<CustomerRow>(`${SELECT} WHERE customer_number = ?`, [customerNumber]);
    return row && toCustomer(row);
  }
}
