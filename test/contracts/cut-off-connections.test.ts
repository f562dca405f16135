import { setTimeout as delay } from 'node:timers/promises';
import { cutOff } from '../../libs/database/mysql/mysql-connection.js';
import { mysqlSource } from '../../libs/database/mysql/mysql-pool.js';
import { parseDatabaseUrl } from '../../libs/database/index.js';
import { describeOnMysql, emptyDatabase, type TestDatabase } from '../support/databases.js';

describeOnMysql('connections that are destroyed', () => {
  let database: TestDatabase;
  beforeAll(async () => (database = await emptyDatabase('mysql')));
  afterAll(() => database.drop());

  it('are removed from the set of open connections', async () => {
    const target = parseDatabaseUrl(database.url);
    if (target.kind !== 'mysql') throw new Error('a URL of MySQL');
    const { source, connections } = await mysqlSource(target.servers[0], 4);
    await source.initialize();
    try {
      await Promise.all([1, 2, 3].map(() => source.query('SELECT SLEEP(0.1)')));
      expect(connections.size).toBe(3);
      for (const connection of connections) cutOff(connection);
      while (connections.size > 0) await delay(20);
    } finally {
      await source.destroy();
    }
  });
});
