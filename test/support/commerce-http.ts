import { ChangeLog, type LoggedChange } from '../../libs/kernel/index.js';
import { type Answer, startApp, type TestApp, type Verb } from './app.js';
import type { DatabaseKind } from './databases.js';

/** The whole application on a new database, called over HTTP as an administrator. */
export class CommerceServer {
  private constructor(
    readonly app: TestApp,
    private readonly admin: string,
  ) {}

  static async start(kind: DatabaseKind): Promise<CommerceServer> {
    const app = await startApp({ database: kind });
    return new CommerceServer(app, await app.adminToken());
  }

  get(path: string): Promise<Answer> {
    return this.ask('GET', `commerce/${path}`);
  }

  post(path: string, body: unknown): Promise<Answer> {
    return this.ask('POST', `commerce/${path}`, body);
  }

  put(path: string, body: unknown): Promise<Answer> {
    return this.ask('PUT', `commerce/${path}`, body);
  }

  delete(path: string): Promise<Answer> {
    return this.ask('DELETE', `commerce/${path}`);
  }

  /** Sends a request. An empty token sends none. */
  ask(verb: Verb, path: string, body?: unknown, token = this.admin): Promise<Answer> {
    return this.app.call(verb, `/rest/V1/${path}`, body, token === '' ? undefined : token);
  }

  /** The change log entries (scope and ID) that are written while `work` runs. */
  async loggedBy(work: () => Promise<unknown>): Promise<readonly (readonly [LoggedChange['scope'], number | null])[]> {
    const log = this.app.get<ChangeLog>(ChangeLog);
    const before = await log.version();
    await work();
    return (await log.since(before, 1000)).map(({ scope, id }) => [scope, id] as const);
  }

  stop(): Promise<void> {
    return this.app.close();
  }
}
