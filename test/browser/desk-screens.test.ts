import { BROWSER, DeskDemo, NARROW, type Person, WIDE } from './desk-demo.js';

const FIRST_SCREEN_BYTES = 250_000;
const PASSWORD = 'One-right-only-7x';

if (BROWSER === undefined) {
  it('Desk is not tested without CHROMIUM_PATH', () => expect(BROWSER).toBeUndefined());
} else {
  describe('screens of Desk (desk.md)', () => {
    let demo: DeskDemo;
    let screens: readonly string[];

    const first = async (path: string, more = ''): Promise<Readonly<Record<string, number>>> =>
      (await demo.ask('GET', `/V1/${path}/search?searchCriteria[pageSize]=1${more}`)).items[0];

    beforeAll(async () => {
      demo = await DeskDemo.start();
      const [customer, price, document, passport, template, list] = await Promise.all([
        demo.ask('GET', '/V1/commerce/customers/number/17850'),
        first('pricing/customerprice'),
        first('customerdocuments'),
        first('dpp/manage/passports'),
        first('dpp/manage/templates'),
        first('pricing/pricelist'),
      ]);
      const question = `sku=84406B&customer=${customer.id}&qty=8&day=2010-12-01`;
      screens = [
        `/why?${question}`,
        `/why?${question}&compare=1&buyer2=anonymous&day2=2010-12-01&qty2=8`,
        `/records/customer/${customer.id}`,
        `/records/customerPrice/${String(price['id'])}`,
        `/records/customerPrice/${String(price['id'])}/history`,
        '/records/customerPrice/new',
        '/records/integration/new',
        `/records/priceList/${String(list['id'])}`,
        `/documents/${String(document['id'])}`,
        `/passports/${String(passport['passport_id'])}`,
        `/templates/${String(template['id'])}`,
        '/no-such-screen',
        '/records/customerPrice/999999999',
      ];
    }, 180_000);
    afterAll(() => demo.stop());

    /** What the navigation offers. */
    const offered = async ({ page }: Person): Promise<readonly string[]> =>
      page.evaluate(
        `[...document.querySelectorAll('nav a[href^="/desk/"]')].map((link) => link.getAttribute('href').slice(5))`,
      );

    const settled = async ({ page }: Person): Promise<void> => {
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
    };

    it.each([
      ['1280 px, light', WIDE, false],
      ['390 px, dark', NARROW, true],
    ] as const)(
      'have no accessibility violations and fit the window: %s',
      async (_, viewport, dark) => {
        const visitor = await demo.visitor(viewport, dark);
        await visitor.heading('Sign in to Kontor');
        const found: Record<string, unknown> = {};
        const look = async (person: Person, screen: string): Promise<void> => {
          const findings = [...(await person.findings())];
          const overflow = await person.overflow();
          if (overflow > 0) findings.push(`wider than the window by ${overflow}`);
          if (findings.length > 0) found[screen] = findings;
        };
        await look(visitor, 'sign-in');
        await visitor.signIn();
        await look(visitor, 'home');
        for (const screen of [...(await offered(visitor)), ...screens]) {
          await visitor.page.goto(`${demo.url}/desk${screen}`);
          await settled(visitor);
          await look(visitor, screen);
        }
        await visitor.page.keyboard.press('Control+k');
        await visitor.page.getByRole('dialog').waitFor();
        await look(visitor, 'search');
        expect(found).toEqual({});
        // A record that does not exist is the one failed request.
        expect(visitor.complaints.filter((text) => !/404/.test(text))).toEqual([]);
        await visitor.leave();
      },
      900_000,
    );

    it('are available in German', async () => {
      const person = await demo.person(WIDE);
      await person.page.evaluate(`localStorage.setItem('kontor-desk-language', 'de')`);
      await person.open('/why', 'Warum dieser Preis');
      expect(await person.page.getAttribute('html', 'lang')).toBe('de');
      await person.leave();
    }, 300_000);

    it('can be reached by keyboard alone', async () => {
      const visitor = await demo.visitor(WIDE);
      const { page } = visitor;
      await page.getByLabel('Username').focus();
      await page.keyboard.type('demo');
      await page.keyboard.press('Tab');
      await page.keyboard.type('Demo-pass-word-7x1');
      await page.keyboard.press('Enter');
      await visitor.heading('Desk');
      await page.keyboard.press('Control+k');
      // A person sees the field before typing.
      await page.locator('input:focus').waitFor();
      await page.keyboard.type('17850');
      await page
        .getByRole('button', { name: /^17850/ })
        .first()
        .waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await visitor.heading('Customer 17850');
      // The focus is at the heading, so the next stop is the first link of the screen.
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('All: Customers');
      await visitor.leave();
    }, 300_000);

    it('load less than 250 KB for the first screen, compressed with Brotli', async () => {
      const page = await (await fetch(`${demo.url}/desk`)).text();
      const files = [...page.matchAll(/"(\/desk\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
      const sizes = await Promise.all(
        files.map(async (path) => {
          const { headers } = await fetch(demo.url + path, { headers: { 'accept-encoding': 'br' } });
          expect(headers.get('content-encoding')).toBe('br');
          return Number(headers.get('content-length'));
        }),
      );
      expect(files.length).toBeGreaterThan(1);
      expect(sizes.reduce((sum, size) => sum + size, page.length)).toBeLessThan(FIRST_SCREEN_BYTES);
      // Nothing but these files is loaded before the sign-in.
      const visitor = await demo.visitor(WIDE);
      await visitor.heading('Sign in to Kontor');
      const loaded: readonly string[] = await visitor.page.evaluate(
        `performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)`,
      );
      expect(loaded.filter((path) => path.startsWith('/desk/')).sort()).toEqual([...files].sort());
      await visitor.leave();
    }, 300_000);

    it('cannot be framed, and load nothing from other origins', async () => {
      const answer = await fetch(`${demo.url}/desk/why`);
      const policy = answer.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("default-src 'self'");
      expect(policy).not.toContain('unsafe');
      expect(answer.headers.get('cache-control')).toBe('no-store');
    });

    it('offer with a single right only what that right allows', async () => {
      const { rights } = await demo.ask('GET', '/V1/access/me');
      const everything = await demo.person(WIDE);
      const all = (await offered(everything)).length;
      await everything.leave();
      const wrong: Record<string, unknown> = {};
      for (const [index, { resource }] of rights.entries()) {
        const username = `one-right-${index}-${Date.now()}`;
        const role = await demo.ask('POST', '/V1/access/roles', { role: { name: username, resources: [resource] } });
        await demo.ask('POST', '/V1/access/admins', {
          admin: { username, email: `${username}@example.com`, password: PASSWORD, role_id: role.id },
        });
        const person = await demo.person(WIDE, { username, password: PASSWORD });
        const refused = new Set<string>();
        person.page.on('response', (response) => {
          if (response.status() === 403) refused.add(new URL(response.url()).pathname);
        });
        const mine = await offered(person);
        for (const screen of mine) {
          await person.page.goto(`${demo.url}/desk${screen}`);
          await settled(person);
        }
        if (refused.size > 0) wrong[resource] = [...refused];
        if (mine.length === all) wrong[resource] = 'everything is offered';
        await person.leave();
      }
      expect(wrong).toEqual({});
    }, 600_000);
  });
}
