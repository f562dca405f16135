import { AccessHttp, INTEGRATIONS } from './access-http.js';
import type { Answer, AppOptions, TestApp } from './app.js';
import { authorizationOf, type Credentials, type ToSign } from './oauth-signer.js';
import { type Reply, send } from './send.js';

/** The signed values that are not derived from the call. */
export interface SignedCall extends Partial<Omit<ToSign, 'method' | 'url' | 'credentials'>> {
  readonly credentials?: ToSign['credentials'];
  readonly body?: unknown;
  /** Values to send in place of the signed ones. */
  readonly sent?: { readonly method?: string; readonly path?: string; readonly host?: string };
  readonly headers?: Readonly<Record<string, string>>;
}

/** Rights of the integrations in these tests: commerce records, and the roles that protect them. */
export const SIGNING_RIGHTS = ['_Access::manage', '_Commerce::manage', '_Commerce::save', '_Commerce::delete'];

/** The body of a refusal. */
export const refusal = (message: string, parameters?: unknown) =>
  parameters === undefined ? { message } : { message, parameters };

/** The application with integrations that sign requests. */
export class OAuthHttp {
  private constructor(readonly access: AccessHttp) {}

  static async start(options: AppOptions = {}): Promise<OAuthHttp> {
    return new OAuthHttp(await AccessHttp.start(options));
  }

  get app(): TestApp {
    return this.access.app;
  }

  async integration(
    resources: readonly string[],
    fields: object = {},
  ): Promise<{ readonly id: number; readonly credentials: Credentials }> {
    const id = await this.access.integration(resources, fields);
    return { id, credentials: await this.credentials(id) };
  }

  async credentials(id: number, token = this.access.root): Promise<Credentials> {
    const answer = await this.make(id, token);
    if (answer.status !== 200) throw new Error(`no credentials: ${answer.status} ${answer.text}`);
    return answer.body;
  }

  make(id: number, token = this.access.root): Promise<Answer> {
    return this.access.call(token, 'POST', `${INTEGRATIONS}/${id}/oauth`);
  }

  end(id: number, token = this.access.root): Promise<Answer> {
    return this.access.call(token, 'DELETE', `${INTEGRATIONS}/${id}/oauth`);
  }

  /** Sends one signed request unchanged: nothing is normalized on the way. */
  call(credentials: ToSign['credentials'], method: string, path: string, call: SignedCall = {}): Promise<Reply> {
    const { body, sent = {}, headers = {}, credentials: others, ...signing } = call;
    const authorization = authorizationOf({
      method,
      url: this.app.url + path,
      credentials: others ?? credentials,
      ...signing,
    });
    return send(this.app.url, {
      method: sent.method ?? method,
      path: sent.path ?? path,
      headers: { authorization, ...(sent.host === undefined ? {} : { host: sent.host }), ...headers },
      body,
    });
  }

  close(): Promise<void> {
    return this.access.close();
  }
}
