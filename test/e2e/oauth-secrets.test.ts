import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSecretKeys } from '../../libs/config/index.js';
import { SignatureRefused } from '../../libs/kernel/index.js';
import type { SecretKeySource } from '../../libs/manifest/index.js';
import type { OAuthCredentials } from '../../src/access/index.js';
import { SYSTEM } from '../../src/access/domain/rights.js';
import { storedKeys } from '../../src/config/secrets-key.js';
import { type OpenAccess, openAccess } from '../support/access.js';
import { describeOnDatabases } from '../support/databases.js';
import { authorizationOf, type ToSign } from '../support/oauth-signer.js';

const HOST = 'prices.example';
const PATH = '/rest/V1/access/roles/1';
const ENDPOINT = 'https://erp.example/credentials';

describeOnDatabases('secrets of signing integrations', (kind) => {
  let folder: string;
  let keys: SecretKeySource;
  let access: OpenAccess;
  let made = 0;

  /** Opens a database for each test or for a group of tests. */
  const ownDatabase = (before: typeof beforeAll, after: typeof afterAll): void => {
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'kontor-secrets-'));
      keys = storedKeys(join(folder, 'kontor.sqlite'));
      access = await openAccess(kind, '', keys);
    });
    after(async () => {
      await access.close();
      rmSync(folder, { recursive: true });
    });
  };

  const integration = async (): Promise<number> => {
    made += 1;
    const input = { name: `ERP ${made}`, resources: ['_Access::manage'] };
    const addresses = { endpoint: ENDPOINT, identity_link_url: 'https://erp.example/login' };
    return (await access.integrations.as(SYSTEM).create({ ...input, ...addresses })).id;
  };
  const signer = async (): Promise<OAuthCredentials> => access.oauth.create(SYSTEM, await integration());

  const messageOf = (method: string, path: string, signing: Omit<ToSign, 'method' | 'url' | 'nowMs'>) => {
    const nowMs = access.clock.now().getTime();
    const authorization = authorizationOf({ method, url: `https://${HOST}${path}`, nowMs, ...signing });
    return { method, path, query: '', scheme: 'https' as const, host: HOST, authorization };
  };
  const wired = ({ consumerKey, consumerSecret, accessToken, accessTokenSecret }: OAuthCredentials) => ({
    consumer_key: consumerKey,
    consumer_secret: consumerSecret,
    access_token: accessToken,
    access_token_secret: accessTokenSecret,
  });
  const signed = (credentials: OAuthCredentials, parameters: ToSign['parameters'] = {}) =>
    access.verify.verify(messageOf('GET', PATH, { credentials: wired(credentials), parameters }));
  const mustSign = async (all: readonly OAuthCredentials[]): Promise<void> => {
    for (const credentials of all) expect((await signed(credentials)).caller).toMatchObject({ kind: 'integration' });
  };
  const idsOfKeys = (): readonly string[] => (readSecretKeys(keys.read() ?? '') ?? []).map(({ id }) => id);
  const rotated = () => access.rotateSecrets.rotate();

  describe('key rotation', () => {
    ownDatabase(beforeEach, afterEach);

    it('keeps all secrets after interrupted rotations', async () => {
      const all = [await signer(), await signer()];
      for (const moves of [1, 3, 0]) {
        access.sealedSecrets.movesLeft = moves;
        await expect(rotated()).rejects.toThrow('killed');
        access.sealedSecrets.movesLeft = Number.POSITIVE_INFINITY;
        all.push(await signer());
      }
      await mustSign(all);
      expect(await rotated()).toEqual({
        key: idsOfKeys()[0],
        moved: 10,
        there: 0,
        left: 0,
        lost: [],
        lostWebhooks: [],
      });
      await mustSign(all);
      expect(await rotated()).toMatchObject({ moved: 10, there: 0, left: 0, lost: [] });
      await mustSign(all);
      expect(idsOfKeys()).toHaveLength(2);
    });

    it('can run several times at once', async () => {
      const all = [await signer(), await signer(), await signer()];
      const rotations = await Promise.all([rotated(), rotated(), rotated(), signer().then((one) => all.push(one))]);
      expect(rotations.slice(0, 3)).toMatchObject([1, 2, 3].map(() => ({ left: 0, lost: [] })));
      await mustSign(all);
      const newest = idsOfKeys()[0] ?? '';
      for (const { sealed } of await access.sealedSecrets.all()) expect(access.box.isUnder(sealed, newest)).toBe(true);
    });

    it('moves more secrets than fit into one step', async () => {
      const all: OAuthCredentials[] = [];
      for (let left = 26; left > 0; left -= 1) all.push(await signer());
      expect(await rotated()).toMatchObject({ moved: 52, there: 0, left: 0, lost: [] });
      await mustSign(all);
    });

    it('reports secrets that another process encrypts with another key', async () => {
      const all = [await signer(), await signer()];
      access.sealedSecrets.isOutrun = true;
      expect(await rotated()).toMatchObject({ moved: 0, there: 0, left: 4, lost: [] });
      access.sealedSecrets.isOutrun = false;
      await mustSign(all);
      expect(await rotated()).toMatchObject({ moved: 4, left: 0 });
      await mustSign(all);
    });

    it('reports secrets that no key can decrypt, and keeps the old key', async () => {
      const one = await signer();
      const other = await signer();
      const { database, transactions } = access.persistence;
      const [{ id }] = (await database.query<{ readonly id: number }>(
        'SELECT integration_id AS id FROM integration_oauth WHERE consumer_key = ?',
        [other.consumerKey],
      )) as [{ readonly id: number }];
      // A secret that was encrypted for another column.
      const foreign = 'UPDATE integration_oauth SET access_secret = consumer_secret WHERE integration_id = ?';
      await transactions.write(() => database.run(foreign, [id]));
      const before = idsOfKeys()[0];
      expect(await rotated()).toMatchObject({ moved: 3, lost: [id], left: 0 });
      for (let times = 0; times < 3; times += 1) await rotated();
      expect(idsOfKeys()).toContain(before);
      await mustSign([one]);
    });
  });

  describe('of an OAuth handshake', () => {
    let id: number;

    ownDatabase(beforeAll, afterAll);
    beforeEach(async () => {
      access.once.amid = () => Promise.resolve();
      id = await integration();
      await access.integrations.as(SYSTEM).update(id, { is_active: 0 });
    });

    const startHandshake = async () => {
      await access.handshake.begin(SYSTEM, id);
      const { oauth_consumer_key, oauth_consumer_secret, oauth_verifier } = access.endpoints.last.get(ENDPOINT) ?? {};
      return {
        consumer: { consumer_key: oauth_consumer_key ?? '', consumer_secret: oauth_consumer_secret ?? '' },
        verifier: oauth_verifier ?? '',
      };
    };
    type StartedHandshake = Awaited<ReturnType<typeof startHandshake>>;
    const requested = async ({ consumer }: StartedHandshake, parameters: ToSign['parameters'] = {}) => {
      const signing = { credentials: consumer, parameters: { oauth_token: undefined, ...parameters } };
      const pair = await access.handshake.requestToken(messageOf('POST', '/oauth/token/request', signing));
      return { ...consumer, access_token: pair.token, access_token_secret: pair.secret };
    };
    const finished = async ({ verifier }: StartedHandshake, credentials: ToSign['credentials']) => {
      const signing = { credentials, parameters: { oauth_verifier: verifier } };
      const pair = await access.handshake.accessToken(messageOf('POST', '/oauth/token/access', signing));
      const { consumer_key: consumerKey, consumer_secret: consumerSecret } = credentials;
      return { consumerKey, consumerSecret, accessToken: pair.token, accessTokenSecret: pair.secret };
    };
    const isActive = async () => (await access.integrations.as(SYSTEM).get(id)).isActive;

    it('survive a key rotation at any step', async () => {
      access.once.amid = async () => {
        // After three rotations the key that it was read with is gone.
        for (let times = 0; times < 3; times += 1) await rotated();
      };
      const handshake = await startHandshake();
      await rotated();
      const credentials = await finished(handshake, await requested(handshake));
      access.once.amid = () => Promise.resolve();
      await mustSign([credentials]);
      const newest = idsOfKeys()[0] ?? '';
      for (const { sealed } of await access.sealedSecrets.all()) expect(access.box.isUnder(sealed, newest)).toBe(true);
    });

    it('are valid for 300 s after its start', async () => {
      const handshake = await startHandshake();
      access.clock.pass({ seconds: 300 });
      const pair = await requested(handshake);
      await finished(handshake, pair);
      expect(await isActive()).toBe(1);
    });

    it.each([
      ['first', 0],
      ['last', 1],
    ])('are expired for the %s step 301 s after its start', async (_, stepsBefore) => {
      const handshake = await startHandshake();
      const pair = stepsBefore === 1 ? await requested(handshake) : undefined;
      access.clock.pass({ seconds: 301 });
      const late = pair ? finished(handshake, pair) : requested(handshake);
      await expect(late).rejects.toEqual(new SignatureRefused('Consumer key has expired'));
      expect(await isActive()).toBe(0);
    });

    it.each([
      ['deactivated', (one: number) => access.integrations.as(SYSTEM).update(one, { is_active: 0 })],
      ['given credentials', (one: number) => access.oauth.create(SYSTEM, one)],
      ['deprived of its credentials', (one: number) => access.oauth.end(SYSTEM, one)],
    ])('are invalid if the integration was %s meanwhile, and do not activate it', async (_, since) => {
      const first = await startHandshake();
      await since(id);
      await expect(requested(first)).rejects.toThrow('A consumer having the specified key does not exist');
      const last = await startHandshake();
      const pair = await requested(last);
      access.once.amid = () => since(id);
      await expect(finished(last, pair)).rejects.toThrow('Specified token does not exist');
      expect(await isActive()).toBe(0);
      await expect(finished(last, pair)).rejects.toThrow('A consumer having the specified key does not exist');
    });

    it('are invalid if the integration was deleted meanwhile', async () => {
      const handshake = await startHandshake();
      const pair = await requested(handshake);
      access.once.amid = () => access.integrations.as(SYSTEM).remove(id);
      await expect(finished(handshake, pair)).rejects.toThrow('Specified token does not exist');
    });

    it('stay valid after an update without is_active', async () => {
      const handshake = await startHandshake();
      await access.integrations.as(SYSTEM).update(id, { name: `renamed ${id}` });
      const credentials = await finished(handshake, await requested(handshake));
      await mustSign([credentials]);
    });

    it('log a security event for every refused request', async () => {
      const handshake = await startHandshake();
      const before = access.events.of('signature_refused').length;
      const late = { oauth_timestamp: String(access.clock.now().getTime() / 1000 - 601) };
      for (const parameters of [late, { oauth_nonce: 'x'.repeat(256) }, { oauth_consumer_key: 'nobody' }])
        await expect(requested(handshake, parameters)).rejects.toThrow(SignatureRefused);
      expect(access.events.of('signature_refused').slice(before)).toEqual([
        { account: `integration:${id}` },
        { account: `integration:${id}` },
        {},
      ]);
    });
  });

  describe('signed requests', () => {
    ownDatabase(beforeAll, afterAll);

    it('log a security event for every refusal', async () => {
      const credentials = await signer();
      const { id } = (await signed(credentials)).caller ?? {};
      const nowS = access.clock.now().getTime() / 1000;
      const refused: readonly (readonly [NonNullable<ToSign['parameters']>, object])[] = [
        [{ oauth_consumer_key: 'nobody' }, {}],
        [{ oauth_timestamp: String(nowS - 601) }, { account: `integration:${id}` }],
        [{ oauth_timestamp: String(nowS + 601) }, { account: `integration:${id}` }],
        [{ oauth_timestamp: 'now' }, { account: `integration:${id}` }],
        [{ oauth_token: 'x'.repeat(32) }, { account: `integration:${id}` }],
        [{ oauth_nonce: 'x'.repeat(256) }, { account: `integration:${id}` }],
      ];
      for (const [parameters, message] of refused) {
        const before = access.events.of('signature_refused').length;
        await expect(signed(credentials, parameters)).rejects.toThrow(SignatureRefused);
        expect(access.events.of('signature_refused').slice(before)).toEqual([message]);
      }
    });
  });
});
