import { parseDatabaseUrl } from './url.js';

const MYSQL = { kind: 'mysql', host: 'db', port: 3306, username: '', password: '', database: 'shop', tls: undefined };

describe('DATABASE_URL (running.md)', () => {
  it.each([
    ['sqlite:var/kontor.sqlite', { kind: 'sqlite', file: 'var/kontor.sqlite' }],
    ['sqlite:/abs/kontor.sqlite', { kind: 'sqlite', file: '/abs/kontor.sqlite' }],
    ['sqlite:///abs/kontor.sqlite', { kind: 'sqlite', file: '/abs/kontor.sqlite' }],
    ['sqlite::memory:', { kind: 'sqlite', file: undefined }],
    ['mysql://db/shop', MYSQL],
    ['mariadb://db/shop', MYSQL],
    ['mysql://ada:p%40ss%2Fword%3F@db:3307/shop', { ...MYSQL, username: 'ada', password: 'p@ss/word?', port: 3307 }],
    ['mysql://[::1]/shop', { ...MYSQL, host: '::1' }],
    ['mysql://db/shop?ssl=verify', { ...MYSQL, tls: { ca: undefined } }],
    ['mysql://db/shop?ssl=verify&ca=/etc/ca.pem', { ...MYSQL, tls: { ca: '/etc/ca.pem' } }],
  ])('%s', (url, target) => expect(parseDatabaseUrl(url)).toEqual(target));

  it.each([
    ['postgres://db/shop', /unknown kind/],
    ['sqlite:', /unknown kind/],
    ['', /unknown kind/],
    ['mysql://db', /no database name/],
    ['mysql://db/one/two', /no database name/],
    ['mysql:///shop', /no host|not a URL/],
    ['mysql://db/shop?ssl=require', /only ssl=verify/],
    ['mysql://db/shop?ca=/etc/ca.pem', /without ssl=verify/],
    ['mysql://db/shop?pool=5', /unknown option "pool"/],
  ])('%s is refused', (url, why) => expect(() => parseDatabaseUrl(url)).toThrow(why));

  it('never repeats the password', () => {
    for (const url of ['mysql://ada:secret@db', 'mysql://ada:secret@db/shop?x=1', 'mysq://ada:secret@db/shop']) {
      expect(() => parseDatabaseUrl(url)).not.toThrow(/secret/);
    }
  });
});
