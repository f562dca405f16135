import { Injectable } from '@nestjs/common';
import { Database } from '../../../../libs/database/index.js';
import { CustomerGroups } from '../../ports/buyers.js';

@Injectable()
export class TypeOrmCustomerGroups extends CustomerGroups {
  constructor(private readonly db: Database) {
    super();
  }

  async exists(id: number): Promise<boolean> {
    const group = this.db.from('customer_group', 'g').select('g.id', 'id').where('g.id = ?');
    return (await this.db.queryOne(group, [id])) !== undefined;
  }
}
