import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import type { FindAddresses } from './checked-lookup.js';
import { Outbound, OUTBOUND_METRICS } from './outbound.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Names that end with .example resolve to this machine. */
const find: FindAddresses = (host, found) =>
  host.endsWith('.example')
    ? found(null, [{ address: '127.0.0.1', family: 4 }])
    : found(Object.assign(new Error(`${host} is unknown`), { code: 'ENOTFOUND' }));

const RULES = { name: 'test', limitMs: 60_000, maxBytes: 1000, mayReach: () => true, mayBePlain: () => true };

describe('requests to other servers', () => {
  let server: Server;
  let answer: Answer;
  let asked: IncomingMessage[];
  const at = (host: string, path = '/'): string => `http://${host}:${(server.address() as AddressInfo).port}${path}`;

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request);
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => {
    asked = [];
    answer = (_request, response) => response.end('fine');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const client = (rules: object = {}) => new Outbound({}, find).client({ ...RULES, ...rules });

  it('send method, headers and body, and resolve with any status', async () => {
    const received = new Promise<string>((resolve) => {
      answer = (request, response) => {
        request.setEncoding('utf8').once('data', resolve);
        response.writeHead(418, { 'x-note': 'a teapot' }).end('short and stout');
      };
    });
    const sent = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'grüße' };
    const { status, headers, body } = await client().send(at('shop.example', '/path?query'), sent);
    expect([status, headers['x-note'], body.toString()]).toEqual([418, 'a teapot', 'short and stout']);
    expect(await received).toBe('grüße');
    expect(asked[0]).toMatchObject({
      method: 'POST',
      url: '/path?query',
      headers: { 'content-type': 'text/plain', 'content-length': '7', 'user-agent': 'Kontor' },
    });
  });

  it('require https, unless the client allows plain HTTP for the host', async () => {
    const careful = client({ mayBePlain: (host: string) => host === 'shop.example' });
    await expect(careful.send(at('other.example'))).rejects.toThrow(/requires https/);
    expect((await careful.send(at('shop.example'))).status).toBe(200);
    await expect(client({ mayBePlain: undefined }).send(at('shop.example'))).rejects.toThrow(/requires https/);
    await expect(client().send('ftp://shop.example/')).rejects.toThrow();
    expect(asked).toHaveLength(1);
  });

  it.each(['shop.example', '127.0.0.1', '[::ffff:127.0.0.1]'])(
    'reach only public addresses by default: %s',
    async (host) => {
      await expect(client({ mayReach: undefined }).send(at(host))).rejects.toThrow(
        /does not resolve to an allowed address/,
      );
      expect(asked).toEqual([]);
    },
  );

  it('fail if the response is too long, or cut it on request', async () => {
    answer = (_request, response) => response.end('x'.repeat(1001));
    await expect(client().send(at('shop.example'))).rejects.toThrow(/is longer than 1000 bytes/);
    expect((await client({ cut: true }).send(at('shop.example'))).body).toHaveLength(1000);
    answer = (_request, response) => response.end('x'.repeat(1000));
    expect((await client().send(at('shop.example'))).body).toHaveLength(1000);
  });

  it('end after the headers if the body is not needed', async () => {
    answer = (_request, response) => response.writeHead(200).flushHeaders();
    const { status, body } = await client({ maxBytes: 0 }).send(at('shop.example'));
    expect([status, body.length]).toEqual([200, 0]);
  });

  it('fail at the time limit, before and after the headers', async () => {
    answer = () => undefined;
    await expect(client({ limitMs: 50 }).send(at('shop.example'))).rejects.toThrow('no response within 0.05 s');
    answer = (_request, response) => response.writeHead(200).write('the beginning');
    await expect(client({ limitMs: 50 }).send(at('shop.example'))).rejects.toThrow('no response within 0.05 s');
  });

  it('fail if the server closes the connection during its response', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('the beginning', () => response.destroy());
    };
    await expect(client().send(at('shop.example'))).rejects.toThrow();
  });

  describe('redirects', () => {
    const moved = (location: () => string): Answer => {
      return (request, response) => {
        if (request.url === '/old') response.writeHead(302, { location: location() }).end();
        else response.end('new');
      };
    };

    it('are followed only on request, and never for a POST', async () => {
      answer = moved(() => '/new');
      expect((await client().send(at('shop.example', '/old'))).status).toBe(302);
      expect((await client({ redirects: 5 }).send(at('shop.example', '/old'), { method: 'POST' })).status).toBe(302);
      expect((await client({ redirects: 5 }).send(at('shop.example', '/old'))).body.toString()).toBe('new');
    });

    it('are followed up to the allowed number', async () => {
      answer = (_request, response) => response.writeHead(302, { location: '/again' }).end();
      expect((await client({ redirects: 3 }).send(at('shop.example', '/old'))).status).toBe(302);
      expect(asked).toHaveLength(4);
    });

    it('keep credentials only on the same origin', async () => {
      const headers = { Authorization: 'Bearer secret', cookie: 'a=b', 'x-note': 'kept' };
      answer = moved(() => '/new');
      await client({ redirects: 1 }).send(at('shop.example', '/old'), { headers });
      expect(asked[1]?.headers).toMatchObject({ authorization: 'Bearer secret', 'x-note': 'kept' });
      answer = moved(() => at('other.example', '/new'));
      await client({ redirects: 1 }).send(at('shop.example', '/old'), { headers });
      expect(asked[3]?.headers).toMatchObject({ 'x-note': 'kept' });
      expect(Object.keys(asked[3]?.headers ?? {})).not.toEqual(expect.arrayContaining(['authorization']));
      expect(Object.keys(asked[3]?.headers ?? {})).not.toEqual(expect.arrayContaining(['cookie']));
    });

    it('cannot lead to a forbidden address or protocol', async () => {
      answer = moved(() => at('127.0.0.1', '/new'));
      const careful = client({ redirects: 1, mayReach: (host: string) => host === 'shop.example' });
      await expect(careful.send(at('shop.example', '/old'))).rejects.toThrow(/does not resolve to an allowed address/);
      answer = moved(() => at('other.example', '/new'));
      const plain = client({ redirects: 1, mayBePlain: (host: string) => host === 'shop.example' });
      await expect(plain.send(at('shop.example', '/old'))).rejects.toThrow(/requires https/);
      expect(asked).toHaveLength(2);
    });
  });

  describe('through a proxy', () => {
    let refuses: boolean;
    let tunnels: (readonly [target: string | undefined, credentials: string | undefined])[];
    const proxy = createServer();
    const settings = (): { readonly proxy: string; readonly direct: readonly string[] } => ({
      proxy: `http://user:p%40ss@127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      direct: ['Direct.example'],
    });
    const proxied = (rules: object = {}) => new Outbound(settings(), find).client({ ...RULES, ...rules });

    beforeAll(async () => {
      proxy.on('connect', (request, socket) => {
        tunnels.push([request.url, request.headers['proxy-authorization']]);
        if (refuses) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
        const { port } = server.address() as AddressInfo;
        const onward = connect(port, '127.0.0.1', () => {
          socket.write('HTTP/1.1 200 OK\r\n\r\n');
          socket.pipe(onward).pipe(socket);
        });
        for (const end of [socket, onward]) end.on('error', () => socket.destroy());
        return undefined;
      });
      await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    });
    beforeEach(() => {
      refuses = false;
      tunnels = [];
    });
    afterAll(() => {
      proxy.closeAllConnections();
      proxy.close();
    });

    it('send name and credentials to the proxy, and the request to the server', async () => {
      expect((await proxied().send('http://unknown.here/path')).body.toString()).toBe('fine');
      const credentials = `Basic ${Buffer.from('user:p@ss').toString('base64')}`;
      expect(tunnels).toEqual([['unknown.here:80', credentials]]);
      expect(asked[0]).toMatchObject({ url: '/path', headers: { host: 'unknown.here' } });
      expect(asked[0]?.headers).not.toHaveProperty('proxy-authorization');
    });

    it('use TLS with the server, not with the proxy', async () => {
      let first: Buffer | undefined;
      const tls = createTcpServer((socket) =>
        socket.once('data', (bytes) => {
          first = bytes;
          socket.destroy();
        }),
      );
      await new Promise<void>((resolve) => tls.listen(0, '127.0.0.1', resolve));
      const original = server;
      server = tls as unknown as Server;
      await expect(proxied().send('https://unknown.here/')).rejects.toThrow();
      server = original;
      tls.close();
      expect(tunnels.map(([target]) => target)).toEqual(['unknown.here:443']);
      // A ClientHello that names the server.
      expect(first?.[0]).toBe(0x16);
      expect(first?.includes('unknown.here')).toBe(true);
    });

    it('reach this machine and listed hosts directly', async () => {
      for (const host of ['127.0.0.1', 'shop.example', 'direct.example'])
        await proxied({ mayReach: () => true }).send(at(host));
      expect(tunnels.map(([target]) => target?.split(':')[0])).toEqual(['shop.example']);
    });

    it('check IP addresses and the names that resolve locally', async () => {
      const careful = proxied({ mayReach: undefined });
      for (const host of ['shop.example', '10.0.0.1', '[fd00::1]'])
        await expect(careful.send(at(host))).rejects.toThrow(/does not resolve to an allowed address/);
      expect(tunnels).toEqual([]);
      expect((await careful.send('http://unknown.here/')).status).toBe(200);
    });

    it('report a rejection by the proxy', async () => {
      refuses = true;
      await expect(proxied().send('http://unknown.here/')).rejects.toThrow(
        'the proxy rejected unknown.here:80 with status 403',
      );
    });

    it('apply the time limit to the lookup and the proxy', async () => {
      const { port } = server.address() as AddressInfo;
      const silent = { proxy: `http://127.0.0.1:${port}` };
      server.once('connect', () => undefined);
      const never = new Outbound(silent, () => undefined).client({ ...RULES, limitMs: 50 });
      await expect(never.send('http://unknown.here/')).rejects.toThrow('no response within 0.05 s');
      const late = new Outbound(silent, find).client({ ...RULES, limitMs: 50 });
      await expect(late.send('http://unknown.here/')).rejects.toThrow('no response within 0.05 s');
    });
  });

  it('are counted and timed by client and outcome', async () => {
    const taken: (readonly [string, ...(readonly string[])])[] = [];
    const sinks = OUTBOUND_METRICS.map((metric) => {
      const sink = { take: (_value: number, labels: readonly string[]) => void taken.push([metric.name, ...labels]) };
      metric.readBy(sink);
      return () => metric.leftBy(sink);
    });
    answer = (_request, response) => response.writeHead(500).end();
    await client().send(at('shop.example'));
    await expect(client().send(at('nowhere'))).rejects.toThrow('nowhere is unknown');
    for (const leave of sinks) leave();
    expect(taken).toEqual([
      ['kontor_outbound_requests_total', 'test', 'answered'],
      ['kontor_outbound_request_seconds', 'test'],
      ['kontor_outbound_requests_total', 'test', 'failed'],
      ['kontor_outbound_request_seconds', 'test'],
    ]);
  });
});
