import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '../support/until.js';
import { type Scene, stories, STORY_MS } from './desk-demo.js';

/** IDs of the events that webhooks sent. */
const received: unknown[] = [];
const receiver = createServer((request, response) => {
  received.push(request.headers['webhook-id']);
  request.resume().on('end', () => response.end());
});

const tell = (scene: Scene): void => {
  beforeAll(async () => {
    receiver.listen(0);
    await once(receiver, 'listening');
  });
  afterAll(() => receiver.close());

  it(
    'checks the price book and opens the job again',
    async () => {
      const { person } = scene;
      const { page } = person;
      await person.open('/check-up', 'Check-up');
      await person.press('Check all prices');
      const kinds = page.getByRole('table').first();
      await kinds.getByRole('row').nth(1).waitFor();
      await kinds.getByRole('button', { name: /^Show/ }).first().click();
      await page.getByRole('table').nth(1).getByRole('link').first().click();
      await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
      await page.goBack();
      await kinds.getByRole('row').nth(1).waitFor();
      await person.open('/jobs', 'Jobs');
      await page
        .getByRole('row', { name: /lint/i })
        .getByText('done', { exact: true })
        .or(page.getByRole('row', { name: /lint/i }).getByText('complete', { exact: true }))
        .first()
        .waitFor();
    },
    STORY_MS,
  );

  it(
    'copies and edits a template, which the server validates during typing',
    async () => {
      const { person, demo, width } = scene;
      const { page } = person;
      const code = `of-the-house-${width}`;
      await person.open('/templates', 'Templates');
      await page.getByRole('link', { name: 'Any product' }).first().click();
      await person.press('Copy this template');
      await person.sees('This template is valid.');
      const field = page.getByLabel('Code', { exact: true });
      await field.fill('Of The House');
      await page.locator('[aria-invalid=true]').waitFor();
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      const document = page.getByLabel('Template as JSON');
      const text = await document.inputValue();
      await document.fill('{');
      await person.sees('This is not valid JSON.');
      await document.fill(text.replace('"percent"', '"per_cent"'));
      await field.fill(code);
      await page.getByRole('alert').filter({ hasText: 'rules[0]' }).waitFor();
      await document.fill(text.replace('Any product', `Anything of ${width}`));
      await person.sees('This template is valid.');

      await person.press('Save the copy');
      await person.heading(`Anything of ${width} 1.0.0`);
      await person.press('Copy this template');
      // The same code and version again: refused before anything is saved.
      await field.fill(code);
      await person.sees('A template with this code and version already exists. Choose another version.');
      await person.press('Discard');
      await person.open('/templates', 'Templates');
      await page.getByRole('row', { name: new RegExp(`Anything of ${width}.*${code}`) }).waitFor();
      const [{ rules }] = (
        await demo.ask(
          'GET',
          `/V1/dpp/manage/templates/search?searchCriteria[filter_groups][0][filters][0][field]=code&searchCriteria[filter_groups][0][filters][0][value]=${code}`,
        )
      ).items;
      expect(rules).toMatchObject([{ total: 100, tolerance: 2 }]);
    },
    STORY_MS,
  );

  it(
    'creates a webhook secret, which is shown once, and sends a test event twice',
    async () => {
      const { person, demo, width } = scene;
      const { page } = person;
      const { port } = receiver.address() as AddressInfo;
      const { id } = await demo.ask('POST', '/V1/webhooks', {
        webhook: { url: `http://localhost:${port}`, events: ['documentCategory.deleted'], description: `of ${width}` },
      });
      received.length = 0;
      await person.open(`/webhooks/${id}`, /^Webhook/);
      await person.sees('Create one, then send a test event.');
      await person.press('New signing secret');
      const secret = page.getByRole('dialog', { name: 'Signing secret' });
      expect(await secret.textContent()).toMatch(/whsec_/);
      await page.keyboard.press('Escape');
      await secret.waitFor({ state: 'detached' });
      expect(await page.getByText('whsec_').count()).toBe(0);
      await person.press('Send a test event');
      await person.sees('A test event has been queued.');
      await page.getByRole('row', { name: /webhook\.test.* 200/ }).waitFor();
      const sentAgain = page.waitForResponse((response) => response.url().endsWith('/resend'));
      await person.press(/^Send again: \d+/);
      expect((await sentAgain).status()).toBe(200);
      await until(() => received.length === 2);
      expect(new Set(received).size).toBe(1);
    },
    STORY_MS,
  );

  it(
    'creates a token for an integration, which is shown once and works',
    async () => {
      const { person, demo, width } = scene;
      const { page } = person;
      const { id } = await demo.ask('POST', '/V1/access/integrations', {
        integration: { name: `erp ${width}`, resources: ['_Commerce::manage'] },
      });
      await person.open(`/integrations/${id}`, /^Integration/);
      await person.press('New token');
      const dialog = page.getByRole('dialog', { name: 'Integration token' });
      await dialog.waitFor();
      const token = /[\w-]{43}/.exec((await dialog.textContent()) ?? '')?.[0] ?? '';
      await page.keyboard.press('Escape');
      const works = await fetch(`${demo.url}/rest/V1/commerce/websites/1`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(works.status).toBe(200);
    },
    STORY_MS,
  );

  it(
    'ends all sessions of an administrator and unlocks a locked account',
    async () => {
      const { person, demo, width, viewport } = scene;
      const role = await demo.ask('POST', '/V1/access/roles', {
        role: { name: `guests ${width}`, resources: ['_Commerce::manage'] },
      });
      const account = { username: `guest-${width}`, password: 'Guest-pass-word-7x1' };
      const { id } = await demo.ask('POST', '/V1/access/admins', {
        admin: { ...account, email: `guest-${width}@example.com`, role_id: role.id },
      });
      const guest = await demo.person(viewport, account);
      await person.open(`/admins/${id}`, `Administrator guest-${width}`);
      await person.press('End all sessions');
      await person.sees(`All sessions of guest-${width} have ended, and all tokens are revoked.`);
      await person.dismiss();
      await guest.page.goto(`${demo.url}/desk/why`);
      await guest.page.getByLabel('Username').waitFor();
      await guest.leave();

      /** Repeats a sign-in that the server rejects because the address failed too often. */
      const signIn = async (password: string): Promise<number> => {
        for (;;) {
          const { status } = await fetch(`${demo.url}/rest/V1/integration/admin/token`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ ...account, password }),
          });
          if (status !== 429) return status;
        }
      };
      for (let failed = 0; failed < 6; failed += 1) expect(await signIn('wrong')).toBe(401);
      expect(await signIn(account.password)).toBe(401);
      await person.press('Unlock');
      await person.sees(`guest-${width} is not locked.`);
      expect(await signIn(account.password)).toBe(200);
      await person.page.getByRole('link', { name: 'History' }).click();
      await person.sees('unlocked');
      await person.sees('tokens ended');
    },
    STORY_MS,
  );

  it(
    'retries a failed job after its cause is fixed',
    async () => {
      const { person, demo, width } = scene;
      const { page } = person;
      const name = `Retried ${width}`;
      const { id: list } = await demo.ask('POST', '/V1/pricing/pricelist', { priceList: { name } });
      const [, surplus] = await Promise.all(
        ['22423', '84406B'].map((sku) =>
          demo.ask('POST', '/V1/pricing/pricelistproduct', { priceListProduct: { pricelist_id: list, sku, price: 5 } }),
        ),
      );
      const filter = 'searchCriteria[filter_groups][0][filters][0]';
      const ofList = `${filter}[field]=pricelist_id&${filter}[value]=${list}`;
      const uuid = await demo.send(
        `/V1/import?replace=1&expect_deleted_max=0&${ofList}`,
        'price_list_product.csv',
        `pricelist_name,sku,price\n${name},22423,4\n`,
      );
      await person.open(`/jobs?job=${uuid}`, 'Jobs');
      await person.sees(/^The call would delete 1 of the 2 records that match searchCriteria/);
      await demo.ask('DELETE', `/V1/pricing/pricelistproduct/${surplus.id}`);
      await person.press('Try again');
      await page
        .getByRole('status')
        .filter({ hasText: /^complete/ })
        .waitFor();
      const { items } = await demo.ask('GET', `/V1/pricing/pricelistproduct/search?${ofList}`);
      expect(items).toMatchObject([{ sku: '22423', price: 4 }]);
    },
    STORY_MS,
  );

  it(
    'creates a role from rights that have titles',
    async () => {
      const { person, demo, width } = scene;
      const { page } = person;
      await person.open('/records/role/new', /^New/);
      await page.getByLabel('Name').fill(`clerks ${width}`);
      await page.getByRole('checkbox', { name: 'Read customer documents' }).check();
      await person.press('Save');
      await person.heading(new RegExp(`clerks ${width}`));
      const { items } = await demo.ask(
        'GET',
        `/V1/access/roles/search?searchCriteria[filter_groups][0][filters][0][field]=name&searchCriteria[filter_groups][0][filters][0][value]=clerks%20${width}`,
      );
      expect(items[0].resources).toEqual(['_CustomerDocuments::manage']);
    },
    STORY_MS,
  );

  it(
    'names the missing right and who can grant it',
    async () => {
      const { demo, width, viewport } = scene;
      const name = `seller-${width}`;
      const resources = ['_Commerce::manage', '_Commerce::save', '_Access::manage'];
      const role = await demo.ask('POST', '/V1/access/roles', { role: { name, resources } });
      const password = 'Seller-pass-word-7x1';
      await demo.ask('POST', '/V1/access/admins', {
        admin: { username: name, email: `${name}@example.com`, password, role_id: role.id },
      });
      const seller = await demo.person(viewport, { username: name, password });
      const { id } = await demo.ask('GET', '/V1/commerce/customers/number/12347');
      await seller.open(`/records/customer/${id}`, 'Customer 12347');
      await seller.page
        .getByLabel(/^Password/)
        .first()
        .fill('Another-pass-word-7x1');
      await seller.press('Save');
      const refusal = seller.page.getByRole('alert').filter({ hasText: 'You do not have the right' });
      await refusal.getByText(/credentials/).waitFor();
      await refusal.getByText('These administrators can grant the right: demo.').waitFor();
      await seller.leave();
    },
    STORY_MS,
  );

  it(
    'shows versions, memory, cache and queues of the server',
    async () => {
      const { person } = scene;
      await person.open('/health', 'Health');
      await person.sees('Process memory');
      await person.sees(/has not read yet/);
      await person.sees('Database');
    },
    STORY_MS,
  );
};

// The server allows webhooks to localhost only if it runs there itself.
stories('administration in Desk', tell, { PUBLIC_BASE_URL: 'http://localhost' });
