import { connect, type Socket } from 'node:net';
import { startApp, type TestApp } from '../support/app.js';

const BODY = JSON.stringify({ category: { name: 'Slow' } });

/** Sends the headers of a request, and its body only on `finish()`. */
const slowRequest = async (app: TestApp, token: string) => {
  const socket: Socket = connect(app.server.port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => (text += part));
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(text)));
  const head = [
    'POST /rest/V1/commerce/categories HTTP/1.1',
    'Host: x',
    'Expect: 100-continue',
    'Content-Type: application/json',
    `Content-Length: ${BODY.length}`,
    `Authorization: Bearer ${token}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  // The server sends "100 Continue" once it has started the request.
  await new Promise((resolve) => socket.once('data', resolve));
  return {
    finish: (): Promise<string> => {
      socket.write(BODY);
      return closed;
    },
  };
};

describe('a shutdown', () => {
  it('finishes running requests and accepts no new ones', async () => {
    const app = await startApp();
    const token = await app.adminToken();
    const slow = await slowRequest(app, token);
    const { url } = app;
    const stopped = app.close();
    await expect(fetch(`${url}/health/live`)).rejects.toThrow();
    expect(await slow.finish()).toMatch(/HTTP\/1.1 200 OK[^]*"name":"Slow"/);
    await stopped;
  });

  it('logs an interrupted request as cut', async () => {
    const app = await startApp();
    await slowRequest(app, await app.adminToken());
    await app.close(1);
    const line = app.logs.all.find(({ path }) => path === '/rest/V1/commerce/categories');
    expect(line).toMatchObject({ msg: 'request', status: null, cut: true });
    expect(line).not.toHaveProperty('aborted');
  });

  it('does not wait for idle connections', async () => {
    const app = await startApp();
    const idle = connect(app.server.port, '127.0.0.1');
    await new Promise((resolve) => idle.once('connect', resolve));
    const closed = new Promise((resolve) => idle.once('close', resolve));
    idle.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
    await new Promise((resolve) => idle.once('data', resolve));
    await app.close();
    await closed;
  });
});
