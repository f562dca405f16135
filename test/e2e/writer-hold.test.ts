import { Persistence } from '../../libs/database/index.js';
import { runningOperation } from '../../libs/kernel/index.js';
import { type Answer, startApp, type TestApp } from '../support/app.js';
import { StillTime } from '../support/fake-time.js';

const CATEGORIES = '/rest/V1/commerce/categories';
/** At least four groups: the first has 250 rows, and each group at most twice as many as the previous one. */
const ROWS = 2_000;

describe('the write lock of SQLite (bulk.md, "Groups")', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startApp({ database: 'sqlite' });
    token = await app.adminToken();
  });
  afterAll(() => app.close());
  afterEach(() => jest.restoreAllMocks());

  const saveMany = async (mode: string): Promise<void> => {
    const records = Array.from({ length: ROWS }, (_, row) => ({ name: `${mode} ${row}` }));
    const { body } = await app.call('POST', `${CATEGORIES}/bulk?mode=${mode}`, { records }, token);
    expect(body.created).toBe(ROWS);
  };
  const saveOne = (): Promise<Answer> => app.call('POST', CATEGORIES, { category: { name: 'another' } }, token);

  /** Calls `before` before each transaction of the bulk call, and `behind` after its work, under the lock. */
  const whenBulkWrites = (before: () => Promise<unknown>, behind: () => void = () => undefined): void => {
    const { connections } = app.get<Persistence>(Persistence);
    const write = connections.write.bind(connections);
    jest.spyOn(connections, 'write').mockImplementation(async (work, options) => {
      if (!runningOperation()?.includes('/bulk')) return write(work, options);
      await before();
      return write(async (connection) => {
        const result = await work(connection);
        behind();
        return result;
      }, options);
    });
  };

  it('is free between groups in best_effort mode, so that other calls can write', async () => {
    let groups = 0;
    let one: Answer | undefined;
    whenBulkWrites(async () => {
      groups += 1;
      if (groups === 3) one = await saveOne();
    });
    await saveMany('best_effort');
    expect(groups).toBeGreaterThan(3);
    expect(one?.status).toBe(200);
  });

  it('is held once in all_or_nothing mode, and logged if held for more than 200 ms', async () => {
    const time = new StillTime();
    let holds = 0;
    whenBulkWrites(
      async () => void (holds += 1),
      () => time.pass(201),
    );
    await saveMany('all_or_nothing');
    expect(holds).toBe(1);
    const line = await app.logs.until(({ msg }) => msg?.includes('write lock for 201 ms') ?? false);
    expect(line.msg).toMatch(/^POST \/rest\/V1\/commerce\/categories\/bulk held the SQLite/);
  });
});
