import type { Answer, TestApp, Verb } from './app.js';

export const SESSION = '/rest/V1/desk/session';

/** Headers that the Desk page sends with each request. */
export const FROM_PAGE = { 'x-kontor-desk': '1', 'sec-fetch-site': 'same-origin' } as const;

/** The cookie that a response sets, in the form in which a browser returns it; undefined if there is none. */
export const cookieIn = ({ headers }: Answer): string | undefined => headers.get('set-cookie')?.split(';', 1)[0];

/** A browser signed in to Desk. */
export class DeskBrowser {
  constructor(
    private readonly url: string,
    readonly cookie: string,
  ) {}

  async ask(verb: Verb, path: string, body?: unknown, headers: Readonly<Record<string, string>> = FROM_PAGE) {
    const response = await fetch(this.url + path, {
      method: verb,
      headers: {
        cookie: this.cookie,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json') && text !== '';
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- reading a wrong member makes the test fail
    const answered: any = isJson ? JSON.parse(text) : text;
    return { status: response.status, body: answered, headers: response.headers };
  }

  async status(path = SESSION): Promise<number> {
    return (await this.ask('GET', path)).status;
  }
}

/** Signs in as the page does. Throws if the sign-in is refused. */
export const signInToDesk = async (
  app: TestApp,
  credentials: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<DeskBrowser> => {
  const answer = await app.call('POST', SESSION, credentials, undefined, { ...FROM_PAGE, ...headers });
  const cookie = cookieIn(answer);
  if (answer.status !== 200 || cookie === undefined) throw new Error(`no session: ${answer.status} ${answer.text}`);
  return new DeskBrowser(app.url, cookie);
};
