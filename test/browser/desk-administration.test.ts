import { stories, STORY_MS } from './desk-demo.js';

stories('administration in Desk', (scene) => {
  it(
    'looks for mistakes in the price book, and finds the job again',
    async () => {
      const { person } = scene;
      const { page } = person;
      await person.open('/check-up', 'Check-up');
      await person.press('Check all prices');
      const kinds = page.getByRole('table').first();
      await kinds.getByRole('row').nth(1).waitFor();
      await kinds.getByRole('button', { name: /^Show/ }).first().click();
      await page.getByRole('table').nth(1).getByRole('link').first().click();
      await page.getByRole('button', { name: 'Save' }).waitFor();
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
    'copies a template and changes it: the server checks while the person types',
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
      await person.sees('A template with this code and version already exists.');
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
    'sends a test event to a webhook, and changes its secret, which is shown once',
    async () => {
      const { person, demo, width } = scene;
      const { page } = person;
      const { id } = await demo.ask('POST', '/V1/webhooks', {
        webhook: { url: 'https://hooks.example/kontor', events: ['price.changed'], description: `of ${width}` },
      });
      await person.open(`/webhooks/${id}`, /^Webhook/);
      await person.press('Send a test event');
      await person.sees('A test event is on its way.');
      await page.getByRole('row', { name: /webhook\.test/ }).waitFor();
      await person.press('New signing secret');
      const secret = page.getByRole('dialog', { name: 'Signing secret' });
      expect(await secret.textContent()).toMatch(/whsec_/);
      await page.keyboard.press('Escape');
      await secret.waitFor({ state: 'detached' });
      expect(await page.getByText('whsec_').count()).toBe(0);
    },
    STORY_MS,
  );

  it(
    'gives an integration a new token, which is shown once and works',
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
    'makes a role of titled rights',
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
    'names the right that is missing, and who can grant it',
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
      await refusal.getByText('These administrators can grant it: demo.').waitFor();
      await seller.leave();
    },
    STORY_MS,
  );

  it(
    'shows versions, memory, cache and queues of the server',
    async () => {
      const { person } = scene;
      await person.open('/health', 'Health');
      await person.sees('Memory of the process');
      await person.sees(/has not read yet/);
      await person.sees('Database');
    },
    STORY_MS,
  );
});
