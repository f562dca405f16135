import { OperatorFault } from '../kernel/index.js';

/** What DATABASE_URL names (running.md, "Settings"). */
type DatabaseTarget = SqliteTarget | MysqlTarget;

interface SqliteTarget {
  readonly kind: 'sqlite';
  /** Path of the file. Undefined: a temporary one that goes when it is closed, since `:memory:` has one connection. */
  readonly file: string | undefined;
}

export interface MysqlTarget {
  readonly kind: 'mysql';
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
  readonly database: string;
  /** Undefined: a plain connection. `ca` is the path of a file; without it the well-known authorities count. */
  readonly tls: { readonly ca: string | undefined } | undefined;
}

const wrong = (why: string): Error =>
  new OperatorFault(`DATABASE_URL: ${why}; expected sqlite:<file> or mysql://user:password@host:3306/name`);

const tlsOf = (options: URLSearchParams): MysqlTarget['tls'] => {
  const [mode, ca] = [options.get('ssl'), options.get('ca')];
  for (const name of options.keys()) if (name !== 'ssl' && name !== 'ca') throw wrong(`unknown option "${name}"`);
  if (mode === null) {
    if (ca !== null) throw wrong('"ca" is given without ssl=verify');
    return undefined;
  }
  // An encrypted connection to nobody knows whom protects nothing, so there is no mode without verification.
  if (mode !== 'verify') throw wrong(`ssl="${mode}" isn't known, only ssl=verify`);
  return { ca: ca ?? undefined };
};

const mysqlTarget = (text: string): MysqlTarget => {
  if (!URL.canParse(text)) throw wrong('not a URL');
  const url = new URL(text);
  const database = decodeURIComponent(url.pathname.slice(1));
  if (url.hostname === '') throw wrong('no host');
  if (database === '' || database.includes('/')) throw wrong('no database name');
  return {
    kind: 'mysql',
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? 3306 : Number(url.port),
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database,
    tls: tlsOf(url.searchParams),
  };
};

/** Reads DATABASE_URL; throws with what is wrong with it, never repeating the password. */
export const parseDatabaseUrl = (text: string): DatabaseTarget => {
  if (/^(mysql|mariadb):\/\//.test(text)) return mysqlTarget(text);
  const file = /^sqlite:(?:\/\/)?(.+)$/.exec(text)?.[1];
  if (file === undefined) throw wrong('unknown kind of database');
  return { kind: 'sqlite', file: file === ':memory:' ? undefined : file };
};
