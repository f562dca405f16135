import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { freePort } from '../support/free-port.js';
import { KontorProcess } from '../support/process.js';

/** Where a browser is; `npm run verify:all` looks for one and says so if there is none. */
export const BROWSER = process.env['CHROMIUM_PATH'];
const ROOT = join(__dirname, '..', '..');
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

export const WIDE = { width: 1280, height: 900 } as const;
export const NARROW = { width: 390, height: 844 } as const;

/** Time limit of a story. */
export const STORY_MS = 300_000;

const USERNAME = 'demo';
const PASSWORD = 'Demo-pass-word-7x1';
/** Of the customer 17850, who has documents. */
const CUSTOMER = { username: 'customer-17850@example.com', password: 'Sonne-und-8-Nordwind' };
/** A server with the demo that already runs: for whoever works on a story. */
const RUNNING = process.env['DESK_DEMO'];

/** Lets the scripts of the demo load the rest, as quickstart does. */
const loadRest = (url: string, token: string): string => `
  const script = (name) => import(${JSON.stringify(pathToFileURL(join(ROOT, 'scripts')).href)} + '/' + name);
  const [url, token] = ${JSON.stringify([url, token])};
  const { loadPrices } = await script('demo-prices.mjs');
  const { loadDocuments, customerToken } = await script('demo-load.mjs');
  const { tryPassports } = await script('demo-passports.mjs');
  await loadPrices(url, token, 'pricing');
  await customerToken(url, token, ${JSON.stringify(CUSTOMER.password)});
  await loadDocuments(url, token);
  await tryPassports(url, token);`;

