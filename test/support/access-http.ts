import { type Answer, type AppOptions, startApp, type TestApp, type Verb } from './app.js';

export const ADMINS = '/rest/V1/access/admins';
export const ROLES = '/rest/V1/access/roles';
export const INTEGRATIONS = '/rest/V1/access/integrations';
export const PASSWORD = 'a long enough password';
export const ALL_ACCESS = ['_Access::manage', '_Access::save', '_Access::delete'];

/** The body of a 401 or 403. */
export const denied = (resources: string) => ({
  message: "The consumer isn't authorized to access %resources.",
  parameters: { resources },
});

export interface MadeAdmin {
  readonly id: number;
  readonly username: string;
  readonly role: number;
}

/** The application, with helpers that create administrators, roles and integrations over HTTP. */
export class AccessHttp {
  private made = 0;

  private constructor(
    readonly app: TestApp,
    /** Token of an administrator with all rights. */
    readonly root: string,
  ) {}

  static async start(options: AppOptions): Promise<AccessHttp> {
    const app = await startApp(options);
    return new AccessHttp(app, await app.adminToken());
  }

  unique(name: string): string {
    this.made += 1;
    return `${name}-${this.made}`;
  }

  call(token: string | undefined, verb: Verb, path: string, body?: unknown): Promise<Answer> {
    return this.app.call(verb, path, body, token);
  }

  async role(resources: readonly string[]): Promise<number> {
    return (await this.app.good('POST', ROLES, { role: { name: this.unique('role'), resources } })).id;
  }

  async admin(resources: readonly string[], fields: object = {}): Promise<MadeAdmin> {
    const [username, role] = [this.unique('admin'), await this.role(resources)];
    const admin = { username, email: `${username}@example.com`, role_id: role, password: PASSWORD, ...fields };
    return { id: (await this.app.good('POST', ADMINS, { admin })).id, username, role };
  }

  async integration(resources: readonly string[], fields: object = {}): Promise<number> {
    const integration = { name: this.unique('integration'), resources, ...fields };
    return (await this.app.good('POST', INTEGRATIONS, { integration })).id;
  }

  rotate(id: number, token = this.root): Promise<Answer> {
    return this.call(token, 'POST', `${INTEGRATIONS}/${id}/rotate`);
  }

  signIn(username: string, password = PASSWORD): Promise<Answer> {
    return this.app.call('POST', '/rest/V1/integration/admin/token', { username, password });
  }

  async token({ username }: { readonly username: string }): Promise<string> {
    const { status, body } = await this.signIn(username);
    if (status !== 200) throw new Error(`${username} can't sign in`);
    return body;
  }

  /** True if the token authenticates a caller, whatever its rights. */
  async works(token: string): Promise<boolean> {
    return (await this.call(token, 'GET', `${ROLES}/1`)).status !== 401;
  }

  close(): Promise<void> {
    return this.app.close();
  }
}
