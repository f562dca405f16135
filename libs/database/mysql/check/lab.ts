import { randomBytes } from 'node:crypto';
import { type Connection, createConnection, type ResultSetHeader, type RowDataPacket } from 'mysql2/promise';
import type { Dialect } from '../../dialect.js';
import type { MysqlServer } from '../../url.js';
import { askServer, login, type Server, settingsFor } from '../mysql-pool.js';

const CONNECT_MS = 5_000;

/** Error number of a missing privilege. */
const DENIED = 1142;

/** A requirement is not met. The message describes what was observed instead. */
export class Lacking extends Error {}

export const mustBe = (holds: boolean, seen: string): void => {
  if (!holds) throw new Lacking(seen);
};

/** The driver's error number; 0 for other errors. */
const errnoOf = (error: unknown): number => Number((error as { readonly errno?: unknown }).errno ?? 0);

/** A database session with the same settings as Kontor's own. */
export class Session {
  constructor(private readonly connection: Connection) {}

  async rows(sql: string, params: readonly (string | number)[] = []): Promise<readonly RowDataPacket[]> {
    const [rows] = await this.connection.query<RowDataPacket[]>(sql, [...params]);
    return rows;
  }

  async value(sql: string, params: readonly (string | number)[] = []): Promise<unknown> {
    return Object.values((await this.rows(sql, params))[0] ?? {})[0];
  }

  async run(sql: string, params: readonly (string | number)[] = []): Promise<ResultSetHeader> {
    const [header] = await this.connection.query<ResultSetHeader>(sql, [...params]);
    return header;
  }

  /** Runs a statement that must fail with one of these error numbers; returns the error message. */
  async refused(sql: string, ...errnos: readonly number[]): Promise<string> {
    try {
      await this.run(sql);
    } catch (error) {
      const errno = errnoOf(error);
      mustBe(
        errnos.includes(errno),
        `error ${errno} (${String(error)}), expected error ${errnos.join(' or ')}: ${sql}`,
      );
      return String(error);
    }
    throw new Lacking(`no error, expected error ${errnos.join(' or ')}: ${sql}`);
  }

  async begin(): Promise<void> {
    await this.run('SET TRANSACTION ISOLATION LEVEL READ COMMITTED');
    await this.run('START TRANSACTION');
  }

  end(): void {
    this.connection.destroy();
  }
}

/** Provides what the tests need: tables with unique names, and sessions that are closed at the end. */
export class Lab {
  readonly items: string;
  readonly parts: string;
  readonly version: string;
  private readonly sessions: Session[] = [];

  private constructor(
    private readonly target: MysqlServer,
    private readonly server: Server,
  ) {
    const own = `kontor_check_${randomBytes(6).toString('hex')}`;
    this.items = `${own}_item`;
    this.parts = `${own}_part`;
    this.version = `${own}_version`;
  }

  static async at(target: MysqlServer): Promise<Lab> {
    return new Lab(target, await askServer(target));
  }

  get dialect(): Dialect {
    return this.server.dialect;
  }

  async session(): Promise<Session> {
    const connection = await createConnection({
      ...login(this.target),
      connectTimeout: CONNECT_MS,
      charset: 'utf8mb4',
      timezone: 'Z',
      dateStrings: true,
    });
    // For sessions that are closed during a statement, or by the server.
    connection.on('error', () => undefined);
    const session = new Session(connection);
    this.sessions.push(session);
    for (const setting of settingsFor(this.server)) await session.run(setting);
    return session;
  }

  /** Two sessions with a short lock timeout. */
  async pair(): Promise<readonly [Session, Session]> {
    const [one, other] = [await this.session(), await this.session()];
    for (const session of [one, other]) await session.run('SET SESSION innodb_lock_wait_timeout = 1');
    return [one, other];
  }

  /** Closes the sessions of a test, which rolls back their open transactions. */
  endSessions(): void {
    for (const session of this.sessions.splice(0)) session.end();
  }

  /** Drops only its own tables, referencing ones first. */
  async clear(): Promise<void> {
    this.endSessions();
    const session = await this.session();
    for (const table of [this.parts, this.items, this.version]) {
      await session.run(`DROP TABLE IF EXISTS ${table}`).catch((error: unknown) => {
        // Without the privilege to drop the table, the user has not created it either.
        if (errnoOf(error) !== DENIED) throw error;
      });
    }
    this.endSessions();
  }
}

/** A requirement of Kontor for a database server (databases.md, "What a server must do"). */
export interface Need {
  /** Name of the requirement on that page. */
  readonly name: string;
  /** Throws if the server does not meet the requirement: `Lacking`, or the driver's error. */
  readonly try: (lab: Lab) => Promise<void>;
  /** A server that does not meet it can still be used. */
  readonly isAdvice?: boolean;
}
