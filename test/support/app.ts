import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectionToken } from '@nestjs/common';
import { ROOMS } from '../../src/app.module.js';
import { ManageAccounts } from '../../src/access/index.js';
import { type Environment, readSettings } from '../../src/config/config.js';
import type { Room } from '../../libs/manifest/index.js';
import { openLog } from '../../src/boot/logging.js';
import { type RunningServer, startServer } from '../../src/boot/server.js';
import { type DatabaseKind, migratedDatabase } from './databases.js';
import { forgetFullDisks } from './full-disks.js';
import { PATIENT_DEADLINES } from './patience.js';
import { IS_BUILT } from './process.js';

export interface AppOptions {
  readonly database?: DatabaseKind;
  /** Settings as environment variables: `{ PAGE_SIZE_MAX: '5' }`. */
  readonly settings?: Environment;
  /** Installed add-ons; default: all. */
  readonly addOns?: readonly string[];
  /** Modules (rooms) of the application; default: all of Kontor's. */
  readonly rooms?: readonly Room[];
  /** Program of the job workers; default: the one with Kontor's own modules. */
  readonly jobProgram?: string;
}

export interface Answer {
  readonly status: number;
  /** The parsed JSON of the response, or its text if it is not JSON. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- reading a wrong member makes the test fail
  readonly body: any;
  readonly text: string;
  readonly headers: Headers;
}

export type Verb = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS' | 'PATCH';

export interface LogLine {
  readonly level: string;
  readonly msg?: string;
  readonly [key: string]: unknown;
}

/** The lines of a log, and a way to wait for one of them. */
export class LogLines {
  readonly all: LogLine[] = [];
  private readonly waiting = new Set<() => void>();

  write(text: string): void {
    this.all.push(JSON.parse(text) as LogLine);
    for (const look of [...this.waiting]) look();
  }

  /** Resolves with the first line that matches, whether it is already present or still to come. */
  until(holds: (line: LogLine) => boolean): Promise<LogLine> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = this.all.find(holds);
        if (!found) return;
        this.waiting.delete(look);
        resolve(found);
      };
      this.waiting.add(look);
      look();
    });
  }
}

const JSON_TYPE = /^application\/json/;
export const ADMIN = { username: 'test-admin', password: 'a password of the tests' };

const answerOf = async (response: Response): Promise<Answer> => {
  const text = await response.text();
  const isJson = JSON_TYPE.test(response.headers.get('content-type') ?? '') && text !== '';
  return { status: response.status, body: isJson ? JSON.parse(text) : text, text, headers: response.headers };
};

/** The whole application with its own database and port. */
export class TestApp {
  private admin: Promise<string> | undefined;
  private made = 0;

  constructor(
    readonly server: RunningServer,
    readonly databaseUrl: string,
    readonly logs: LogLines,
    private readonly dropDatabase: () => Promise<void>,
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.server.port}`;
  }

  /** A provider of the application. */
  get<T>(token: InjectionToken<T>): T {
    return this.server.app.get<T>(token, { strict: false });
  }

  /** Sends one request. An object as body is sent as JSON, a text unchanged. */
  async call(
    verb: Verb,
    path: string,
    body?: unknown,
    token?: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const response = await fetch(this.url + path, {
      method: verb,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return answerOf(response);
  }

  /** Same as `call`, but the request must succeed. Returns the body. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
  async good(verb: Verb, path: string, body?: unknown, token?: string): Promise<any> {
    const answer = await this.call(verb, path, body, token ?? (await this.adminToken()));
    if (answer.status !== 200 && answer.status !== 202)
      throw new Error(`${verb} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  }

  /** Token of an administrator with all rights. */
  adminToken(): Promise<string> {
    this.admin ??= this.signInAdmin();
    return this.admin;
  }

  /** Token of a new integration with exactly these rights. */
  async integrationToken(...rights: readonly string[]): Promise<string> {
    this.made += 1;
    const { token } = await this.get<ManageAccounts>(ManageAccounts).createIntegration(`test-${this.made}`, rights);
    return token;
  }

  /** Creates a customer and signs in. Fields as in POST /V1/commerce/customers. */
  async customer(fields: Readonly<Record<string, unknown>> = {}): Promise<{ id: number; token: string }> {
    this.made += 1;
    const [username, password] = [`customer-${this.made}@example.com`, 'a password of a customer'];
    const customer = { email: username, password, ...fields };
    const { id } = await this.good('POST', '/rest/V1/commerce/customers', { customer });
    const answer = await this.call('POST', '/rest/V1/integration/customer/token', {
      username: customer.email,
      password: customer.password,
    });
    if (answer.status !== 200) throw new Error(`no token for a customer: ${answer.status} ${answer.text}`);
    return { id, token: answer.body };
  }

  /** `patienceMs` is the time limit for requests in progress. */
  async close(patienceMs?: number): Promise<void> {
    await this.server.stop(patienceMs);
    await this.dropDatabase();
    forgetFullDisks();
  }

  private async signInAdmin(): Promise<string> {
    await this.get<ManageAccounts>(ManageAccounts).createAdmin(ADMIN);
    const answer = await this.call('POST', '/rest/V1/integration/admin/token', ADMIN);
    if (answer.status !== 200) throw new Error(`no token for the administrator: ${answer.status} ${answer.text}`);
    return answer.body;
  }
}

/** Public base URL of test servers, unless their settings contain another one. */
export const PUBLIC_BASE = 'http://kontor.test';

const PATIENT = {
  ...PATIENT_DEADLINES,
  // Short, because calls that must fail would otherwise wait longer for a lost database.
  DATABASE_FAILOVER_S: '2',
  SIMULATION_MAX_MS: '60000',
  PASSPORT_CHECK_MS: '20000',
};

/** Settings of a test server: this database, a free port, and no drain period. */
export const testSettings = (databaseUrl: string, { settings = {}, addOns, rooms = ROOMS }: AppOptions = {}) =>
  readSettings(
    {
      DATABASE_URL: databaseUrl,
      HOST: '127.0.0.1',
      PORT: '0',
      DRAIN_S: '0',
      ...PATIENT,
      JWT_SECRET: 'a secret of the tests, long enough',
      SECRETS_KEY: `tests:${'5e'.repeat(32)}`,
      PUBLIC_BASE_URL: PUBLIC_BASE,
      ...(addOns === undefined ? {} : { ADD_ONS: addOns.join(',') }),
      ...settings,
    },
    rooms,
  );

/** A compiled worker starts in half the time. */
const BUILT_JOB_PROGRAM = IS_BUILT ? join(__dirname, '..', '..', 'dist', 'src', 'boot', 'job-worker.js') : undefined;

/** Starts the real application in this process, with its own migrated database. */
export const startApp = async (options: AppOptions = {}): Promise<TestApp> => {
  const database = await migratedDatabase(options.database ?? 'sqlite');
  const logs = new LogLines();
  const logger = openLog(process.stdout, logs);
  const folder = join(tmpdir(), `kontor-test-documents-${randomUUID()}`);
  const settings = { STORAGE_URL: `file:${folder}`, ...options.settings };
  try {
    const server = await startServer(
      testSettings(database.url, { ...options, settings }),
      logger,
      undefined,
      options.jobProgram ?? (options.rooms ? undefined : BUILT_JOB_PROGRAM),
    );
    return new TestApp(server, database.url, logs, async () => {
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    });
  } catch (error) {
    await database.drop();
    throw error;
  }
};
