import { describeOnDatabases, type OpenTestDatabase, openTestDatabase } from '../support/databases.js';

describeOnDatabases('callbacks after the commit', (kind) => {
  let opened: OpenTestDatabase;
  const started: string[] = [];
  const done: string[] = [];

  beforeAll(async () => {
    opened = await openTestDatabase(kind);
  });
  beforeEach(() => {
    started.splice(0);
    done.splice(0);
  });
  afterAll(() => opened.close());

  const later = (name: string): void =>
    opened.persistence.database.afterCommit(async () => {
      started.push(name);
      const open = opened.persistence.transactions.isOpen;
      const [row] = await opened.persistence.database.query<{ count: number }>(
        'SELECT COUNT(*) AS count FROM kept_answer',
      );
      done.push(`${name} ${open ? 'inside' : 'outside'} ${Number(row?.count)}`);
    });
  const add = (id: number): Promise<unknown> =>
    opened.persistence.database.run(
      "INSERT INTO kept_answer (caller, route, call_key, digest, at, answer) VALUES ('c', 'r', ?, 'd', 't', 'a')",
      [String(id)],
    );

  it('start once, in order, outside the transaction, when everything is stored', async () => {
    const { transactions, database } = opened.persistence;
    const [before] = await database.query<{ count: number }>('SELECT COUNT(*) AS count FROM kept_answer');
    const count = Number(before?.count) + 1;
    await transactions.write(async () => {
      later('one');
      await transactions.write(async () => later('two'));
      await add(50);
      expect(started).toEqual([]);
    });
    expect(started).toEqual(['one', 'two']);
    // They run concurrently, each on its own connection, so either can finish first.
    expect(done.toSorted()).toEqual([`one outside ${count}`, `two outside ${count}`]);
  });

  it('do not run for a transaction, or part of it, that is rolled back', async () => {
    const { transactions } = opened.persistence;
    await expect(
      transactions.write(async () => {
        later('one');
        await add(51);
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    await transactions.write(async () => {
      await transactions
        .write(async () => {
          later('two');
          throw new Error('in part');
        })
        .catch(() => undefined);
      later('three');
    });
    expect(done).toEqual([expect.stringMatching(/^three/)]);
  });

  it('run after the outer transaction if it contains several calls of `write`', async () => {
    const { transactions } = opened.persistence;
    await transactions.deferred(
      async () => {
        await transactions.write(async () => later('one'));
        await transactions.write(() => add(52));
        transactions.afterCommit(() => done.push('told'));
        expect([...started, ...done]).toEqual([]);
      },
      { repeatable: false, first: () => Promise.resolve(), last: () => Promise.resolve() },
    );
    expect(done.toSorted()).toEqual([expect.stringMatching(/^one outside \d+$/), 'told']);
  });

  it('run at once without a transaction, and never if the deferred one is rolled back', async () => {
    const { transactions } = opened.persistence;
    transactions.afterCommit(() => done.push('at once'));
    expect(done).toEqual(['at once']);
    const failing = transactions.deferred(
      async () => {
        await transactions.write(() => add(53));
        transactions.afterCommit(() => done.push('never'));
        throw new Error('taken back');
      },
      { repeatable: false, first: () => Promise.resolve(), last: () => Promise.resolve() },
    );
    await expect(failing).rejects.toThrow('taken back');
    expect(done).toEqual(['at once']);
  });

  it('do not make a stored transaction fail when they throw', async () => {
    const { transactions, database } = opened.persistence;
    await expect(
      transactions.write(async () => {
        database.afterCommit(() => Promise.reject(new Error('too late')));
        database.afterCommit(() => {
          throw new Error('at once');
        });
        return 42;
      }),
    ).resolves.toBe(42);
  });
});
