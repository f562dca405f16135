import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeServer, listen } from './listening.js';

it('closeServer waits for a response in progress, but not for the keep-alive time of its connection', async () => {
  const server = createServer();
  server.keepAliveTimeout = 600_000;
  await listen(server, 0, '127.0.0.1');
  const received = new Promise<ServerResponse>((resolve) => server.once('request', (_, response) => resolve(response)));
  const answer = fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const response = await received;
  const cut = jest.fn();
  const closed = closeServer(server, 10_000, cut);
  response.end('done');
  expect(await (await answer).text()).toBe('done');
  await closed;
  expect(cut).not.toHaveBeenCalled();
});
