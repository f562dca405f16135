import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { JwtService } from '@nestjs/jwt';
import { Outbound } from '../../libs/outbound/index.js';
import { KeyReloader } from '../../src/access/adapters/jwt/key-reloader.js';
import { AccessHttp, denied, INTEGRATIONS, PASSWORD, ROLES } from '../support/access-http.js';
import { startApp } from '../support/app.js';

const pem = (key: KeyObject): string =>
  key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }) as string;
const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

describe('ACL_VENDOR (wire.md §6)', () => {
  let access: AccessHttp;

  beforeAll(async () => {
    access = await AccessHttp.start({ settings: { ACL_VENDOR: 'MageB2B' } });
  });

  afterAll(() => access.close());

  it('prefixes rights in roles, integrations and errors, except Kontor::all', async () => {
    const role = { name: 'Clerks', resources: ['MageB2B_Access::manage', 'MageB2B_Commerce::all', 'Kontor::all'] };
    const posted = await access.app.good('POST', ROLES, { role });
    expect(posted).toMatchObject(role);
    expect(await access.app.good('GET', `${ROLES}/${posted.id}`)).toEqual(posted);
    expect(await access.app.good('PUT', `${ROLES}/${posted.id}`, { role: posted })).toEqual(posted);
    const id = await access.integration(['MageB2B_Access::save']);
    const { body: token } = await access.rotate(id);
    expect(await access.call(token, 'GET', `${ROLES}/1`)).toMatchObject({
      status: 403,
      body: denied('MageB2B_Access::manage'),
    });
    const grown = { integration: { resources: ['MageB2B_Access::delete'] } };
    expect(await access.call(token, 'PUT', `${INTEGRATIONS}/${id}`, grown)).toMatchObject({
      status: 403,
      body: denied('MageB2B_Access::delete'),
    });
  });

  it('makes names without the prefix unknown', async () => {
    const role = { name: 'Bare', resources: ['_Access::manage'] };
    expect((await access.call(access.root, 'POST', ROLES, { role })).status).toBe(400);
  });
});

describe('TRUST_PROXY and the lockout', () => {
  /** Retries as clients do: more than five failures per second from one address return 429. */
  const signIn = async (access: AccessHttp, body: object, from: string): Promise<number> => {
    for (let tries = 0; ; tries += 1) {
      const headers = { 'x-forwarded-for': from };
      const { status } = await access.app.call('POST', '/rest/V1/integration/admin/token', body, undefined, headers);
      if (status !== 429 || tries === 50) return status;
      await delay(100);
    }
  };
  const failing = async (access: AccessHttp, username: string, from: string, times: number): Promise<void> => {
    const body = { username, password: 'wrong password' };
    for (let count = 0; count < times; count += 1) expect(await signIn(access, body, from)).toBe(401);
  };
  const signInFrom = async (access: AccessHttp, username: string, from: string): Promise<number> => {
    return signIn(access, { username, password: PASSWORD }, from);
  };

  it('ignore X-Forwarded-For without TRUST_PROXY', async () => {
    const access = await AccessHttp.start({});
    try {
      const { username } = await access.admin([]);
      for (let from = 1; from <= 6; from += 1) await failing(access, username, `203.0.113.${from}`, 1);
      expect(await signInFrom(access, username, '203.0.113.77')).toBe(401);
    } finally {
      await access.close();
    }
  });

  it('lock only the address that the proxy reports', async () => {
    const access = await AccessHttp.start({ settings: { TRUST_PROXY: 'loopback' } });
    try {
      const { username } = await access.admin([]);
      await failing(access, username, '203.0.113.1', 6);
      await failing(access, username, '2001:db8::1', 6);
      expect(await signInFrom(access, username, '203.0.113.1')).toBe(401);
      expect(await signInFrom(access, username, '2001:db8::2')).toBe(401);
      expect(await signInFrom(access, username, '2001:db8:0:1::1')).toBe(200);
      expect(await signInFrom(access, username, '203.0.113.2')).toBe(200);
      // Addresses that the client puts before the proxy's own entry do not count.
      expect(await signInFrom(access, username, '203.0.113.3, 203.0.113.1')).toBe(401);
    } finally {
      await access.close();
    }
  });

  it('do not limit requests that come from the proxy itself', async () => {
    const access = await AccessHttp.start({ settings: { TRUST_PROXY: 'loopback' } });
    try {
      const attempts = Array.from({ length: 30 }, (_, name) =>
        access.app.call('POST', '/rest/V1/integration/admin/token', { username: `nobody ${name}`, password: 'wrong' }),
      );
      expect(new Set((await Promise.all(attempts)).map(({ status }) => status))).toEqual(new Set([401]));
    } finally {
      await access.close();
    }
  });

  it('ignore ports in addresses and trusted proxies in between', async () => {
    const access = await AccessHttp.start({ settings: { TRUST_PROXY: 'loopback,10.0.0.0/8' } });
    try {
      const { username } = await access.admin([]);
      for (let port = 50_001; port <= 50_003; port += 1) {
        await failing(access, username, `203.0.113.1:${port}`, 1);
        await failing(access, username, `203.0.113.1:${port}, 10.0.0.1:${port}`, 1);
        await failing(access, username, `[2001:db8::1]:${port}`, 2);
      }
      for (const locked of ['203.0.113.1', '[::ffff:203.0.113.1]:7', '203.0.113.1:9, 10.0.0.2', '2001:db8::2'])
        expect(await signInFrom(access, username, locked)).toBe(401);
      expect(await signInFrom(access, username, '203.0.113.2:50001, 10.0.0.1:7')).toBe(200);
    } finally {
      await access.close();
    }
  });
});

