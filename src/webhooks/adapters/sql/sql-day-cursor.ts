import { Injectable } from '@nestjs/common';
import { Database } from '../../../../libs/database/index.js';
import { DayCursor } from '../../ports/day-cursor.js';

/** SQL: a row for each website. */
@Injectable()
export class SqlDayCursor extends DayCursor {
  constructor(private readonly database: Database) {
    super();
  }

  async all(): Promise<ReadonlyMap<number, string>> {
    const rows = await this.database.query<{ website_id: number; day: string }>(
      'SELECT website_id, day FROM webhook_day',
    );
    return new Map(rows.map(({ website_id: id, day }) => [id, day]));
  }

  async keep(websiteId: number, last: string | undefined, day: string): Promise<boolean> {
    if (last === undefined) {
      await this.database.run('INSERT INTO webhook_day (website_id, day) VALUES (?, ?)', [websiteId, day]);
      return true;
    }
    const { affected } = await this.database.run('UPDATE webhook_day SET day = ? WHERE website_id = ? AND day = ?', [
      day,
      websiteId,
      last,
    ]);
    return affected > 0;
  }
}
