import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The provider's claims about a person. */
export type ProviderClaims = Readonly<Record<string, unknown>>;

const PROGRAM = join(__dirname, 'identity-provider.mjs');
const STEPS_MAX = 12;

/** A real OpenID Connect provider on this machine. */
export class TestIdentityProvider {
  static readonly CLIENT_ID = 'kontor';
  static readonly CLIENT_SECRET = 'the secret of the client';

  private constructor(
    private readonly child: ChildProcess,
    readonly issuer: string,
  ) {}

  /** @param base PUBLIC_BASE_URL of the server. */
  static async start(base: string): Promise<TestIdentityProvider> {
    const child = fork(PROGRAM, [
      TestIdentityProvider.CLIENT_ID,
      TestIdentityProvider.CLIENT_SECRET,
      `${base}/desk/callback`,
      `${base}/desk`,
    ]);
    const [issuer] = (await once(child, 'message')) as [string];
    return new TestIdentityProvider(child, issuer);
  }

  /** Sets the existing persons, by the user name that they enter. */
  async knows(persons: Readonly<Record<string, ProviderClaims>>): Promise<void> {
    const taken = once(this.child, 'message');
    this.child.send(persons);
    await taken;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.kill();
    await exited;
  }

  /** Signs in as a browser would. Returns the query with which the provider redirects back to Kontor. */
  async signIn(url: string, username: string): Promise<string> {
    const cookies = new Map<string, string>();
    let [next, form] = [url, undefined as URLSearchParams | undefined];
    for (let step = 0; step < STEPS_MAX; step += 1) {
      if (!next.startsWith(this.issuer)) return new URL(next).search;
      const response: Response = await fetch(next, {
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(form ? { method: 'POST', body: form } : {}),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s);
        cookies.set(name, value);
      }
      const location = response.headers.get('location');
      const page = await response.text();
      if (location !== null) {
        [next, form] = [new URL(location, next).href, undefined];
        continue;
      }
      const [, action] = /<form[^>]* action="([^"]+)"/.exec(page) ?? [];
      const [, prompt] = /name="prompt" value="(\w+)"/.exec(page) ?? [];
      if (action === undefined || prompt === undefined) throw new Error(`${response.status} ${page}`);
      next = new URL(action, next).href;
      form = new URLSearchParams(prompt === 'login' ? { prompt, login: username, password: 'any' } : { prompt });
    }
    throw new Error('the provider sends the browser round in circles');
  }
}
