import { setTimeout as delay } from 'node:timers/promises';
import { raiseVersion } from '../../write-lock.js';
import { limited } from '../mysql-connection.js';
import { type Lab, Lacking, mustBe, type Need } from './lab.js';

/** In seconds; a row lock that is not released within this time counts as held. */
const IDLE_S = 1;
const IDLE_ASKED_MS = 2_500;

const numberOf = async (session: { value(sql: string): Promise<unknown> }, lab: Lab, lock = ''): Promise<number> =>
  Number(await session.value(`SELECT number FROM ${lab.items} WHERE id = 1${lock}`));

/** The statement that increments the version, on a table of the check. */
const raise = (lab: Lab): string =>
  raiseVersion(lab.dialect.nowMs)
    .replace('change_version', lab.version)
    .replace(/ AND .*/, '');

/** Requirements for concurrent transactions. */
export const NEEDS_OF_TRANSACTIONS: readonly Need[] = [
  {
    name: 'committed data is visible',
    try: async (lab) => {
      const [one, other] = await lab.pair();
      await one.begin();
      await numberOf(one, lab);
      await other.run(`UPDATE ${lab.items} SET number = 100 WHERE id = 1`);
      const number = await numberOf(one, lab);
      mustBe(number === 100, `a READ COMMITTED transaction reads ${number} after another transaction committed 100`);
    },
  },
  {
    name: 'snapshots',
    try: async (lab) => {
      const [one, other] = await lab.pair();
      await other.run(`UPDATE ${lab.items} SET number = 200 WHERE id = 1`);
      await one.run('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
      await other.run(`UPDATE ${lab.items} SET number = 201 WHERE id = 1`);
      const first = await numberOf(one, lab);
      mustBe(first === 200, `a snapshot shows ${first}, which was committed after the snapshot started`);
      await other.run(`UPDATE ${lab.items} SET number = 202 WHERE id = 1`);
      const second = await numberOf(one, lab);
      mustBe(second === 200, `a snapshot shows ${first} at first and ${second} later`);
      await one.refused(`UPDATE ${lab.items} SET number = 203 WHERE id = 1`, 1792);
    },
  },
  {
    name: 'row locks',
    try: async (lab) => {
      const [one, other] = await lab.pair();
      await one.begin();
      await numberOf(one, lab, lab.dialect.forUpdate);
      await other.begin();
      await other.refused(`UPDATE ${lab.items} SET number = 300 WHERE id = 1`, 1205);
      await other.run(`UPDATE ${lab.items} SET number = 300 WHERE id = 2`);
    },
  },
  {
    name: 'locked rows are skipped',
    try: async (lab) => {
      const [one, other] = await lab.pair();
      await one.begin();
      await numberOf(one, lab, lab.dialect.forUpdate);
      await other.begin();
      const rows = await other.rows(
        `SELECT id FROM ${lab.items} WHERE id IN (1, 2) ORDER BY id${lab.dialect.forUpdateOfFree}`,
      );
      const ids = rows.map(({ id }) => Number(id)).join();
      mustBe(ids === '2', `with the first of two rows locked, SKIP LOCKED returned "${ids}"`);
    },
  },
  {
    name: 'versions',
    try: async (lab) => {
      const [one, other] = await lab.pair();
      await other.run('SET SESSION innodb_lock_wait_timeout = 5');
      await one.begin();
      await other.begin();
      const { insertId: first } = await one.run(raise(lab));
      let isThere = false;
      const next = other.run(raise(lab)).then(({ insertId }) => {
        isThere = true;
        return insertId;
      });
      next.catch(() => undefined);
      await delay(300);
      mustBe(!isThere, 'a second transaction received a version while the first transaction held the row lock');
      await one.run('COMMIT');
      const second = await next;
      mustBe(second === first + 1, `version ${first} was followed by version ${second}`);
      await other.run('COMMIT');
    },
  },
  {
    name: 'savepoints',
    try: async (lab) => {
      const [one] = await lab.pair();
      await one.begin();
      await one.run(`UPDATE ${lab.items} SET number = 400 WHERE id = 1`);
      await one.run('SAVEPOINT depth1');
      await one.run(`UPDATE ${lab.items} SET number = 401 WHERE id = 1`);
      await one.run('ROLLBACK TO SAVEPOINT depth1');
      await one.run('COMMIT');
      const number = await numberOf(one, lab);
      mustBe(number === 400, `after a rollback to a savepoint, ${number} was stored instead of 400`);
    },
  },
  {
    name: 'deadlock detection',
    try: async (lab) => {
      const [one, other] = [await lab.session(), await lab.session()];
      await one.begin();
      await other.begin();
      await one.run(`UPDATE ${lab.items} SET number = 500 WHERE id = 1`);
      await other.run(`UPDATE ${lab.items} SET number = 500 WHERE id = 2`);
      const ends = await Promise.allSettled([
        one.run(`UPDATE ${lab.items} SET number = 501 WHERE id = 2`),
        other.run(`UPDATE ${lab.items} SET number = 501 WHERE id = 1`),
      ]);
      const refusals = ends.flatMap((end) =>
        end.status === 'rejected' ? [end.reason as { readonly errno?: number }] : [],
      );
      mustBe(
        refusals.length > 0 && refusals.every(({ errno }) => errno === 1213 || errno === 1205),
        `two transactions in a deadlock ended with ${refusals.map(({ errno }) => `error ${String(errno)}`).join(' and ') || 'no error'}`,
      );
    },
  },
  {
    name: 'statement timeout',
    try: async (lab) => {
      const [one] = await lab.pair();
      const began = performance.now();
      const sql =
        'SELECT COUNT(*) AS count FROM (SELECT 1 FROM information_schema.columns LIMIT 300) rows300 WHERE SLEEP(0.01) = 0';
      await one.refused(limited(sql, 200, lab.dialect), 1969, 3024);
      const ms = Math.round(performance.now() - began);
      mustBe(ms < 2_000, `a statement with a limit of 200 ms was stopped after ${ms} ms`);
    },
  },
  {
    name: 'idle transaction timeout',
    isAdvice: true,
    try: async (lab) => {
      if (!lab.dialect.mariadb)
        throw new Lacking(
          'the server does not end idle transactions (only MariaDB does), so a process that hangs during a write keeps its locks',
        );
      const [one, other] = await lab.pair();
      await one.run(`SET SESSION idle_transaction_timeout = ${IDLE_S}`);
      await one.begin();
      await one.run(`UPDATE ${lab.items} SET number = 600 WHERE id = 1`);
      await delay(IDLE_ASKED_MS);
      await other.run(`UPDATE ${lab.items} SET number = 601 WHERE id = 1`);
    },
  },
  {
    name: 'flush per commit',
    isAdvice: true,
    try: async (lab) => {
      const [row] = await (await lab.session()).rows("SHOW GLOBAL VARIABLES LIKE 'innodb_flush_log_at_trx_commit'");
      const value = String(Object.values(row ?? {})[1]);
      mustBe(
        value === '1',
        `innodb_flush_log_at_trx_commit is ${value}, so a crash can lose committed transactions; set it to 1 on every node`,
      );
    },
  },
  {
    name: 'read_only is enforced',
    isAdvice: true,
    try: async (lab) => {
      const rows = await (await lab.session()).rows('SHOW GRANTS');
      const grants = rows.map((row) => String(Object.values(row)[0]));
      const ignores = grants.find((grant) =>
        /(ALL PRIVILEGES|SUPER|READ_ONLY ADMIN|READ ONLY ADMIN).* ON \*\.\*/.test(grant),
      );
      mustBe(
        ignores === undefined,
        'the user can write to a read_only server, which is not safe with several hosts; revoke the privileges that bypass read_only',
      );
    },
  },
];
