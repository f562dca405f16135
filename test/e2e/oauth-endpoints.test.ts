import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { StateConflict } from '../../libs/kernel/index.js';
import { Outbound } from '../../libs/outbound/index.js';
import { HttpsEndpoints } from '../../src/access/adapters/http/https-endpoints.js';

describe('an OAuth endpoint', () => {
  let server: Server;
  let connected = 0;
  const at = (host: string): string => `https://${host}:${(server.address() as AddressInfo).port}/`;

  beforeAll(async () => {
    server = createServer((socket) => {
      connected += 1;
      socket.destroy();
    });
    // IPv4 and IPv6, so that only the check prevents a connection.
    await new Promise<void>((resolve) => server.listen(0, '::', resolve));
  });
  beforeEach(() => (connected = 0));
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it.each(['localhost', '127.0.0.1', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '[::1]'])(
    'at %s is connected to only if it is listed',
    async (host) => {
      await expect(new HttpsEndpoints(new Outbound(), []).post(at(host), {})).rejects.toBeInstanceOf(StateConflict);
      expect(connected).toBe(0);
      // A listed host is reached, which shows that a server listens at each address.
      const listed = new HttpsEndpoints(new Outbound(), [new URL(at(host)).hostname]);
      await expect(listed.post(at(host), {})).rejects.toBeInstanceOf(StateConflict);
      expect(connected).toBe(1);
    },
  );

  it('is connected to if it is listed', async () => {
    await expect(new HttpsEndpoints(new Outbound(), ['localhost']).post(at('localhost'), {})).rejects.toThrow(
      'cannot be reached',
    );
    expect(connected).toBe(1);
  });

  it('is not connected to if only others are listed, or without TLS', async () => {
    await expect(new HttpsEndpoints(new Outbound(), ['other.example']).post(at('localhost'), {})).rejects.toThrow(
      'cannot be reached',
    );
    const plain = at('localhost').replace('https', 'http');
    await expect(new HttpsEndpoints(new Outbound(), ['localhost']).post(plain, {})).rejects.toThrow(
      'cannot be reached',
    );
    expect(connected).toBe(0);
  });
});
