import { MysqlOnceStore } from './mysql-once-store.js';
import type { SideConnection } from './side-connection.js';

/** Refuses the first statements that change something, as InnoDB refuses who lost a deadlock. */
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

describe('keys that are good once, where statements lose to those of other processes', () => {
  it('are spent and forgotten at one of three more trials', async () => {
    const spent = losing(3);
    expect(await new MysqlOnceStore(spent.connection).spend(['b', 'a'], 0)).toEqual(new Set(['a', 'b']));
    const forgotten = losing(3);
    await new MysqlOnceStore(forgotten.connection).forgetBefore(1);
    expect([spent.changes.length, forgotten.changes.length]).toEqual([4, 4]);
  });

  it('are told after that', async () => {
    await expect(new MysqlOnceStore(losing(4).connection).spend(['a'], 0)).rejects.toThrow('lost to others');
    await expect(new MysqlOnceStore(losing(4).connection).forgetBefore(1)).rejects.toThrow('lost to others');
  });
});
