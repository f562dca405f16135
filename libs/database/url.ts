import { OperatorFault } from '../kernel/index.js';

/** The database in DATABASE_URL (running.md, "Settings"). */
type DatabaseTarget = SqliteTarget | MysqlTarget;

interface SqliteTarget {
  readonly kind: 'sqlite';
  /**
   * Path of the file. Undefined for a temporary file that is deleted when it is closed, because `:memory:` allows only
   * one connection.
   */
  readonly file: string | undefined;
}

/** A server that speaks MySQL's protocol, and its login. */
export interface MysqlServer {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
  readonly database: string;
  /**
   * Undefined for an unencrypted connection. `ca` is the path of a file; without it the well-known authorities are
   * trusted.
   */
  readonly tls: { readonly ca: string | undefined } | undefined;
}

interface MysqlTarget {
  readonly kind: 'mysql';
  /**
   * In the order of the URL. Of several servers, the first healthy and writable one is used (operations.md, "Several
   * hosts").
   */
  readonly servers: readonly [MysqlServer, ...MysqlServer[]];
}

const wrong = (why: string): Error =>
  new OperatorFault(
    `DATABASE_URL is invalid: ${why}. Set it to sqlite:<file> or mysql://user:password@host:3306/name.`,
  );

/** The URL split into the parts before the hosts, the hosts, and the rest. */
const HOSTS_IN_URL = /^((?:mysql|mariadb):\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s;

const tlsOf = (options: URLSearchParams): MysqlServer['tls'] => {
  const [mode, ca] = [options.get('ssl'), options.get('ca')];
  for (const name of options.keys())
    if (name !== 'ssl' && name !== 'ca') throw wrong(`the option "${name}" is unknown`);
  if (mode === null) {
    if (ca !== null) throw wrong('"ca" requires ssl=verify');
    return undefined;
  }
  // Encryption without verification would not protect against an impostor, so there is no such mode.
  if (mode !== 'verify') throw wrong(`ssl=${mode} is not supported; use ssl=verify`);
  return { ca: ca ?? undefined };
};

const mysqlServer = (text: string): MysqlServer => {
  if (!URL.canParse(text)) throw wrong('it is not a URL');
  const url = new URL(text);
  const database = decodeURIComponent(url.pathname.slice(1));
  if (url.hostname === '') throw wrong('the host is missing');
  if (database === '' || database.includes('/')) throw wrong('the database name is missing');
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? 3306 : Number(url.port),
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database,
    tls: tlsOf(url.searchParams),
  };
};

const mysqlTarget = (text: string): MysqlTarget => {
  const [, before = '', hosts = '', behind = ''] = HOSTS_IN_URL.exec(text) ?? [];
  const [first = '', ...others] = hosts.split(',');
  const serverAt = (host: string): MysqlServer => mysqlServer(before + host + behind);
  return { kind: 'mysql', servers: [serverAt(first), ...others.map(serverAt)] };
};

/** Parses DATABASE_URL. The error message never contains the password. */
export const parseDatabaseUrl = (text: string): DatabaseTarget => {
  if (/^(mysql|mariadb):\/\//.test(text)) return mysqlTarget(text);
  if (/^postgres(ql)?:/.test(text)) throw wrong('PostgreSQL is not supported (see docs/databases.md)');
  const file = /^sqlite:(?:\/\/)?(.+)$/.exec(text)?.[1];
  if (file === undefined) throw wrong('the database type is unknown');
  return { kind: 'sqlite', file: file === ':memory:' ? undefined : file };
};
