import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Connection } from 'mysql2';
import { checkDatabase, type CheckedServer } from '../../libs/database/index.js';
import { NEEDS } from '../../libs/database/mysql/check/check.js';
import { runCommand } from '../../src/cli/program.js';
import { describeOnMysql } from '../support/databases.js';
import { type MariadbServer, MariadbServers } from '../support/mariadb-servers.js';
import { refusal } from './stores.js';

type Callback = (error: Error) => void;

/** Rewrites statements, or makes them fail with a number, as on a server that lacks a feature. */
const rewritten = (rewrite: (sql: string) => string | number): readonly string[] => {
  const sent: string[] = [];
  const query = Connection.prototype.query as unknown as (...args: unknown[]) => unknown;
  jest.spyOn(Connection.prototype, 'query').mockImplementation(function (this: Connection, ...args: unknown[]): never {
    const [first, ...others] = args;
    const text = typeof first === 'string' ? first : (first as { readonly sql: string }).sql;
    const made = rewrite(text);
    if (typeof made === 'number') {
      const callback = args.at(-1) as Callback;
      process.nextTick(() => callback(Object.assign(new Error(`errno ${made}`), { errno: made })));
      return undefined as never;
    }
    sent.push(made);
    return query.apply(this, [
      typeof first === 'string' ? made : { ...(first as object), sql: made },
      ...others,
    ]) as never;
  });
  return sent;
};

const without =
  (what: string | RegExp, instead = '') =>
  (sql: string) =>
    sql.replace(what, instead);
const refusing = (form: RegExp, errno: number) => (sql: string) => (form.test(sql) ? errno : sql);

/** For each requirement a server that lacks only that. */
const FAULTS: Readonly<Record<string, (sql: string) => string | number>> = {
  tables: refusing(/^ALTER TABLE/, 1142),
  ids: without('NO_AUTO_VALUE_ON_ZERO', 'NO_ENGINE_SUBSTITUTION'),
  'matched rows': without('number = number WHERE id IN (1, 2)', 'number = number WHERE id IN (1)'),
  'unique keys': without('UNIQUE INDEX', 'INDEX'),
  references: without('ON DELETE CASCADE', 'ON DELETE SET NULL'),
  upserts: without('number = VALUES(number)', 'number = number'),
  'sorting by code point': without('COLLATE utf8mb4_nopad_bin', 'COLLATE utf8mb4_general_ci'),
  'exact decimals': without('decimal(20,6)', 'double'),
  'no truncation': without('STRICT_ALL_TABLES,'),
  'index hints': refusing(/FORCE INDEX/, 1064),
  'current time': without(/CAST\(UNIX_TIMESTAMP.* AS SIGNED\)/, 'UNIX_TIMESTAMP()'),
  'long statements': refusing(/LENGTH/, 1153),
  'committed data is visible': without('READ COMMITTED', 'REPEATABLE READ'),
  snapshots: without('WITH CONSISTENT SNAPSHOT, '),
  'row locks': without(' FOR UPDATE'),
  'locked rows are skipped': without(' SKIP LOCKED'),
  versions: without('LAST_INSERT_ID(version + 1)', 'version + 1'),
  savepoints: without('ROLLBACK TO SAVEPOINT depth1', 'DO 0'),
  'deadlock detection': (sql) => (/number = 501/.test(sql) ? 'DO 0' : sql),
  'statement timeout': without(/SET STATEMENT .* FOR /),
  'idle transaction timeout': without('SET SESSION idle_transaction_timeout = 1', 'DO 0'),
  'flush per commit': without('innodb_flush_log_at_trx_commit', 'innodb_flush_log_at_timeout_'),
};
/** Tested with another account. */
const BY_ACCOUNT = 'read_only is enforced';

const unmet = ([{ findings } = { findings: [] }]: readonly Pick<CheckedServer, 'findings'>[]): readonly string[] =>
  findings.filter(({ state }) => state !== 'met').map(({ need }) => need);

