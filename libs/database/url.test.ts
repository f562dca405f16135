import { parseDatabaseUrl } from './url.js';

const SERVER = { host: 'db', port: 3306, username: '', password: '', database: 'shop', tls: undefined };
const at = (...servers: readonly object[]): object => ({
  kind: 'mysql',
  servers: servers.map((server) => ({ ...SERVER, ...server })),
});

describe('DATABASE_URL (running.md)', () => {
  it.each([
    ['sqlite:var/kontor.sqlite', { kind: 'sqlite', file: 'var/kontor.sqlite' }],
    ['sqlite:/abs/kontor.sqlite', { kind: 'sqlite', file: '/abs/kontor.sqlite' }],
    ['sqlite:///abs/kontor.sqlite', { kind: 'sqlite', file: '/abs/kontor.sqlite' }],
    ['sqlite::memory:', { kind: 'sqlite', file: undefined }],
    ['mysql://db/shop', at({})],
    ['mariadb://db/shop', at({})],
    ['mysql://ada:p%40ss%2Fword%3F@db:3307/shop', at({ username: 'ada', password: 'p@ss/word?', port: 3307 })],
    ['mysql://[::1]/shop', at({ host: '::1' })],
    ['mysql://db/shop?ssl=verify', at({ tls: { ca: undefined } })],
    ['mysql://db/shop?ssl=verify&ca=/etc/ca.pem', at({ tls: { ca: '/etc/ca.pem' } })],
    ['mysql://a,b:3307,[::1]:3308/shop', at({ host: 'a' }, { host: 'b', port: 3307 }, { host: '::1', port: 3308 })],
    [
      'mysql://ada:p%2Cw@a,b/shop?ssl=verify',
      at(
        { host: 'a', username: 'ada', password: 'p,w', tls: { ca: undefined } },
        { host: 'b', username: 'ada', password: 'p,w', tls: { ca: undefined } },
      ),
    ],
  ])('is accepted: %s', (url, target) => expect(parseDatabaseUrl(url)).toEqual(target));

  it.each([
    ['oracle://db/shop', /the database type is unknown/],
    ['postgres://db/shop', /PostgreSQL is not supported/],
    ['postgresql://db/shop', /PostgreSQL is not supported/],
    ['mysql://a,,b/shop', /the host is missing|it is not a URL/],
    ['mysql://a,b:port/shop', /it is not a URL/],
    ['sqlite:', /the database type is unknown/],
    ['', /the database type is unknown/],
    ['mysql://db', /the database name is missing/],
    ['mysql://db/one/two', /the database name is missing/],
    ['mysql:///shop', /the host is missing|it is not a URL/],
    ['mysql://db/shop?ssl=require', /use ssl=verify/],
    ['mysql://db/shop?ca=/etc/ca.pem', /requires ssl=verify/],
    ['mysql://db/shop?pool=5', /the option "pool" is unknown/],
  ])('is rejected: %s', (url, why) => expect(() => parseDatabaseUrl(url)).toThrow(why));

  it('never shows its password in an error', () => {
    for (const url of ['mysql://ada:secret@db', 'mysql://ada:secret@db/shop?x=1', 'mysq://ada:secret@db/shop']) {
      expect(() => parseDatabaseUrl(url)).not.toThrow(/secret/);
    }
  });
});
