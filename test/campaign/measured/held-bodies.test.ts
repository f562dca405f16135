import { setTimeout as delay } from 'node:timers/promises';
import { ownDatabase, type OwnDatabase } from '../../bench/database.js';
import { runCommand, type ServerProcess, startProcess } from '../../bench/processes.js';
import { headOf, RawConnection } from '../../support/raw-connection.js';
import { tell } from './reference.js';
import { peakResidentBytes } from './resident.js';

const MB = 1_000_000;
/** As many connections as one address may open, from each of three addresses. */
const [PER_ADDRESS, ADDRESSES] = [490, ['127.0.1.1', '127.0.1.2', '127.0.1.3']];
/** Maximum memory for the bodies, as a share of all sent bytes. If bodies were held completely, it would be 1. */
const HELD_SHARE = 0.2;
/** Maximum response time of another caller, as a share of the time until the last body is complete. */
const WAIT_SHARE = 0.5;

describe('1,470 bodies of 1 MB that pause before their end (wire.md "Upload speed")', () => {
  let database: OwnDatabase;
  let server: ServerProcess;
  let token: string;
  const opened: RawConnection[] = [];

  beforeAll(async () => {
    database = await ownDatabase('sqlite');
    const rights = ['--name', 'own', '--resource', 'Kontor::all'];
    token = (await runCommand(database.settings, 'integration', 'create', ...rights)).trim();
    server = await startProcess('src/main', database.settings);
  }, 300_000);
  afterAll(async () => {
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

  it('use little memory, all time out, and do not block other callers', async () => {
    const port = Number(new URL(server.url).port);
    for (let round = 0; round < 50; round += 1) await get();
    const before = peakResidentBytes(server.child.pid);
    const head = headOf('/rest/V1/commerce/customers', MB + 1, [`Authorization: Bearer ${token}`]);
    const body = ' '.repeat(MB);
    const began = performance.now();
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
    const wait = worst / (performance.now() - began);
    const held = (peakResidentBytes(server.child.pid) - before) / (opened.length * MB);
    tell('memory that bodies took, as a share of them', held, HELD_SHARE);
    tell('the longest wait of another caller, as a share of the time they took', wait, WAIT_SHARE);
    const answered = (await over).filter((text) => text !== '');
    expect(answered.length).toBeGreaterThan(opened.length / 2);
    for (const text of answered) expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(held).toBeLessThan(HELD_SHARE);
    expect(wait).toBeLessThan(WAIT_SHARE);
  }, 600_000);
});
