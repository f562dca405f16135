import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describeOnDatabases, migratedDatabase, type TestDatabase } from '../support/databases.js';
import { authorizationOf, headerOf, signedParameters, type ToSign } from '../support/oauth-signer.js';
import { KontorProcess, runCli } from '../support/process.js';
import { type Reply, send } from '../support/send.js';

/** Creates a self-signed certificate for localhost. */
const certificate = (folder: string): { readonly key: string; readonly cert: string } => {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const words = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost`;
  execFileSync('openssl', [...words.split(' '), '-keyout', key, '-out', cert], { stdio: 'ignore' });
  return { key, cert };
};

describeOnDatabases('the OAuth handshake', (kind) => {
  let folder: string;
  let endpoint: Server;
  let posted: URLSearchParams[];
  let answer: (path: string) => { status: number; headers?: Record<string, string> } | undefined;
  let database: TestDatabase;
  let server: KontorProcess;
  let url: string;
  let admin: string;
  let id: number;
  let made = 0;

  const call = (method: string, path: string, body?: unknown): Promise<Reply> =>
    send(url, { method, path: `/rest/V1/access/integrations${path}`, token: admin, body });
  const at = (path: string): string => `https://localhost:${(endpoint.address() as AddressInfo).port}${path}`;

  const integration = async (fields: object = {}): Promise<number> => {
    made += 1;
    const body = {
      integration: {
        name: `by handshake ${made}`,
        resources: ['_Access::manage'],
        is_active: 0,
        endpoint: at('/credentials'),
        identity_link_url: 'https://localhost/login?shop=1',
        ...fields,
      },
    };
    const reply = await call('POST', '', body);
    if (reply.status !== 200) throw new Error(reply.text);
    return reply.json.id;
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kontor-handshake-'));
    const { key, cert } = certificate(folder);
    endpoint = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
      void text(request).then((body) => {
        posted.push(new URLSearchParams(body));
        const given = answer(request.url ?? '');
        // Without an answer, the endpoint never responds.
        if (given) response.writeHead(given.status, given.headers).end('what is answered is not looked at');
      });
    });
    await new Promise<void>((resolve) => endpoint.listen(0, resolve));
    database = await migratedDatabase(kind);
    const settings = {
      DATABASE_URL: database.url,
      JWT_SECRET: 'x'.repeat(32),
      SECRETS_KEY: 'ab'.repeat(32),
      PUBLIC_BASE_URL: 'https://prices.example/kontor',
      EXTERNAL_HOSTS: 'localhost',
      NODE_EXTRA_CA_CERTS: cert,
      DRAIN_S: '0',
    };
    const { code, stderr } = await runCli(settings, ['admin', 'create', '--username', 'ada'], 'a long password\n');
    if (code !== 0) throw new Error(stderr);
    server = KontorProcess.start('main', settings);
    url = await server.url();
    const token = { method: 'POST', path: '/rest/V1/integration/admin/token' };
    admin = (await send(url, { ...token, body: { username: 'ada', password: 'a long password' } })).json;
  });
  beforeEach(async () => {
    posted = [];
    answer = () => ({ status: 500 });
    id = await integration();
  });
  afterAll(async () => {
    server.signal('SIGTERM');
    await server.exited;
    endpoint.closeAllConnections();
    endpoint.close();
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  const activated = async (): Promise<Record<string, string>> => {
    const reply = await call('POST', `/${id}/activate`);
    expect(reply.status).toBe(200);
    return Object.fromEntries(posted.at(-1) ?? []);
  };

  const step = (path: string, credentials: ToSign['credentials'], parameters: ToSign['parameters'], form = '') => {
    const pairs = [...new URLSearchParams(form)];
    const authorization = authorizationOf({ method: 'POST', url: url + path, credentials, form: pairs, parameters });
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    return send(url, { method: 'POST', path, headers: { authorization, ...type }, body: form });
  };
  const consumerOf = (sent: Record<string, string>) => ({
    consumer_key: sent['oauth_consumer_key'] ?? '',
    consumer_secret: sent['oauth_consumer_secret'] ?? '',
  });
  const requested = async (sent: Record<string, string>) => {
    const reply = await step('/oauth/token/request', consumerOf(sent), { oauth_token: undefined });
    expect([reply.status, reply.text]).toEqual([
      200,
      expect.stringMatching(/^oauth_token=[0-9a-z]{32}&oauth_token_secret=[0-9a-z]{32}$/),
    ]);
    const pair = new URLSearchParams(reply.text);
    return {
      ...consumerOf(sent),
      access_token: pair.get('oauth_token') ?? '',
      access_token_secret: pair.get('oauth_token_secret') ?? '',
    };
  };
  const problem = (reply: Reply) => [reply.status, new URLSearchParams(reply.text).get('oauth_problem'), reply.text];
  const refusal = (status: number, message: string) => [
    status,
    message,
    `oauth_problem=${encodeURIComponent(message).replaceAll('%20', '+')}`,
  ];

  it('creates the credentials of an integration and activates it', async () => {
    const reply = await call('POST', `/${id}/activate`);
    const sent = Object.fromEntries(posted[0] ?? []);
    expect(Object.keys(sent)).toEqual([
      'oauth_consumer_key',
      'oauth_consumer_secret',
      'store_base_url',
      'oauth_verifier',
    ]);
    expect(sent['store_base_url']).toBe('https://prices.example/kontor/');
    expect(reply.json).toBe(
      `https://localhost/login?shop=1&oauth_consumer_key=${sent['oauth_consumer_key']}` +
        '&success_call_back=https%3A%2F%2Fprices.example%2Fkontor%2Foauth%2Fsuccess',
    );
    const pair = await requested(sent);
    const parameters = { oauth_verifier: sent['oauth_verifier'], oauth_callback: 'https://x.example/?a=b c' };
    const last = await step('/oauth/token/access', pair, parameters);
    expect(last.status).toBe(200);
    const access = new URLSearchParams(last.text);
    const credentials = {
      ...consumerOf(sent),
      access_token: access.get('oauth_token') ?? '',
      access_token_secret: access.get('oauth_token_secret') ?? '',
    };
    const shown = await call('GET', `/${id}`);
    expect(shown.json).toMatchObject({ is_active: 1, consumer_key: sent['oauth_consumer_key'] });
    const path = '/rest/V1/access/roles/1';
    const authorization = authorizationOf({ method: 'GET', url: url + path, credentials });
    expect(await send(url, { path, headers: { authorization } })).toMatchObject({ status: 200 });
    // A step cannot be repeated.
    expect(problem(await step('/oauth/token/access', pair, parameters))).toEqual(
      refusal(401, 'A consumer having the specified key does not exist'),
    );
  });

  it('includes form fields in the signature', async () => {
    const sent = await activated();
    const form = 'a=b+c&d=%C3%BC';
    const reply = await step('/oauth/token/request', consumerOf(sent), { oauth_token: undefined }, form);
    expect(reply.status).toBe(200);
  });

  it('accepts a verifier in header and form that is signed once, as on the platform', async () => {
    const sent = await activated();
    const pair = await requested(sent);
    const parameters = { oauth_verifier: sent['oauth_verifier'] };
    const path = '/oauth/token/access';
    const authorization = authorizationOf({ method: 'POST', url: url + path, credentials: pair, parameters });
    const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams({ oauth_verifier: sent['oauth_verifier'] ?? '' }).toString();
    expect(await send(url, { method: 'POST', path, headers, body })).toMatchObject({ status: 200 });
  });

  it('reveals nothing before it has verified the signature', async () => {
    const sent = await activated();
    await requested(sent);
    const none = { oauth_token: undefined };
    const wrong = { ...consumerOf(sent), consumer_secret: 'x'.repeat(32) };
    expect(problem(await step('/oauth/token/request', wrong, none))).toEqual(
      refusal(401, 'The signature is invalid. Verify and try again.'),
    );
    expect(problem(await step('/oauth/token/request', consumerOf(sent), none))).toEqual(
      refusal(401, 'Cannot create request token because consumer token is not a verifier token'),
    );
  });

  it('includes callback and verifier of the first step in the signature', async () => {
    const consumer = consumerOf(await activated());
    const more = { oauth_callback: 'https://x.example/?a=b c', oauth_verifier: 'v'.repeat(32) };
    const to = { method: 'POST', url: `${url}/oauth/token/request`, credentials: consumer };
    const sign = (parameters: ToSign['parameters']) =>
      signedParameters({ ...to, parameters: { oauth_token: undefined, ...parameters } });
    const sent = (parameters: Readonly<Record<string, string>>) =>
      send(url, { method: 'POST', path: '/oauth/token/request', headers: { authorization: headerOf(parameters) } });
    const invalid = refusal(401, 'The signature is invalid. Verify and try again.');
    const { oauth_callback, ...lacking } = sign(more);
    expect(problem(await sent(lacking))).toEqual(invalid);
    expect(problem(await sent({ ...lacking, oauth_callback: `${oauth_callback}x` }))).toEqual(invalid);
    expect(problem(await sent({ ...sign({}), oauth_verifier: more.oauth_verifier }))).toEqual(invalid);
    expect(await sent(sign(more))).toMatchObject({ status: 200 });
  });

  it('allows each step once, and only in order', async () => {
    const sent = await activated();
    const none = { ...consumerOf(sent), access_token: 'x'.repeat(32), access_token_secret: 'y'.repeat(32) };
    const verifier = { oauth_verifier: sent['oauth_verifier'] };
    expect(problem(await step('/oauth/token/access', none, verifier))).toEqual(
      refusal(401, 'Specified token does not exist'),
    );
    await requested(sent);
    const again = await step('/oauth/token/request', consumerOf(sent), { oauth_token: undefined });
    expect(problem(again)[0]).toBe(401);
  });

  it('refuses missing parameters, a wrong signature and a wrong verifier', async () => {
    const sent = await activated();
    const consumer = consumerOf(sent);
    const missing = { oauth_token: undefined, oauth_nonce: undefined };
    expect(problem(await step('/oauth/token/request', consumer, missing))).toEqual(
      refusal(400, '"oauth_nonce" is required. Enter and try again.'),
    );
    const wrong = { ...consumer, consumer_secret: 'x'.repeat(32) };
    expect(problem(await step('/oauth/token/request', wrong, { oauth_token: undefined }))).toEqual(
      refusal(401, 'The signature is invalid. Verify and try again.'),
    );
    const pair = await requested(sent);
    expect(problem(await step('/oauth/token/access', pair, {}))).toEqual(
      refusal(400, '"oauth_verifier" is required. Enter and try again.'),
    );
    const other = await step('/oauth/token/access', pair, { oauth_verifier: 'x'.repeat(32) });
    expect(problem(other)).toEqual(refusal(401, 'Token verifier and verifier token do not match'));
    const bare = await send(url, { method: 'POST', path: '/oauth/token/request' });
    expect(bare.status).toBe(400);
  });

  it('keeps the old credentials valid until its last step', async () => {
    const before = (await call('POST', `/${id}/oauth`)).json;
    await call('PUT', `/${id}`, { integration: { is_active: 1 } });
    await requested(await activated());
    const path = '/rest/V1/access/roles/1';
    const authorization = authorizationOf({ method: 'GET', url: url + path, credentials: before });
    expect(await send(url, { path, headers: { authorization } })).toMatchObject({ status: 200 });
  });

  it('fails if the credentials are deleted', async () => {
    const sent = await activated();
    await call('DELETE', `/${id}/oauth`);
    const reply = await step('/oauth/token/request', consumerOf(sent), { oauth_token: undefined });
    expect(problem(reply)[0]).toBe(401);
  });

  it('fails if the integration is deactivated, which then stays inactive', async () => {
    const sent = await activated();
    const pair = await requested(sent);
    expect(await call('PUT', `/${id}`, { integration: { is_active: 0 } })).toMatchObject({ status: 200 });
    const last = await step('/oauth/token/access', pair, { oauth_verifier: sent['oauth_verifier'] });
    expect(problem(last)).toEqual(refusal(401, 'A consumer having the specified key does not exist'));
    expect((await call('GET', `/${id}`)).json).toMatchObject({ is_active: 0, consumer_key: null });
  });

  it('follows no redirect, times out, and calls only listed https hosts', async () => {
    answer = () => ({ status: 302, headers: { location: at('/elsewhere') } });
    expect(await call('POST', `/${id}/activate`)).toMatchObject({ status: 409 });
    expect(posted).toHaveLength(1);
    answer = () => undefined;
    expect(await call('POST', `/${id}/activate`)).toMatchObject({ status: 409 });
    const elsewhere = { integration: { endpoint: 'https://elsewhere.example/' } };
    expect(await call('PUT', `/${id}`, elsewhere)).toMatchObject({ status: 400 });
    const plain = { integration: { identity_link_url: 'http://localhost/' } };
    expect(await call('PUT', `/${id}`, plain)).toMatchObject({ status: 400 });
  });

  it('requires endpoint and identity_link_url', async () => {
    const lacking = await integration({ identity_link_url: null });
    const reply = await call('POST', `/${lacking}/activate`);
    expect([reply.status, reply.json.parameters]).toEqual([400, { fieldName: 'identity_link_url' }]);
  });

  it('has a success page', async () => {
    const page = await send(url, { path: '/oauth/success' });
    expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
  });
});