describe('JWT_KEYS_FILE (running.md)', () => {
  const file = join(tmpdir(), `kontor-keys-${process.pid}.json`);
  const [own, shop, fetched] = [rsa(), rsa(), rsa()];
  const jwt = new JwtService({});
  let shopServer: Server;
  let access: AccessHttp;
  let customer: number;

  const ownEntry = { kid: 'own-1', algorithm: 'RS256', key: pem(own.privateKey) };
  const shopEntry = {
    kid: 'shop-1',
    algorithm: 'RS256',
    key: pem(shop.publicKey),
    issuer: 'https://shop.example',
    audience: 'kontor-of-shop',
    customer_number_claim: 'number',
  };

  const keep = async (...keys: readonly object[]): Promise<void> => {
    await writeFile(`${file}.new`, JSON.stringify({ keys }));
    await rename(`${file}.new`, file);
  };

  const shopToken = (claims: object = {}, key = shop.privateKey, keyid = 'shop-1', issuer = 'https://shop.example') =>
    jwt.sign(
      { number: 'C-77', exp: Math.floor(Date.now() / 1000) + 60, aud: 'kontor-of-shop', ...claims },
      { privateKey: pem(key), algorithm: 'RS256', keyid, issuer },
    );

  beforeAll(async () => {
    const keys = [{ ...fetched.publicKey.export({ format: 'jwk' }), kid: 'f-1' }];
    shopServer = createServer((_, response) => response.end(JSON.stringify({ keys })));
    await new Promise<void>((resolve) => shopServer.listen(0, '127.0.0.1', resolve));
    const { port } = shopServer.address() as AddressInfo;
    const { kid: _kid, key: _key, ...source } = shopEntry;
    await keep(ownEntry, shopEntry, {
      ...source,
      jwks_url: `http://127.0.0.1:${port}/jwks.json`,
      issuer: 'https://fetched.example',
    });
    access = await AccessHttp.start({ settings: { JWT_KEYS_FILE: file } });
    const fields = { email: 'buyer@example.com', customer_number: 'C-77' };
    customer = (await access.app.good('POST', '/rest/V1/commerce/customers', { customer: fields })).id;
  });

  afterAll(async () => {
    await access.close();
    await new Promise((resolve) => shopServer.close(resolve));
    await rm(file, { force: true });
  });

  /** A route that only customers can call shows whether the token is accepted. */
  const asCustomer = async (token: string): Promise<number> =>
    (await access.call(token, 'POST', '/rest/V1/integration/customer/revoke-customer-token')).status;

  it("signs the server's own tokens with the first private key", () => {
    const header = JSON.parse(Buffer.from(access.root.split('.')[0] ?? '', 'base64url').toString());
    expect(header).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'own-1' });
  });

  it("accepts only valid tokens of a trusted shop's customers", async () => {
    expect(await asCustomer(shopToken())).toBe(200);
    expect(await asCustomer(shopToken({ number: 'C-78' }))).toBe(401);
    expect(await asCustomer(shopToken({ aud: 'kontor' }))).toBe(401);
    expect(await asCustomer(shopToken({ exp: Math.floor(Date.now() / 1000) - 1 }))).toBe(401);
    expect(await asCustomer(shopToken({}, own.privateKey))).toBe(401);
    expect(await asCustomer(shopToken({}, shop.privateKey, 'shop-1', 'kontor'))).toBe(401);
    expect((await access.call(shopToken({ uid: 1, utypid: 2, ver: 1 }), 'GET', `${ROLES}/1`)).status).toBe(403);
  });

  it('accepts tokens of a shop whose keys are fetched', async () => {
    const token = (keyid: string) => shopToken({}, fetched.privateKey, keyid, 'https://fetched.example');
    expect(await asCustomer(token('f-1'))).toBe(200);
    expect(await asCustomer(token('f-2'))).toBe(401);
    expect(await asCustomer(shopToken({}, shop.privateKey, 'f-1', 'https://fetched.example'))).toBe(401);
  });

  it("rejects a deactivated customer, whatever the shop's token says", async () => {
    const put = (is_active: number) =>
      access.app.good('PUT', `/rest/V1/commerce/customers/${customer}`, { customer: { is_active } });
    await put(0);
    expect(await asCustomer(shopToken())).toBe(401);
    await put(1);
    expect(await asCustomer(shopToken())).toBe(200);
  });

  it('is reread on SIGHUP; an invalid file changes nothing and is logged', async () => {
    await keep(ownEntry);
    process.emit('SIGHUP', 'SIGHUP');
    expect(await asCustomer(shopToken())).toBe(401);
    await keep({ ...ownEntry, algorithm: 'none' });
    process.emit('SIGHUP', 'SIGHUP');
    expect(await access.works(access.root)).toBe(true);
    expect(access.app.logs.all.some(({ msg }) => msg?.includes('algorithm must be one of'))).toBe(true);
    await keep(ownEntry, shopEntry);
    process.emit('SIGHUP', 'SIGHUP');
    expect(await asCustomer(shopToken())).toBe(200);
  });

  it('stops the server from starting if it cannot be read', async () => {
    await expect(startApp({ settings: { JWT_KEYS_FILE: `${file}.gone` } })).rejects.toThrow('cannot be read (ENOENT)');
  });

  it('is no longer reread after the server has stopped', async () => {
    const keys = new KeyReloader('a secret of at least thirty-two bytes', new Outbound(), file);
    const before = process.listenerCount('SIGHUP');
    keys.onModuleInit();
    expect(process.listenerCount('SIGHUP')).toBe(before + 1);
    keys.onApplicationShutdown();
    expect(process.listenerCount('SIGHUP')).toBe(before);
  });
});
