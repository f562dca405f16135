import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type FindAddresses, Outbound } from '../../../../libs/outbound/index.js';
import { HttpsReceivers } from './https-receivers.js';
import { PostableAddresses } from './postable-addresses.js';

const MESSAGE = { id: 'msg_1', at: new Date(), payload: '{}', secrets: [`whsec_${'A'.repeat(43)}=`] };

const serving = async <T>(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  work: (port: number) => Promise<T>,
): Promise<T> => {
  const server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    return await work((server.address() as AddressInfo).port);
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

/** A DNS lookup that returns the next of these addresses with each call. */
const leading = (...addresses: readonly string[]): { readonly find: FindAddresses; asked: number } => {
  const led = {
    asked: 0,
    find: ((_host, found) => {
      const address = addresses[Math.min(led.asked, addresses.length - 1)] ?? '';
      led.asked += 1;
      found(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
    }) as FindAddresses,
  };
  return led;
};

describe('webhook addresses', () => {
  it('can be local only in development or if the operator lists them', () => {
    const of = (own: readonly string[], isDevelopment: boolean, url: string) =>
      new PostableAddresses(own, isDevelopment).mayPost(url);
    expect(of([], true, 'http://localhost:3000/')).toBe(true);
    expect(of([], false, 'http://localhost:3000/')).toBe(false);
    expect(of([], false, 'https://localhost/')).toBe(false);
    expect(of([], false, 'https://0x7f000001/')).toBe(false);
    expect(of([], false, 'https://[::1]/')).toBe(false);
    expect(of(['localhost'], false, 'https://localhost/')).toBe(true);
    expect(of(['10.0.0.7'], false, 'https://10.0.0.7/')).toBe(true);
    expect(of(['10.0.0.7'], false, 'http://10.0.0.7/')).toBe(false);
  });

  it('are checked when the connection is made, so a rebound name is refused', async () => {
    let connections = 0;
    await serving(
      (_request, response) => {
        connections += 1;
        response.end();
      },
      async (port) => {
        const led = leading('127.0.0.1');
        const receivers = new HttpsReceivers(new Outbound({}, led.find), new PostableAddresses([], false));
        const tried = await receivers.post(`https://rebinding.example:${port}/`, MESSAGE);
        expect(tried).toMatchObject({ status: null, error: expect.stringMatching(/allowed address/) as string });
        expect(led.asked).toBe(1);
      },
    );
    expect(connections).toBe(0);
  });

  it('are looked up once for each delivery, and the connection uses that result', async () => {
    // Public at the first lookup; a second lookup would return this machine.
    const led = leading('192.0.0.8', '127.0.0.1');
    const receivers = new HttpsReceivers(new Outbound({}, led.find), new PostableAddresses(['192.0.0.8'], false), 300);
    const tried = await receivers.post('https://rebinding.example/', MESSAGE);
    expect(tried.status).toBeNull();
    expect(led.asked).toBe(1);
  });
});

describe('a webhook receiver', () => {
  const local = new PostableAddresses([], true);

  it('is abandoned at the timeout, even if it still sends data', async () => {
    await serving(
      (_request, response) => {
        response.writeHead(200);
        const drip = setInterval(() => response.write('x'), 50);
        response.once('close', () => {
          clearInterval(drip);
        });
      },
      async (port) => {
        const tried = await new HttpsReceivers(new Outbound(), local, 400).post(`http://127.0.0.1:${port}/`, MESSAGE);
        expect(tried).toMatchObject({ status: null, error: 'no response within 0.4 s' });
      },
    );
  });

  it('is disconnected if its response has no end', async () => {
    let written = 0;
    await serving(
      (_request, response) => {
        response.writeHead(200);
        const more = (): void => {
          while (!response.destroyed && response.write('x'.repeat(16_384))) written += 16_384;
          if (!response.destroyed) response.once('drain', more);
        };
        more();
      },
      async (port) => {
        const tried = await new HttpsReceivers(new Outbound(), local).post(`http://127.0.0.1:${port}/`, MESSAGE);
        expect(tried.status).toBe(200);
      },
    );
    // Only the buffers of both ends were filled.
    expect(written).toBeLessThan(16 * 1024 * 1024);
  });

  it('is reported as ECONNREFUSED if nothing listens', async () => {
    const tried = await new HttpsReceivers(new Outbound(), local).post('http://127.0.0.1:1/', MESSAGE);
    expect(tried).toMatchObject({ status: null, error: expect.stringMatching(/ECONNREFUSED/) as string });
  });
});
