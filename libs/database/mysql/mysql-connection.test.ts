import { limited } from './mysql-connection.js';

const [MARIADB, MYSQL] = [{ mariadb: true }, { mariadb: false }];

describe('the time limit at the server', () => {
  it.each([
    'SELECT 1',
    ' select id FROM a FOR UPDATE',
    '(SELECT 1) UNION (SELECT 2)',
    'WITH a AS (SELECT 1) SELECT * FROM a',
    'INSERT INTO a (b) VALUES (?) RETURNING id',
    'UPDATE a SET b = ?',
    'DELETE FROM a',
    'REPLACE INTO a VALUES (1)',
  ])('applies on MariaDB to: %s', (sql) => {
    expect(limited(sql, 1_234.4, MARIADB)).toBe(`SET STATEMENT max_statement_time=1.234 FOR ${sql}`);
  });

  it.each([
    'COMMIT',
    'ROLLBACK',
    'SAVEPOINT depth1',
    'ROLLBACK TO SAVEPOINT depth1',
    'START TRANSACTION',
    'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY',
    'SET TRANSACTION ISOLATION LEVEL READ COMMITTED',
    'CREATE TABLE selected (id INT)',
    'ALTER TABLE a ADD b INT',
    "SIGNAL SQLSTATE '40001'",
  ])('does not apply to: %s', (sql) => {
    expect(limited(sql, 1_000, MARIADB)).toBe(sql);
    expect(limited(sql, 1_000, MYSQL)).toBe(sql);
  });

  it('is never 0 on MariaDB, where 0 means no limit', () => {
    expect(limited('SELECT 1', 0.2, MARIADB)).toBe('SET STATEMENT max_statement_time=0.001 FOR SELECT 1');
  });

  it('applies on MySQL only to SELECT, and is at least 1 ms', () => {
    expect(limited('SELECT a FROM b', 1_499.6, MYSQL)).toBe('SELECT /*+ MAX_EXECUTION_TIME(1500) */ a FROM b');
    expect(limited('SELECT a', 0.2, MYSQL)).toBe('SELECT /*+ MAX_EXECUTION_TIME(1) */ a');
    expect(limited('UPDATE a SET b = 1', 1_000, MYSQL)).toBe('UPDATE a SET b = 1');
  });
});
