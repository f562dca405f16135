import { describeOnDatabases } from '../support/databases.js';
import { OAuthHttp, refusal, SIGNING_RIGHTS } from '../support/oauth-http.js';
import { authorizationOf, type Credentials, headerOf, signedParameters } from '../support/oauth-signer.js';
import { RawConnection } from '../support/raw-connection.js';
import { send } from '../support/send.js';

const ROLE = '/rest/V1/access/roles/1';

describeOnDatabases('the Authorization header of a signed request', (database) => {
  let http: OAuthHttp;
  let id: number;
  let credentials: Credentials;

  beforeAll(async () => {
    http = await OAuthHttp.start({ database });
    ({ id, credentials } = await http.integration(SIGNING_RIGHTS));
  });
  afterAll(() => http.close());

  it.each([
    ['with realm and other parameters', (header: string) => header.replace('OAuth ', 'OAuth realm="x", a=b, ')],
    ['in any case, after other text', (header: string) => header.replace('OAuth ', 'X, oAUTH ')],
    ['without quotes', (header: string) => header.replaceAll('"', '')],
    ['without spaces', (header: string) => header.replaceAll(', ', ',')],
  ])('is accepted %s', async (_, change) => {
    const authorization = change(authorizationOf({ method: 'GET', url: http.app.url + ROLE, credentials }));
    expect(await send(http.app.url, { path: ROLE, headers: { authorization } })).toMatchObject({ status: 200 });
  });

  it('cannot be replaced by query parameters', async () => {
    const parameters = signedParameters({ method: 'GET', url: http.app.url + ROLE, credentials });
    const query = new URLSearchParams(parameters).toString();
    expect(await send(http.app.url, { path: `${ROLE}?${query}` })).toMatchObject({ status: 401 });
  });

  it('signs the Host in lowercase, without the default port of the scheme', async () => {
    const at = (host: string, signed: string) =>
      http.call(credentials, 'GET', ROLE, { sent: { host }, ...signedFor(signed) });
    const signedFor = (host: string) => ({ url: `http://${host}${ROLE}` }) as object;
    expect(await at('Prices.Example', 'prices.example')).toMatchObject({ status: 200 });
    expect(await at('prices.example:80', 'prices.example')).toMatchObject({ status: 200 });
    expect(await at('prices.example:443', 'prices.example')).toMatchObject({ status: 401 });
    expect(await at('prices.example:8080', 'prices.example:8080')).toMatchObject({ status: 200 });
  });

  it('is ignored after a bearer token, and accepted after other text', async () => {
    const { body: token } = await http.access.rotate(id);
    const parameters = signedParameters({ method: 'GET', url: http.app.url + ROLE, credentials });
    const good = headerOf(parameters);
    const bad = headerOf({ ...parameters, oauth_signature: 'x' });
    const invalid = refusal('The signature is invalid. Verify and try again.');
    const statusOf = async (...headers: readonly string[]): Promise<number> => {
      const lines = [`GET ${ROLE} HTTP/1.1`, `Host: ${new URL(http.app.url).host}`, 'Connection: close'];
      const own = headers.map((header) => `Authorization: ${header}`);
      const connection = await RawConnection.open(http.app.server.port);
      const answered = await connection.write(`${[...lines, ...own].join('\r\n')}\r\n\r\n`).ended();
      return Number(answered.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
    };
    const bearer = (value: string) => send(http.app.url, { path: ROLE, headers: { authorization: value } });
    expect(await bearer(`Bearer ${token}`)).toMatchObject({ status: 200 });
    // "Bearer" with more than one token is no bearer token, so the signature is verified.
    const both = await bearer(`Bearer ${token}, ${bad}`);
    expect([both.status, both.json]).toEqual([401, invalid]);
    // Only the first of two headers counts.
    expect(await statusOf(`Bearer ${token}`, bad)).toBe(200);
    expect(await statusOf(bad, `Bearer ${token}`)).toBe(401);
    expect(await statusOf('Bearer nobody', good)).toBe(401);
    expect(await statusOf(good, 'Bearer nobody')).toBe(200);
  });

  describe.each([
    ['from any client', {}, 'http'],
    ['from a trusted proxy', { TRUST_PROXY: 'loopback' }, 'https'],
  ])('%s', (_, settings, scheme) => {
    let own: OAuthHttp;
    let signer: Credentials;

    beforeAll(async () => {
      own = await OAuthHttp.start({ database, settings });
      ({ credentials: signer } = await own.integration(SIGNING_RIGHTS));
    });
    afterAll(() => own.close());

    it(`signs ${scheme} for X-Forwarded-Proto: https, and never X-Forwarded-Host`, async () => {
      const { host } = new URL(own.app.url);
      const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'shop.example' };
      const signedAs = async (url: string) => {
        const answer = await own.call(signer, 'GET', ROLE, { ...({ url: url + ROLE } as object), headers });
        return [url, answer.status];
      };
      const other = scheme === 'http' ? 'https' : 'http';
      expect(await signedAs(`${scheme}://${host}`)).toEqual([`${scheme}://${host}`, 200]);
      for (const url of [`${other}://${host}`, `${scheme}://shop.example`, `${other}://shop.example`])
        expect(await signedAs(url)).toEqual([url, 401]);
    });
  });
});
