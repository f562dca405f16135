import { Database, Persistence } from '../../libs/database/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';

const CUSTOMERS = '/rest/V1/commerce/customers';

describeOnDatabases('sign-in attempts in a running server (access.md, "Signing in")', (kind) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({ database: kind, settings: { TRUST_PROXY: 'loopback' } });
  });

  afterAll(() => app.close());

  const subjects = async (): Promise<readonly string[]> => [
    ...new Set(
      (await app.get(Database).query<{ subject: string }>('SELECT subject FROM sign_in_attempt ORDER BY subject')).map(
        ({ subject }) => subject,
      ),
    ),
  ];

  it('are deleted with their customers, one by one or in bulk', async () => {
    const ids = [];
    for (let count = 0; count < 3; count += 1)
      ids.push((await app.customer({ last_name: count === 0 ? 'One' : 'Many' })).id);
    expect((await subjects()).filter((one) => one.startsWith('customer:'))).toEqual(ids.map((id) => `customer:${id}`));
    await app.good('DELETE', `${CUSTOMERS}/${ids[0]}`);
    expect(await subjects()).not.toContain(`customer:${ids[0]}`);
    const filter =
      'searchCriteria[filter_groups][0][filters][0][field]=last_name&searchCriteria[filter_groups][0][filters][0][value]=Many';
    expect(await app.good('DELETE', `${CUSTOMERS}/bulk?${filter}&confirm=2`)).toEqual({ deleted: 2 });
    expect((await subjects()).filter((one) => one.startsWith('customer:'))).toEqual([]);
  });

  it('are deleted by the schedule when they are old', async () => {
    const database = app.get(Database);
    await app.server.schedules.stop();
    const { transactions } = app.get(Persistence);
    await transactions.write(() =>
      database.run(
        "INSERT INTO sign_in_attempt (subject, address, failures, seen_at) VALUES ('admin:77', '203.0.113.7', 3, '2020-01-01T00:00:00.000Z')",
      ),
    );
    expect(await subjects()).toContain('admin:77');
    await app.server.schedules.runHourly();
    expect(await subjects()).not.toContain('admin:77');
  });
});
