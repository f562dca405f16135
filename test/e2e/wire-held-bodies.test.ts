import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { ownDatabase, type OwnDatabase } from '../bench/database.js';
import { runCommand, type ServerProcess, startProcess } from '../bench/processes.js';
import { headOf, RawConnection } from '../support/raw-connection.js';
import { measures, slowness } from '../support/measured.js';

measures();

const MB = 1_000_000;
/** As many as one address may open, from each of three. */
const [PER_ADDRESS, ADDRESSES] = [490, ['127.0.1.1', '127.0.1.2', '127.0.1.3']];
/** Held whole, the bodies would take five times as much. */
const GROWTH_MAX = 300 * MB;
const WORST_ANSWER_MS = 5000;

/** Resident bytes of a process at most so far; 0 where the system doesn't tell. */
const peakOf = (pid: number | undefined): number => {
  if (!existsSync('/proc/self/status')) return 0;
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+)/m.exec(text)?.[1]) * 1024;
};

describe('1,470 bodies of 1 MB that pause before their end (wire.md "How a body must come")', () => {
  let database: OwnDatabase;
  let server: ServerProcess;
  let token: string;
  let opened: RawConnection[];

  // For each trial: a process tells its peak of all its life.
  beforeEach(async () => {
    opened = [];
    database = await ownDatabase('sqlite');
    token = (
      await runCommand(database.settings, 'integration', 'create', '--name', 'own', '--resource', 'Kontor::all')
    ).trim();
    server = await startProcess('src/main', database.settings);
  }, 300_000);
  afterEach(async () => {
    for (const connection of opened) connection.end();
    await server.kill('SIGTERM');
    await database.drop();
  }, 60_000);

  const get = async (): Promise<number> => {
    const began = performance.now();
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${server.url}/rest/V1/commerce/websites/1`, { headers });
    await response.arrayBuffer();
    expect(response.status).toBe(200);
    return performance.now() - began;
  };

  it('take little memory, are all ended, and hold nobody else up', async () => {
    const port = Number(new URL(server.url).port);
    for (let round = 0; round < 50; round += 1) await get();
    const before = peakOf(server.child.pid);
    const head = headOf('/rest/V1/commerce/customers', MB + 1, [`Authorization: Bearer ${token}`]);
    const body = ' '.repeat(MB);
    for (const address of ADDRESSES) {
      for (let count = 0; count < PER_ADDRESS; count += 1) {
        const connection = await RawConnection.open(port, address);
        opened.push(connection.write(head));
        connection.socket.write(body, 'latin1');
      }
    }
    let worst = 0;
    const over = Promise.all(opened.map((connection) => connection.ended()));
    let isOver = false;
    void over.then(() => (isOver = true));
    while (!isOver) {
      worst = Math.max(worst, await get());
      await delay(50);
    }
    const growth = peakOf(server.child.pid) - before;
    if (process.env['CAMPAIGN_SEED'] !== undefined)
      process.stdout.write(`resident memory grew by ${growth}, the worst answer took ${Math.round(worst)} ms\n`);
    const answered = (await over).filter((text) => text !== '');
    expect(answered.length).toBeGreaterThan(opened.length / 2);
    for (const text of answered) expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(growth).toBeLessThan(GROWTH_MAX);
    expect(worst).toBeLessThan(WORST_ANSWER_MS * slowness());
  }, 300_000);
});
