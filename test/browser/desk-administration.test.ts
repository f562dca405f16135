import { BROWSER, DeskDemo, NARROW, type Person, WIDE } from './desk-demo.js';

const MINUTES = 300_000;

if (BROWSER === undefined) {
  it('Desk is used where there is a browser', () => expect(BROWSER).toBeUndefined());
} else {
  let demo: DeskDemo;
  beforeAll(async () => {
    demo = await DeskDemo.start();
  }, 600_000);
  afterAll(() => demo.stop());

  describe.each([
    ['1280', WIDE],
    ['390', NARROW],
  ])('administration in Desk at %s px', (width, viewport) => {
    let person: Person;

    beforeEach(async () => {
      person = await demo.person(viewport);
    }, MINUTES);
    afterEach(async () => {
      expect(await person.overflow()).toBeLessThanOrEqual(0);
      await person.leave();
    });

    it(
      'looks for mistakes in the price book, and finds the job again',
      async () => {
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
      MINUTES,
    );

    it(
      'copies a template: what is no JSON is refused at once, what breaks a rule by the server',
      async () => {
        const { page } = person;
        await person.open('/templates', 'Templates');
        await page.getByRole('link', { name: 'Any product' }).first().click();
        await person.press('Copy this template');
        const document = page.getByLabel('Template as JSON');
        const text = await document.inputValue();
        await document.fill('{');
        await person.press('Check and save');
        await person.sees('This is not valid JSON.');
        await document.fill(text);
        await page.getByLabel('Code', { exact: true }).fill('Of The House');
        await person.press('Check and save');
        await page.getByRole('alert').filter({ hasText: /code/i }).waitFor();
      },
      MINUTES,
    );

    it(
      'sends a test event to a webhook, and changes its secret, which is shown once',
      async () => {
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
      MINUTES,
    );

    it(
      'gives an integration a new token, which is shown once and works',
      async () => {
        const { page } = person;
        const { id } = await demo.ask('POST', '/V1/access/integrations', {
          integration: { name: `erp ${width}`, resources: ['_Commerce::manage'] },
        });
        await person.open(`/integrations/${id}`, /^Integration/);
        await person.press('New token');
        const dialog = page.getByRole('dialog', { name: 'Token of the integration' });
        await dialog.waitFor();
        const token = /[\w-]{43}/.exec((await dialog.textContent()) ?? '')?.[0] ?? '';
        await page.keyboard.press('Escape');
        const works = await fetch(`${demo.url}/rest/V1/commerce/websites/1`, {
          headers: { authorization: `Bearer ${token}` },
        });
        expect(works.status).toBe(200);
      },
      MINUTES,
    );

    it(
      'makes a role of titled rights',
      async () => {
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
      MINUTES,
    );

    it(
      'shows versions, memory, cache and queues of the server',
      async () => {
        await person.open('/health', 'Health');
        await person.sees('Memory of the process');
        await person.sees(/has not read yet/);
        await person.sees('Database');
      },
      MINUTES,
    );
  });
}
