import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { startApp, type TestApp } from '../support/app.js';
import { headOf, RawConnection } from '../support/raw-connection.js';
import { Shop } from '../support/shop.js';
import { until } from '../support/until.js';

const ROWS = 1_500;
const LINES = 40;
const PATH = '/rest/V1/pricing/get-multi-price';
/** Maximum size in bytes of the unread response that the server buffers. */
const HELD_MAX = 1_000_000;
const WHOLE_MIN = 5_000_000;

describe('an explanation of 60,000 candidates', () => {
  let app: TestApp;
  let token: string;
  let question: object;

  beforeAll(async () => {
    app = await startApp();
    token = await app.adminToken();
    const shop = new Shop(app);
    const sku = await shop.product({ price: 20 });
    const { id: customer_id } = await shop.commerce('customers', 'customer', { customer_number: 'C1' });
    const records = Array.from({ length: ROWS }, (_, at) => ({
      customer_id,
      sku,
      qty: at + 1,
      value: 10,
      to_date: '2020-01-01',
    }));
    await app.good('POST', '/rest/V1/pricing/customerprice/bulk', { records });
    question = { skus: Array.from({ length: LINES }, () => sku), customer_id, explain: 1 };
  });
  afterAll(async () => {
    RawConnection.endAll();
    await app.close();
  });

  it('is streamed, so that a slow client neither fills the memory nor blocks others', async () => {
    const server: Server = app.server.app.getHttpServer();
    const connected = once(server, 'connection') as Promise<[Socket]>;
    const reader = await RawConnection.open(app.server.port);
    const [socket] = await connected;
    const body = JSON.stringify(question);
    reader.socket.pause();
    reader.write(headOf(PATH, body.length, [`Authorization: Bearer ${token}`, 'Connection: close']) + body);
    // The server waits until the client reads the buffered part.
    await until(() => socket.writableNeedDrain);
    expect((await app.call('POST', PATH, { ...question, explain: 0 }, token)).body.items).toHaveLength(LINES);
    expect(socket.writableLength).toBeLessThan(HELD_MAX);
    reader.socket.resume();
    expect((await reader.ended()).length).toBeGreaterThan(WHOLE_MIN);
  });
});
