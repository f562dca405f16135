import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import OAuth from 'oauth-1.0a';
import {
  authorizationFor,
  findSignedForm,
  readAuthorization,
  type SignatureMethod,
  type SignedForm,
  signedForms,
} from '../../libs/oauth1/index.js';
import { authorizationOf, escaped } from '../support/oauth-signer.js';

const CREDENTIALS = {
  consumer_key: 'k'.repeat(32),
  consumer_secret: 's&+ü'.repeat(8),
  access_token: 't'.repeat(32),
  access_token_secret: '%='.repeat(16),
};
const HOST = 'prices.example';
const SECRETS = { consumer: CREDENTIALS.consumer_secret, token: CREDENTIALS.access_token_secret };

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly query: string;
}

const partsOf = (sent: Sent, authorization: string) =>
  ({ ...sent, scheme: 'https', host: HOST, oauth: readAuthorization(authorization) }) as const;

const formsOf = (sent: Sent, authorization: string): readonly SignedForm[] => [
  ...signedForms(partsOf(sent, authorization)),
];

/** The form in which a header signs a request; undefined if the signature matches none. */
const matching = (sent: Sent, authorization: string, method: SignatureMethod): SignedForm | undefined => {
  const signature = readAuthorization(authorization).get('oauth_signature') ?? '';
  return findSignedForm(partsOf(sent, authorization), method, SECRETS, signature);
};

const urlOf = ({ path, query }: Sent): string => `https://${HOST}${path}${query === '' ? '' : `?${query}`}`;
const sortedPairs = (query: string) => [...new URLSearchParams(query)].map(String).toSorted();

const texts = fc.string({
  unit: fc.constantFrom(
    'a',
    'Z',
    '0',
    '10',
    '2',
    '[',
    ']',
    ' ',
    '+',
    '/',
    '&',
    '=',
    '%',
    '!',
    '*',
    'ü',
    '語',
    '😀',
    '~',
    '.',
  ),
});
const names = texts.filter((name) => name !== '');
const pairs = fc.array(fc.tuple(names, texts), { maxLength: 14 });
const paths = fc
  .array(
    texts.filter((text) => !/^\.*$/.test(text)),
    { minLength: 1, maxLength: 4 },
  )
  .map((segments) => `/rest/V1/${segments.map(encodeURIComponent).join('/')}`);
const methods = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE');

/** How clients write a query: fully encoded, or as a form. */
const spellings: readonly ((pairs: readonly (readonly [string, string])[]) => string)[] = [
  (all) => all.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).join('&'),
  (all) => new URLSearchParams(all.map(([name, value]): [string, string] => [name, value])).toString(),
];

