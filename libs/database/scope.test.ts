import type { Connection, Written } from './connection.js';
import { Ambient, WriteScope } from './scope.js';

const FIRST = new Error('the disk is full');

/** Rejects the statement `fail`, and every rollback to a savepoint. */
class FailingConnection implements Connection {
  readonly statements: string[] = [];
  hasLostTransaction = false;

  async query(): Promise<readonly object[]> {
    return [];
  }

  async run(sql: string): Promise<Written> {
    if (sql === 'fail') throw FIRST;
    this.statements.push(sql);
    return { affected: 1, insertId: 0 };
  }

  async savepoint(): Promise<void> {}

  async release(): Promise<void> {}

  async rollbackTo(depth: number): Promise<void> {
    throw new Error(`no such savepoint: depth${depth}`);
  }
}

const opened = (): { readonly connection: FailingConnection; readonly scope: WriteScope } => {
  const ambient = new Ambient();
  const connection = new FailingConnection();
  return { connection, scope: new WriteScope(connection, ambient) };
};

describe('a nested write whose rollback fails', () => {
  /** Calls `nested` on the scope itself; the inner scope is then the ambient one. */
  const nestedFailure = (scope: WriteScope, ambient: Ambient): Promise<unknown> =>
    scope.nested(async () => {
      const inner = ambient.getStore();
      if (inner?.kind === 'write') await inner.run('fail', []);
    });

  it('throws the first error', async () => {
    const ambient = new Ambient();
    const scope = new WriteScope(new FailingConnection(), ambient);
    await expect(nestedFailure(scope, ambient)).rejects.toBe(FIRST);
  });

  it('fails the whole transaction, since its rows may still be stored', async () => {
    const ambient = new Ambient();
    const connection = new FailingConnection();
    const scope = new WriteScope(connection, ambient);
    await nestedFailure(scope, ambient).catch(() => undefined);
    await expect(scope.run('after', [])).rejects.toBe(FIRST);
    expect(() => scope.mustBeWhole()).toThrow(FIRST);
    expect(connection.statements).toEqual([]);
  });
});

describe('a part of a transaction', () => {
  it('has no savepoint and fails the whole transaction, even if the error is caught', async () => {
    const { connection, scope } = opened();
    const savepoint = jest.spyOn(connection, 'savepoint');
    expect(await scope.part(() => scope.run('within', []))).toEqual({ affected: 1, insertId: 0 });
    await expect(scope.part(() => Promise.reject(FIRST))).rejects.toBe(FIRST);
    expect(savepoint).not.toHaveBeenCalled();
    await expect(scope.run('after', [])).rejects.toBe(FIRST);
    expect(() => scope.mustBeWhole()).toThrow(FIRST);
  });
});

describe('a transaction that the database has ended', () => {
  it('rejects further statements, which would be stored outside it', async () => {
    const { connection, scope } = opened();
    connection.hasLostTransaction = true;
    await expect(scope.run('fail', [])).rejects.toBe(FIRST);
    await expect(scope.run('after', [])).rejects.toBe(FIRST);
    await expect(scope.runReturning('after', [])).rejects.toBe(FIRST);
    expect(connection.statements).toEqual([]);
  });
});
