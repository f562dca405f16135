import { freePort } from '../support/free-port.js';
import { TestIdentityProvider } from '../support/identity-provider.js';
import { BROWSER, DeskDemo, NARROW, WIDE } from './desk-demo.js';

if (BROWSER === undefined) {
  it('Desk is not tested without CHROMIUM_PATH', () => expect(BROWSER).toBeUndefined());
} else {
  describe('signing in to Desk with the company account (access.md)', () => {
    let provider: TestIdentityProvider;
    let demo: DeskDemo;

    beforeAll(async () => {
      const port = await freePort();
      const base = `http://127.0.0.1:${port}`;
      provider = await TestIdentityProvider.start(base);
      await provider.knows({
        ada: { preferred_username: 'ada', email: 'ada@example.com', groups: ['staff'] },
        eve: { preferred_username: 'eve' },
      });
      demo = await DeskDemo.start({
        PORT: String(port),
        PUBLIC_BASE_URL: base,
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: TestIdentityProvider.CLIENT_ID,
        OIDC_CLIENT_SECRET: TestIdentityProvider.CLIENT_SECRET,
        OIDC_ROLE_CLAIM: 'groups',
        OIDC_ROLES: '{"staff":"Administrators"}',
        ADMIN_PASSWORDS: 'demo',
      });
    }, 180_000);
    afterAll(async () => {
      await demo.stop();
      await provider.stop();
    });

    const atProvider = async (username: string, viewport: typeof WIDE | typeof NARROW, address = '/why') => {
      const person = await demo.visitor(viewport);
      await person.page.goto(`${demo.url}/desk${address}`);
      await person.press('Sign in with your company account');
      await person.page.locator('input[name=login]').fill(username);
      await person.page.locator('input[name=password]').fill('any');
      await person.page.locator('button[type=submit]').click();
      await person.page.locator('button[type=submit]').click();
      return person;
    };

    it.each([
      ['1280', WIDE],
      ['390', NARROW],
    ])(
      'returns to the requested screen at %s px',
      async (_, viewport) => {
        const person = await atProvider('ada', viewport);
        await person.heading('Why this price');
        const { pathname, search } = new URL(person.page.url());
        expect([pathname, search]).toEqual(['/desk/why', '']);
        await person.leave();
      },
      60_000,
    );

    it('explains that the provider assigns no role', async () => {
      const person = await atProvider('eve', WIDE);
      await person.sees(/has not assigned you a role in Kontor/);
      await person.leave();
    }, 300_000);
  });
}
