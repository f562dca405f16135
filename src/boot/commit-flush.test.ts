import type { Logger } from 'pino';
import type { Database } from '../../libs/database/index.js';
import { CommitFlush } from './commit-flush.js';

const given = (name: 'sqlite' | 'mysql', variables: Readonly<Record<string, string>>) => {
  const lines: string[] = [];
  let queries = 0;
  const database = {
    dialect: { name },
    queryAside: () => {
      queries += 1;
      return Promise.resolve(Object.entries(variables).map(([Variable_name, Value]) => ({ Variable_name, Value })));
    },
  } as unknown as Database;
  const flush = new CommitFlush(database, { warn: (line: string) => lines.push(line) } as unknown as Logger);
  return { flush, lines, queries: () => queries };
};

describe('CommitFlush (operations.md, "A cluster of databases")', () => {
  it.each(['0', '2'])('reports innodb_flush_log_at_trx_commit=%s in each check and logs it once', async (value) => {
    const { flush, lines, queries } = given('mysql', { wsrep_on: 'ON', innodb_flush_log_at_trx_commit: value });
    await flush.look();
    for (let time = 0; time < 3; time += 1) {
      const checks = flush.checks();
      expect(Object.keys(checks)).toEqual(['flush_per_commit']);
      expect(await checks['flush_per_commit']?.()).toBe('missing');
    }
    expect(lines).toEqual([
      expect.stringMatching(/^innodb_flush_log_at_trx_commit is not 1, so .* Set it to 1 on every node$/),
    ]);
    expect(queries()).toBe(1);
  });

  it.each([
    ['a Galera node that flushes at each commit', 'mysql', { wsrep_on: 'ON', innodb_flush_log_at_trx_commit: '1' }],
    [
      'a server with Galera off, whatever its setting',
      'mysql',
      { wsrep_on: 'OFF', innodb_flush_log_at_trx_commit: '2' },
    ],
    ['MySQL', 'mysql', { innodb_flush_log_at_trx_commit: '2' }],
    ['SQLite', 'sqlite', {}],
  ] as const)('reports nothing for %s', async (_what, name, variables) => {
    const { flush, lines } = given(name, variables);
    await flush.look();
    expect([flush.checks(), lines]).toEqual([{}, []]);
  });
});