const tokenOf = async (url: string, kind: 'admin' | 'customer', credentials: object): Promise<string> => {
  const answer = await fetch(`${url}/rest/V1/integration/${kind}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  return (await answer.json()) as string;
};

/** A server with the wholesale demo, and a browser. */
export class DeskDemo {
  private constructor(
    readonly url: string,
    readonly browser: Browser,
    private server: KontorProcess | undefined,
    private readonly settings: Readonly<Record<string, string>>,
    private readonly folder: string,
    private readonly token: string,
  ) {}

  /** @param further Settings of the server besides those of the demo. */
  static async start(further: Readonly<Record<string, string>> = {}): Promise<DeskDemo> {
    const folder = mkdtempSync(join(tmpdir(), 'desk-'));
    const settings = {
      DATABASE_URL: `sqlite:${join(folder, 'kontor.sqlite')}`,
      STORAGE_URL: `file:${join(folder, 'documents')}`,
      ADMIN_USERNAME: USERNAME,
      ADMIN_PASSWORD: PASSWORD,
      DRAIN_S: '0',
      PORT: String(await freePort()),
      ...further,
    };
    const command = async (...args: readonly string[]): Promise<void> => {
      const { code } = await KontorProcess.start('cli/kontor', settings, { args }).exited;
      if (code !== 0) throw new Error(`kontor ${args.join(' ')} exited with ${code}`);
    };
    if (RUNNING === undefined) {
      await command('migrate');
      await command('import', join(ROOT, 'demo', 'wholesale'), '--format', 'wholesale');
    }
    const server = RUNNING === undefined ? KontorProcess.start('main', settings) : undefined;
    const url = (await server?.url()) ?? RUNNING ?? '';
    const token = await tokenOf(url, 'admin', { username: USERNAME, password: PASSWORD });
    if (server)
      await promisify(execFile)(process.execPath, ['--input-type=module', '-e', loadRest(url, token)], { cwd: ROOT });
    const browser = await chromium.launch({ executablePath: BROWSER ?? '', args: ['--no-sandbox'] });
    return new DeskDemo(url, browser, server, settings, folder, token);
  }

  /** Kills the server, and starts another one at the same address. */
  async restart(): Promise<void> {
    this.server?.signal('SIGKILL');
    await this.server?.exited;
    this.server = KontorProcess.start('main', this.settings);
    await this.server.url();
  }

  async stop(): Promise<void> {
    await this.browser.close();
    this.server?.signal('SIGTERM');
    await this.server?.exited;
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** What an integration does meanwhile. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test that reads a wrong member fails by itself
  async ask(method: string, path: string, body?: unknown): Promise<any> {
    const response = await fetch(`${this.url}/rest${path}`, {
      method,
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  /** Sends a file to a route that starts a job. Returns the job. */
  async send(path: string, name: string, text: string): Promise<string> {
    const body = new FormData();
    body.set('file', new Blob([text]), name);
    const headers = { authorization: `Bearer ${this.token}` };
    const response = await fetch(`${this.url}/rest${path}`, { method: 'POST', headers, body });
    return ((await response.json()) as { readonly uuid: string }).uuid;
  }

  /** What the customer 17850 fetches in the shop. */
  async asCustomer(path: string): Promise<Response> {
    const authorization = `Bearer ${await tokenOf(this.url, 'customer', CUSTOMER)}`;
    return fetch(`${this.url}/rest/V1${path}`, { headers: { authorization } });
  }

  /** Someone at the sign-in of Desk. */
  async visitor(viewport: { readonly width: number; readonly height: number }, dark = false): Promise<Person> {
    const context = await this.browser.newContext({
      viewport,
      locale: 'en-GB',
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    page.setDefaultTimeout(Number(process.env['DESK_MS'] ?? 60_000));
    const person = new Person(this.url, context, page);
    await page.goto(`${this.url}/desk`);
    return person;
  }

  /** Someone who is signed in. */
  async person(
    viewport: { readonly width: number; readonly height: number },
    { username = USERNAME, password = PASSWORD, dark = false } = {},
  ): Promise<Person> {
    const person = await this.visitor(viewport, dark);
    await person.signIn(username, password);
    return person;
  }
}

/** A person in a browser, who finds things by what is written there. */
export class Person {
  /** What the browser complained about: errors of scripts, refused styles, failed requests. */
  readonly complaints: string[] = [];

  constructor(
    private readonly url: string,
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    page.on('console', (line) => {
      if (line.type() === 'error') this.complaints.push(line.text());
    });
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('request', (request) => {
      // The browser shows a PDF by pages of its own.
      if (!/^(?:data|blob|chrome|chrome-extension):/.test(request.url()) && !request.url().startsWith(url))
        this.complaints.push(request.url());
    });
  }

  async signIn(username = USERNAME, password = PASSWORD): Promise<void> {
    await this.page.getByLabel('Username').fill(username);
    await this.page
      .getByLabel(/^Password/)
      .first()
      .fill(password);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
    await this.heading('Desk');
    // Without a session, the page asks who is signed in, and is told that nobody is.
    this.complaints.length = 0;
  }

  async heading(name: string | RegExp): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name }).waitFor();
  }

  async open(address: string, heading: string | RegExp): Promise<void> {
    await this.page.goto(`${this.url}/desk${address}`);
    await this.heading(heading);
  }

  /** Types what is sought into a field, and chooses the first that is found. */
  async choose(label: string, text: string, option: string | RegExp = new RegExp(text)): Promise<void> {
    await this.page
      .getByRole('combobox', { name: label })
      .or(this.page.getByRole('textbox', { name: label }))
      .first()
      .fill(text);
    await this.page.getByRole('option', { name: option }).first().click();
  }

  async press(name: string | RegExp): Promise<void> {
    await this.page.getByRole('button', { name }).first().click();
  }

  async sees(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  /** Closes what the page tells, which may cover a button on a small screen. */
  async dismiss(): Promise<void> {
    const note = this.page.locator('.mantine-Notification-root');
    await note.getByRole('button').last().click();
    await note.waitFor({ state: 'detached' });
  }

  /** Findings of axe on what is shown. */
  async findings(): Promise<readonly string[]> {
    await this.page.evaluate(AXE);
    const { violations } = await this.page.evaluate<{
      readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
    }>('axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })');
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`);
  }

  /** By how many pixels the screen is wider than the window. */
  overflow(): Promise<number> {
    return this.page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  }

  async leave(): Promise<void> {
    await this.context.close();
  }
}

/** Who does a story, and where. */
export interface Scene {
  readonly demo: DeskDemo;
  readonly person: Person;
  readonly viewport: typeof WIDE | typeof NARROW;
  /** 1280 or 390. */
  readonly width: number;
}

/** What the browser says about each refused request; the person reads the refusal on the page. */
const REFUSED = /status of 4(?:00|12)/;

/** Stories of a person at each width: without complaints of the browser, and nothing wider than the window. */
export const stories = (
  title: string,
  tell: (scene: Scene) => void,
  settings: Readonly<Record<string, string>> = {},
  viewports: readonly Scene['viewport'][] = [WIDE, NARROW],
): void => {
  if (BROWSER === undefined) {
    it('Desk is not tested without CHROMIUM_PATH', () => expect(BROWSER).toBeUndefined());
    return;
  }
  const scene = {} as { -readonly [Key in keyof Scene]: Scene[Key] };
  beforeAll(async () => {
    scene.demo = await DeskDemo.start(settings);
  }, 600_000);
  afterAll(() => scene.demo.stop());

  describe.each(viewports)(`${title} at $width px`, (viewport) => {
    beforeEach(async () => {
      scene.viewport = viewport;
      scene.width = viewport.width;
      scene.person = await scene.demo.person(viewport);
    }, STORY_MS);
    afterEach(async () => {
      expect(await scene.person.overflow()).toBeLessThanOrEqual(0);
      expect(scene.person.complaints.filter((text) => !REFUSED.test(text))).toEqual([]);
      await scene.person.leave();
    });
    tell(scene);
  });
};
