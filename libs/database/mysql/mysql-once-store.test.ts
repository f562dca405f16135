import { MysqlOnceStore } from './mysql-once-store.js';
import type { SideConnection } from './side-connection.js';

/** Rejects the first `times` changing statements, as InnoDB does with the loser of a deadlock. */
const losing = (times: number): { readonly connection: SideConnection; readonly changes: string[] } => {
  const changes: string[] = [];
  const read = (sql: string): Promise<readonly object[]> => {
    if (sql.startsWith('SELECT')) return Promise.resolve([{ spent_key: 'b' }, { spent_key: 'a' }]);
    changes.push(sql);
    return changes.length <= times
      ? Promise.reject(Object.assign(new Error('lost to others'), { errno: 1213 }))
      : Promise.resolve([]);
  };
  return { connection: { read } as unknown as SideConnection, changes };
};

describe('one-time keys after a lost deadlock', () => {
  it('are spent and deleted with up to three retries', async () => {
    const spent = losing(3);
    expect(await new MysqlOnceStore(spent.connection).spend(['b', 'a'], 0)).toEqual(new Set(['a', 'b']));
    const forgotten = losing(3);
    await new MysqlOnceStore(forgotten.connection).forgetBefore(1);
    expect([spent.changes.length, forgotten.changes.length]).toEqual([4, 4]);
  });

  it('throw the error after the last retry', async () => {
    await expect(new MysqlOnceStore(losing(4).connection).spend(['a'], 0)).rejects.toThrow('lost to others');
    await expect(new MysqlOnceStore(losing(4).connection).forgetBefore(1)).rejects.toThrow('lost to others');
  });
});
