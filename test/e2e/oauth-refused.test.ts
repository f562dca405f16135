import { denied } from '../support/access-http.js';
import { describeOnDatabases } from '../support/databases.js';
import { OAuthHttp, refusal, SIGNING_RIGHTS } from '../support/oauth-http.js';
import { authorizationOf, type Credentials } from '../support/oauth-signer.js';
import { send } from '../support/send.js';

const ROLE = '/rest/V1/access/roles/1';

describeOnDatabases('signed requests (access.md, "A signed request")', (database) => {
  let http: OAuthHttp;
  let id: number;
  let credentials: Credentials;

  beforeAll(async () => {
    http = await OAuthHttp.start({ database });
    ({ id, credentials } = await http.integration(SIGNING_RIGHTS));
  });
  afterAll(() => http.close());

  const refused = async (parameters: Record<string, string | undefined>) => {
    const { status, json, headers } = await http.call(credentials, 'GET', ROLE, { parameters });
    return [status, json, headers['www-authenticate']];
  };
  const required = (field: string) => refusal('"%fieldName" is required. Enter and try again.', { fieldName: field });

  it('return 404 for an unknown route before all other checks', async () => {
    expect(
      await http.call(credentials, 'GET', '/rest/V1/nothing', { parameters: { oauth_version: '2' } }),
    ).toMatchObject({
      status: 404,
    });
  });

  it('are rejected by check 1 for another version', async () => {
    expect(await refused({ oauth_version: '2.0', oauth_nonce: undefined })).toEqual([
      400,
      refusal('The "%1" Oauth version isn\'t supported.', ['2.0']),
      undefined,
    ]);
    expect((await refused({ oauth_version: undefined }))[0]).toBe(200);
  });

  it('are rejected by check 2 with all missing parameters', async () => {
    expect(await refused({ oauth_nonce: undefined, oauth_signature_method: 'X' })).toEqual([
      400,
      required('oauth_nonce'),
      undefined,
    ]);
    const all = await send(http.app.url, { path: ROLE, headers: { authorization: 'OAuth realm="x"' } });
    expect(all.status).toBe(400);
    expect(all.json.errors).toEqual(
      ['consumer_key', 'signature', 'signature_method', 'nonce', 'timestamp', 'token'].map((name) =>
        required(`oauth_${name}`),
      ),
    );
  });

  it('are rejected by check 3 for a token of the wrong length', async () => {
    expect(await refused({ oauth_token: 'x'.repeat(31), oauth_signature_method: 'X' })).toEqual([
      400,
      refusal('The token length is invalid. Check the length and try again.'),
      undefined,
    ]);
  });

  it.each(['PLAINTEXT', 'HMAC-SHA1', 'hmac-sha256'])(
    'are rejected by check 4 for the signature method %s',
    async (method) => {
      expect(await refused({ oauth_signature_method: method, oauth_consumer_key: 'nobody' })).toEqual([
        400,
        refusal('Signature method %1 is not supported', [method]),
        undefined,
      ]);
    },
  );

  it('are rejected by check 5 for an unknown consumer', async () => {
    expect(await refused({ oauth_consumer_key: 'nobody', oauth_timestamp: '1' })).toEqual([
      401,
      refusal('A consumer having the specified key does not exist'),
      'OAuth',
    ]);
  });

  it.each([-660, 660, NaN])('are rejected by check 6 for a timestamp %d seconds away', async (seconds) => {
    const oauth_timestamp = String(Math.floor(Date.now() / 1000) + seconds);
    expect(await refused({ oauth_timestamp, oauth_token: 'x'.repeat(32) })).toEqual([
      401,
      refusal('An error occurred validating the nonce'),
      'OAuth',
    ]);
  });

  it.each([-540, 540])('pass check 6 with a timestamp %d seconds away', async (seconds) => {
    const oauth_timestamp = String(Math.floor(Date.now() / 1000) + seconds);
    expect((await refused({ oauth_timestamp }))[0]).toBe(200);
  });

  it('are rejected by check 7 for an unknown token or one of another consumer', async () => {
    const { credentials: others } = await http.integration(SIGNING_RIGHTS);
    expect((await refused({ oauth_token: 'x'.repeat(32) }))[1]).toEqual(refusal('Specified token does not exist'));
    expect((await refused({ oauth_token: others.access_token }))[1]).toEqual(
      refusal('Token is not associated with the specified consumer'),
    );
  });

  it('are rejected by check 8 for an invalid signature, without using up the nonce', async () => {
    const oauth_nonce = 'a nonce that is used later';
    const wrong = { ...credentials, access_token_secret: 'x'.repeat(32) };
    const invalid = await http.call(wrong, 'GET', ROLE, { parameters: { oauth_nonce } });
    expect([invalid.status, invalid.json]).toEqual([401, refusal('The signature is invalid. Verify and try again.')]);
    expect(await http.call(credentials, 'GET', ROLE, { parameters: { oauth_nonce } })).toMatchObject({ status: 200 });
  });

  it('are rejected by check 9 for a nonce that was used or is too long', async () => {
    const parameters = { oauth_nonce: 'é'.repeat(255) };
    expect(await http.call(credentials, 'GET', ROLE, { parameters })).toMatchObject({ status: 200 });
    const again = await http.call(credentials, 'GET', ROLE, { parameters });
    expect([again.status, again.json]).toEqual([
      401,
      refusal('The nonce is already being used by the consumer with ID %1', [id]),
    ]);
    const { credentials: others } = await http.integration(SIGNING_RIGHTS);
    expect(await http.call(others, 'GET', ROLE, { parameters })).toMatchObject({ status: 200 });
    expect((await refused({ oauth_nonce: 'x'.repeat(256) }))[1]).toEqual(
      refusal('An error occurred validating the nonce'),
    );
  });

  it('are accepted only once if they are sent many times at once', async () => {
    const authorization = authorizationOf({ method: 'GET', url: http.app.url + ROLE, credentials });
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => send(http.app.url, { path: ROLE, headers: { authorization } })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(39);
  });

  it('are rejected by check 10 for a missing right, then for an invalid body', async () => {
    const { credentials: weak } = await http.integration(['_Pricing::calculate']);
    const forbidden = await http.call(weak, 'POST', '/rest/V1/commerce/products', { body: '{' });
    expect([forbidden.status, forbidden.json]).toEqual([403, denied('_Commerce::save')]);
    const broken = await http.call(credentials, 'POST', '/rest/V1/commerce/products', {
      body: '{',
      headers: { 'content-type': 'application/json' },
    });
    expect([broken.status, broken.json]).toEqual([400, refusal('Decoding error.')]);
  });
});
