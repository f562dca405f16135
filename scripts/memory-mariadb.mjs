// A MariaDB server of this run's own, in memory: creating and dropping hundreds of test databases on a disk takes several
// times as long. Needs `mariadbd` and `mariadb-install-db` (Debian's mariadb-server).
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const PROGRAMS = ['/usr/sbin/mariadbd', '/usr/local/sbin/mariadbd', '/usr/libexec/mariadbd'];
const START_MS = 120_000;

const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

const accepts = (port) =>
  new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
    socket.once('connect', () => socket.end());
  });

/** Starts the server. Returns its URL, and `stop`, which ends it and deletes its files. */
export const startMemoryMariadb = async () => {
  const isRoot = process.getuid?.() === 0;
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'kontor-mariadb-'));
  const asUser = isRoot ? ['--user=mysql'] : [];
  if (isRoot) execFileSync('chown', ['mysql', folder]);
  const log = join(folder, 'error.log');
  execFileSync(
    'mariadb-install-db',
    ['--no-defaults', `--datadir=${folder}`, ...asUser, '--skip-test-db', '--auth-root-authentication-method=normal'],
    { stdio: 'ignore' },
  );
  const port = await freePort();
  const child = spawn(
    PROGRAMS.find((file) => existsSync(file)) ?? 'mariadbd',
    [
      '--no-defaults',
      ...asUser,
      `--datadir=${folder}`,
      `--socket=${join(folder, 'socket')}`,
      `--pid-file=${join(folder, 'pid')}`,
      `--log-error=${log}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--skip-name-resolve',
      '--skip-log-bin',
      '--max-connections=1000',
      // Nothing has to survive a crash, and tables in one shared file are created and dropped fastest.
      '--innodb-flush-log-at-trx-commit=0',
      '--innodb-doublewrite=0',
      '--innodb-file-per-table=0',
      '--innodb-buffer-pool-size=512M',
      '--innodb-log-file-size=256M',
      '--performance-schema=OFF',
    ],
    { stdio: 'ignore' },
  );
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill('SIGKILL');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  for (const since = Date.now(); !(await accepts(port)); await delay(100)) {
    if (child.exitCode === null && Date.now() - since < START_MS) continue;
    const said = existsSync(log) ? readFileSync(log, 'utf8') : '';
    await stop();
    throw new Error(`MariaDB did not start:\n${said}`);
  }
  return { url: `mysql://root@127.0.0.1:${port}/`, stop };
};
