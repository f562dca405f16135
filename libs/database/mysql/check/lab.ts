import { randomBytes } from 'node:crypto';
import { type Connection, createConnection, type ResultSetHeader, type RowDataPacket } from 'mysql2/promise';
import type { Dialect } from '../../dialect.js';
import type { MysqlServer } from '../../url.js';
import { askServer, login, type Server, settingsFor } from '../mysql-pool.js';

const CONNECT_MS = 5_000;

/** The number of a refusal for want of a right. */
const DENIED = 1142;

/** A requirement is not met. The message says what was observed instead. */
export class Lacking extends Error {}

export const mustBe = (holds: boolean, seen: string): void => {
  if (!holds) throw new Lacking(seen);
};

/** The driver's number of a refusal; 0 for whatever else was thrown. */
const errnoOf = (error: unknown): number => Number((error as { readonly errno?: unknown }).errno ?? 0);

/** One session, prepared like those of a server of Kontor. */
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

  /** The statement must be refused with one of these numbers; answers what the refusal says. */
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

/** Where requirements are tested: separate tables with unique names, and sessions that end with it. */
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
    // For a session that is ended during a statement, or by the server.
    connection.on('error', () => undefined);
    const session = new Session(connection);
    this.sessions.push(session);
    for (const setting of settingsFor(this.server)) await session.run(setting);
    return session;
  }

  /** Two that don't wait long for each other. */
  async pair(): Promise<readonly [Session, Session]> {
    const [one, other] = [await this.session(), await this.session()];
    for (const session of [one, other]) await session.run('SET SESSION innodb_lock_wait_timeout = 1');
    return [one, other];
  }

  /** Ends the sessions of a requirement and rolls back their open transactions. */
  endSessions(): void {
    for (const session of this.sessions.splice(0)) session.end();
  }

  /** Only the own tables, the one that refers to another first. */
  async clear(): Promise<void> {
    this.endSessions();
    const session = await this.session();
    for (const table of [this.parts, this.items, this.version]) {
      await session.run(`DROP TABLE IF EXISTS ${table}`).catch((error: unknown) => {
        // A user who may not drop the table has not created it.
        if (errnoOf(error) !== DENIED) throw error;
      });
    }
    this.endSessions();
  }
}

/** A requirement of Kontor for a server (databases.md, "What a server must do"). */
export interface Need {
  /** Name as on that page. */
  readonly name: string;
  /** Throws if the server does not meet it: `Lacking`, or the driver's error. */
  readonly try: (lab: Lab) => Promise<void>;
  /** Only advice: a server without it can be used. */
  readonly isAdvice?: boolean;
}
