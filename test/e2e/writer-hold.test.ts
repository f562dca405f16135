import type { SqliteConnections } from '../../libs/database/sqlite/sqlite-connections.js';
import { Persistence } from '../../libs/database/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { measures } from '../support/measured.js';

measures();

const CATEGORIES = '/rest/V1/commerce/categories';
const ROWS = 8_000;

describe('the one writer of SQLite (bulk.md, "Groups")', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startApp({ database: 'sqlite' });
    token = await app.adminToken();
  });
  afterAll(() => app.close());

  const records = (name: string) => Array.from({ length: ROWS }, (_, row) => ({ name: `${name} ${row}` }));
  /** Saves rows while somebody else saves single ones; tells how long the writer was held, and how many came through. */
  const saved = async (mode: string): Promise<{ readonly ms: number; readonly between: number }> => {
    const { hold } = app.get<Persistence>(Persistence).connections as SqliteConnections;
    hold.forget();
    let isDone = false;
    const bulk = app
      .call('POST', `${CATEGORIES}/bulk?mode=${mode}`, { records: records(mode) }, token)
      .finally(() => (isDone = true));
    let between = 0;
    while (!isDone) {
      const { status } = await app.call('POST', CATEGORIES, { category: { name: 'another' } }, token);
      expect(status).toBe(200);
      if (!isDone) between += 1;
    }
    expect((await bulk).body.created).toBe(ROWS);
    return { ms: hold.longest?.ms ?? 0, between };
  };

  it('is held for the time of a group by best effort, so that others write in between; longer holds are logged', async () => {
    const whole = await saved('all_or_nothing');
    const inGroups = await saved('best_effort');
    // However fast the machine is: 8,000 rows are many groups.
    expect(inGroups.ms).toBeLessThan(whole.ms / 2);
    expect(inGroups.between).toBeGreaterThan(whole.between);
    const line = await app.logs.until(({ msg }) => msg?.includes('held the SQLite write lock') ?? false);
    expect(line.msg).toMatch(/^POST \/rest\/V1\/commerce\/categories\/bulk held the SQLite write lock for \d+ ms/);
  });
});