describe('a signature of another OAuth 1.0a implementation', () => {
  it('is valid, and the request is read as the client meant it', () => {
    fc.assert(
      fc.property(
        methods,
        paths,
        pairs,
        fc.nat(spellings.length - 1),
        fc.boolean(),
        (method, path, meant, how, old) => {
          const sent = { method, path, query: spellings[how]?.(meant) ?? '' };
          const hash = old ? 'sha1' : 'sha256';
          const authorization = authorizationOf({
            method,
            url: urlOf(sent),
            credentials: CREDENTIALS,
            hash,
            query: meant,
          });
          const form = matching(sent, authorization, old ? 'HMAC-SHA1' : 'HMAC-SHA256');
          expect(form).toBeDefined();
          expect(sortedPairs(form?.query ?? '')).toEqual(meant.map(String).toSorted());
          expect(decodeURIComponent(form?.path ?? '')).toBe(decodeURIComponent(path));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('is valid if the package oauth-1.0a created it', () => {
    const oauth = new OAuth({
      consumer: { key: CREDENTIALS.consumer_key, secret: CREDENTIALS.consumer_secret },
      signature_method: 'HMAC-SHA256',
      hash_function: (base, key) => createHmac('sha256', key).update(base).digest('base64'),
    });
    const token = { key: CREDENTIALS.access_token, secret: CREDENTIALS.access_token_secret };
    // The package joins several values of one name after sorting, and loses the name `__proto__`.
    const different = fc.uniqueArray(fc.tuple(names, texts), { maxLength: 14, selector: ([name]) => name });
    fc.assert(
      fc.property(methods, paths, different, (method, path, meant) => {
        const data = Object.fromEntries(meant);
        const url = `https://${HOST}${path}`;
        const { Authorization } = oauth.toHeader(oauth.authorize({ url, method, data }, token));
        const form = matching({ method, path, query: spellings[0]?.(meant) ?? '' }, Authorization, 'HMAC-SHA256');
        expect(sortedPairs(form?.query ?? 'none')).toEqual(meant.map(String).toSorted());
      }),
      { numRuns: 300 },
    );
  });

  it('is invalid if a value, a name, the path or the method is changed', () => {
    fc.assert(
      fc.property(methods, paths, pairs, texts, fc.nat(3), fc.nat(), (method, path, meant, other, what, at) => {
        const spelt = spellings[0] ?? (() => '');
        const sent = { method, path, query: spelt(meant) };
        const authorization = authorizationOf({ method, url: urlOf(sent), credentials: CREDENTIALS, query: meant });
        const index = meant.length === 0 ? 0 : at % meant.length;
        const pair = meant[index];
        const changes: readonly (() => Sent | undefined)[] = [
          () => pair && { ...sent, query: spelt(meant.with(index, [pair[0], pair[1] + (other || 'x')])) },
          () => pair && { ...sent, query: spelt(meant.with(index, [`${pair[0]}${other || 'x'}`, pair[1]])) },
          () => ({ ...sent, path: `${path}${encodeURIComponent(other || 'x')}` }),
          () => ({ ...sent, method: method === 'GET' ? 'POST' : 'GET' }),
        ];
        const changed = changes[what]?.();
        fc.pre(changed !== undefined);
        expect(changed && matching(changed, authorization, 'HMAC-SHA256')).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });
});

describe('a signature of this library', () => {
  it('equals that of the package oauth-1.0a', () => {
    // The package orders names by bytes. The shop platform orders numbers in names, even in percent codes, by value.
    const letters = fc.stringMatching(/^[A-Za-z.~-]{1,5}$/);
    const different = fc.uniqueArray(fc.tuple(letters, texts), { maxLength: 14, selector: ([name]) => name });
    // The platform decodes percent codes of characters that are allowed in a path.
    const plainPaths = fc.constantFrom('/rest/V1/products', '/rest/V1/products/a%20b%C3%BC');
    const methodsOfSigning = fc.constantFrom<SignatureMethod>('HMAC-SHA256', 'HMAC-SHA1');
    fc.assert(
      fc.property(methods, plainPaths, different, methodsOfSigning, (method, path, meant, signatureMethod) => {
        const oauth = new OAuth({
          consumer: { key: CREDENTIALS.consumer_key, secret: CREDENTIALS.consumer_secret },
          signature_method: signatureMethod,
          hash_function: (base, key) =>
            createHmac(signatureMethod === 'HMAC-SHA1' ? 'sha1' : 'sha256', key)
              .update(base)
              .digest('base64'),
        });
        const sent = { method, path, query: spellings[0]?.(meant) ?? '' };
        const header = authorizationFor(
          { ...sent, scheme: 'https', host: HOST },
          {
            consumerKey: CREDENTIALS.consumer_key,
            token: CREDENTIALS.access_token,
            secrets: SECRETS,
            method: signatureMethod,
            nonce: 'a nonce',
            timestamp: 1_700_000_000,
          },
        );
        const own = readAuthorization(header);
        const { oauth_signature: _, ...parameters } = Object.fromEntries(own);
        const data = { ...Object.fromEntries(meant), ...parameters } as unknown as OAuth.Data;
        const token = { key: CREDENTIALS.access_token, secret: CREDENTIALS.access_token_secret };
        const theirs = oauth.getSignature({ url: `https://${HOST}${path}`, method, data }, token.secret, data);
        expect(own.get('oauth_signature')).toBe(theirs);
        expect(matching(sent, header, signatureMethod)).toBeDefined();
      }),
      { numRuns: 300 },
    );
  });
});

describe('one signature', () => {
  /** Short texts of everything that can be read in several ways, so that two of them are often equal. */
  const raw = (...pieces: readonly string[]) =>
    fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((found) => found.join(''));
  const queries = raw('a', 'b', '=', '&', '+', '%2B', '%20', '%61', '%25', '2', '10', '=1&', '=2&');
  const segments = raw('a', '/', '%2F', '%61', '+', '%2B', '%25').map((path) => `/rest/V1/${path}`);

  it('has one meaning, even if it matches several requests', () => {
    const said = new Map<string, string>();
    const authorization = authorizationOf({ method: 'PUT', url: `https://${HOST}/`, credentials: CREDENTIALS });
    fc.assert(
      fc.property(queries, segments, (query, path) => {
        for (const form of formsOf({ method: 'PUT', path, query }, authorization)) {
          const says = JSON.stringify([decodeURIComponent(form.path), form.query]);
          expect(said.get(form.base) ?? says).toBe(says);
          said.set(form.base, says);
        }
      }),
      { numRuns: 20_000 },
    );
    expect(said.size).toBeGreaterThan(1000);
  });

  it('is checked in distinct forms, above 200 pairs only in that of the shop platform', () => {
    const count = (sent: Partial<Sent>) =>
      formsOf({ method: 'GET', path: '/rest/V1/a', query: '', ...sent }, 'OAuth ').length;
    expect(count({})).toBe(1);
    expect(count({ query: 'a=1&b=2' })).toBe(1);
    expect(count({ query: 'a[2]=1&a[10]=2' })).toBe(2);
    expect(count({ query: 'a=1+2' })).toBe(2);
    expect(count({ query: 'a=1+2&searchCriteria' })).toBe(4);
    expect(count({ path: '/rest/V1/a%2Fb' })).toBe(2);
    const many = Array.from({ length: 200 }, (_, index) => `a[${index}]=+`).join('&');
    expect(count({ query: many })).toBe(6);
    expect(count({ query: `${many}&b=+`, path: '/rest/V1/a%2Fb' })).toBe(1);
  });
});

describe('the signed form of the shop platform', () => {
  const first = (sent: Partial<Sent>): SignedForm => {
    const [form] = formsOf({ method: 'GET', path: '/rest/V1/x', query: '', ...sent }, 'OAuth ');
    if (!form) throw new Error('a request is signed in one way at least');
    return form;
  };
  const parametersOf = ({ base }: SignedForm) => decodeURIComponent(base.split('&')[2] ?? '');

  it.each([
    ['a[10]=1&a[2]=2', 'a%5B2%5D=2&a%5B10%5D=1'],
    ['b=2&a=1+1', 'a=1%2B1&b=2'],
    ['searchCriteria&b=2', 'b=2'],
    ['a=%7e%21', 'a=~%21'],
    ['a=1&a=0', 'a=0&a=1'],
  ])('for ?%s contains %s', (query, expected) => expect(parametersOf(first({ query }))).toBe(expected));

  it('contains the path with a slash for %2F and other percent codes unchanged', () => {
    expect(decodeURIComponent(first({ path: '/rest/V1/a%2Fb%20c%C3%BC%2B' }).base.split('&')[1] ?? '')).toBe(
      `https://${HOST}/rest/V1/a/b%20c%C3%BC+`,
    );
  });

  it('keeps a bare searchCriteria only for GET requests', () => {
    expect(first({ query: 'searchCriteria' }).query).toBe('searchCriteria=');
    expect(first({ query: 'searchCriteria', method: 'DELETE' }).query).toBe('');
    expect(first({ query: 'other' }).query).toBe('');
  });
});