describeOnMysql('kontor database check', () => {
  let servers: MariadbServers;
  let server: MariadbServer;
  const tables = async (): Promise<readonly string[]> =>
    (await server.run('SHOW TABLES FROM kontor')).map((row) => String(Object.values(row)[0]));

  beforeAll(async () => {
    servers = await MariadbServers.start(1);
    [server] = servers.all as unknown as [MariadbServer];
    await server.run('CREATE TABLE kontor.bystander (id int PRIMARY KEY)');
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => servers.end());

  it('finds all requirements met on MariaDB, and removes its own tables', async () => {
    const sent = rewritten((sql) => sql);
    const checked = await checkDatabase(server.url);
    expect(checked).toEqual([
      {
        server: `127.0.0.1:${server.port}`,
        version: expect.stringContaining('MariaDB'),
        findings: NEEDS.map(({ name }) => ({ need: name, state: 'met' })),
      },
    ]);
    const writing = sent.filter((sql) => /^(CREATE|ALTER|DROP|INSERT|UPDATE|DELETE|REPLACE|TRUNCATE)/.test(sql));
    expect(writing.length).toBeGreaterThan(20);
    expect(writing.filter((sql) => !/kontor_check_[0-9a-f]{12}_/.test(sql))).toEqual([]);
    expect(await tables()).toEqual(['bystander']);
  });

  it.each(Object.keys(FAULTS))('reports a server that lacks: %s', async (need) => {
    rewritten(FAULTS[need] as (sql: string) => string);
    expect(unmet(await checkDatabase(server.url, [need]))).toEqual([need]);
    jest.restoreAllMocks();
    expect(await tables()).toEqual(['bystander']);
  });

  it('has a test for each requirement', () => {
    expect([...Object.keys(FAULTS), BY_ACCOUNT].toSorted()).toEqual(NEEDS.map(({ name }) => name).toSorted());
  });

  it('reports accounts with too many or too few rights, and a limit to short statements', async () => {
    const as = (user: string): string => server.url.replace('kontor@', `${user}@`);
    expect(unmet(await checkDatabase(as('admin'), [BY_ACCOUNT]))).toEqual([BY_ACCOUNT]);
    await server.run("CREATE USER reader@'127.0.0.1'");
    await server.run("GRANT SELECT ON kontor.* TO reader@'127.0.0.1'");
    expect(unmet(await checkDatabase(as('reader')))).toEqual(['tables']);
    await server.run('SET GLOBAL max_allowed_packet = 1048576');
    expect(unmet(await checkDatabase(server.url, ['long statements']))).toEqual(['long statements']);
    await server.run('SET GLOBAL max_allowed_packet = 16777216');
  });

  it('prints what is lacking and exits with 1', async () => {
    const lines: string[] = [];
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
    try {
      await runCommand(['node', 'kontor', 'database', 'check', '--url', server.url]);
      expect(process.exitCode).toBeUndefined();
      expect(lines.join('')).toMatch(/met +snapshots\n[^]*All requirements are met[^]*not guaranteed/);
      await runCommand(['node', 'kontor', 'database', 'check', '--url', server.url.replace('kontor@', 'reader@')]);
      expect(process.exitCode).toBe(1);
      expect(lines.join('')).toMatch(/LACKING tables: [^]*Kontor cannot run on this server: 1 requirement is not met/);
    } finally {
      process.exitCode = undefined;
    }
  });
});

describe('requirements of a database server', () => {
  it('are explained by an error for PostgreSQL and SQLite', async () => {
    expect(String(await refusal(checkDatabase('postgresql://kontor@db/kontor')))).toMatch(
      /PostgreSQL is not supported/,
    );
    expect(String(await refusal(checkDatabase('sqlite:var/kontor.sqlite')))).toMatch(/SQLite needs no check/);
  });

  it('are each listed in the documentation', () => {
    const page = readFileSync(join(__dirname, '..', '..', 'docs', 'databases.md'), 'utf8');
    const rows = [...page.matchAll(/^- `([^`]+)`: /gm)].map(([, name]) => name);
    expect(rows).toEqual(NEEDS.map(({ name }) => name));
  });
});
