import type { Locator } from 'playwright-core';
import { until } from '../support/until.js';
import { type Scene, stories, STORY_MS, WIDE } from './desk-demo.js';

const STOPS_MAX = 250;

/** The focused element, or the frame around it, is outlined. */
const HAS_RING = `(() => {
  for (let at = document.activeElement; at; at = at.parentElement)
    if (getComputedStyle(at).outlineStyle !== 'none') return true;
  return false;
})()`;

/** A person who uses only Tab, arrows, Enter, Escape and typing. */
class Keys {
  constructor(private readonly scene: Scene) {}

  get page() {
    return this.scene.person.page;
  }

  /** Presses Tab until the target has the focus. The focus must be visible and never get lost. */
  async to(target: Locator): Promise<void> {
    await target.first().waitFor({ state: 'attached' });
    const focused = target.and(this.page.locator(':focus'));
    for (let stop = 0; stop < STOPS_MAX; stop += 1) {
      if ((await focused.count()) === 0) {
        await this.page.keyboard.press('Tab');
        continue;
      }
      expect([target.toString(), await this.page.evaluate(HAS_RING)]).toEqual([target.toString(), true]);
      return;
    }
    throw new Error(`Tab does not reach ${target.toString()}`);
  }

  async press(role: 'button' | 'link' | 'tab' | 'menuitem', name: string | RegExp, within?: Locator): Promise<void> {
    await this.to((within ?? this.page.locator('body')).getByRole(role, { name }));
    await this.page.keyboard.press('Enter');
  }

  async type(target: Locator, text: string): Promise<void> {
    await this.to(target);
    await this.page.keyboard.press('Control+a');
    await this.page.keyboard.type(text);
  }

  /** Types a search text and selects the first result. */
  async choose(label: string, text: string): Promise<void> {
    const field = this.page.getByRole('combobox', { name: label }).or(this.page.getByRole('textbox', { name: label }));
    await this.type(field, text);
    await this.page.locator('[role=option][data-combobox-selected]').filter({ hasText: text }).waitFor();
    await this.page.keyboard.press('Enter');
    await this.page.keyboard.press('Escape');
  }

  async file(button: string, name: string, text: string): Promise<void> {
    // Wait before pressing the key; otherwise the browser shows its own dialog.
    const [chooser] = await Promise.all([this.page.waitForEvent('filechooser'), this.press('button', button)]);
    await chooser.setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  }

  /** Opens a screen or a record through the search. */
  async find(text: string, heading: string | RegExp): Promise<void> {
    await this.page.keyboard.press('Control+k');
    await this.page.locator('input:focus').waitFor();
    await this.page.keyboard.type(text);
    await this.page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(`^${text}`) })
      .first()
      .waitFor();
    const chosen = this.page.locator('[data-selected]');
    for (let stop = 0; stop < STOPS_MAX; stop += 1) {
      await this.page.keyboard.press('ArrowDown');
      if ((await chosen.allTextContents()).some((one) => one.startsWith(text))) break;
    }
    await this.page.keyboard.press('Enter');
    await this.scene.person.heading(heading);
    await this.isKept();
  }

  /** Waits until an element has the focus. */
  async isKept(): Promise<void> {
    await until(() => this.page.evaluate<boolean>('document.activeElement !== document.body'));
  }
}

const tell = (scene: Scene): void => {
  let keys: Keys;
  beforeEach(() => {
    keys = new Keys(scene);
  });
  const story = (name: string, work: () => Promise<void>): void => it(name, work, STORY_MS);

  story('opens search results and explains a price', async () => {
    const { person } = scene;
    const { page } = person;
    await keys.find('17850', 'Customer 17850');
    await keys.find('Why this price', 'Why this price');
    await keys.choose('Products (SKU)', '84406B');
    await keys.choose('Customer', '17850');
    await page.getByRole('table', { name: 'Candidates' }).waitFor();
    await keys.press('button', 'Compare side by side');
    await keys.to(page.getByRole('group', { name: 'Second' }).getByRole('radio', { name: 'Customer' }));
    for (const _ of ['Group', 'Not signed in']) await page.keyboard.press('ArrowRight');
    await page.getByRole('region', { name: 'Second' }).getByRole('table', { name: 'Candidates' }).waitFor();
    await keys.press('link', /^Customer price/);
    await person.heading(/^Customer price/);
  });

  story('adds and discards a record in What if', async () => {
    const { person } = scene;
    const { page } = person;
    await keys.find('What if', 'What if');
    await keys.choose('Customers', '12347');
    await keys.choose('Products (SKU)', '22423');
    await page.getByRole('table', { name: 'Prices before and after' }).waitFor();
    await keys.press('button', 'Add a record');
    await page.getByRole('menuitem', { name: 'Customer price', exact: true }).waitFor();
    for (let stop = 0; stop < 20; stop += 1) {
      await page.keyboard.press('ArrowDown');
      if ((await page.locator('[role=menuitem]:focus').textContent()) === 'Customer price') break;
    }
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog');
    await keys.type(form.getByRole('textbox', { name: 'Value' }), '9.99');
    await keys.press('button', 'Apply', form);
    await form.waitFor({ state: 'detached' });
    await keys.isKept();
    await page.getByRole('table', { name: 'Prices before and after' }).getByText('9.99 GBP').waitFor();
    await keys.press('button', 'Discard all');
    await person.sees('Change or leave out a record above, or add a record.');
  });

  story('creates, deletes and edits price records', async () => {
    const { person } = scene;
    const { page } = person;
    await keys.find('Customer prices', 'Customer prices');
    await keys.press('link', 'New');
    await person.heading('New: Customer price');
    await keys.choose('Customer', '12347');
    await keys.choose('Product', '22423');
    await keys.type(page.getByRole('textbox', { name: 'Value', exact: true }), '8.75');
    await page.keyboard.press('Enter');
    await person.heading(/^Customer price 12347, 22423/);
    await keys.press('button', 'Delete');
    const question = page.getByRole('dialog', { name: 'Delete this record?' });
    await question.getByRole('button', { name: 'Keep record' }).and(page.locator(':focus')).waitFor();
    await keys.press('button', 'Delete', question);
    await person.sees(/^Deleted: /);
    await person.heading('Customer prices');
    await keys.isKept();
    const grid = page.getByRole('table', { name: 'Customer prices' });
    await keys.press('button', /^Edit \d+, /, grid);
    await grid.locator('input:focus').waitFor();
    await keys.type(grid.getByRole('textbox', { name: 'Value', exact: true }), '8.52');
    await page.keyboard.press('Enter');
    await person.sees('Saved');
    await keys.isKept();
    await page.keyboard.press('Control+z');
    await person.sees('The previous values have been restored.');
  });

  story('checks an import and starts an export', async () => {
    const { person } = scene;
    const { page } = person;
    await keys.find('Import and export', 'Import and export');
    const rows = 'customer_number,sku,value\n12347,22423,8.75\n12347,UNKNOWN-1,8.75\n';
    await keys.file('Choose a file', 'customer_price.csv', rows);
    await keys.press('button', 'Dry run');
    await person.sees('This was a dry run. Nothing was stored.');
    await page
      .getByRole('table', { name: 'Rejected rows' })
      .getByRole('row', { name: /UNKNOWN-1/ })
      .waitFor();
    await keys.press('button', 'Start export');
    await page.getByRole('progressbar', { name: 'Progress' }).nth(1).waitFor();
    await keys.isKept();
  });

  story('checks the price book', async () => {
    const { person } = scene;
    await keys.find('Check-up', 'Check-up');
    await keys.press('button', 'Check all prices');
    await keys.press('button', /^Show/);
    await keys.press('link', /\d$/, scene.person.page.getByRole('table').nth(1));
    await person.page.getByRole('button', { name: 'Save', exact: true }).waitFor();
    await keys.isKept();
  });

  story('uploads and assigns a document', async () => {
    const { person } = scene;
    await keys.find('Documents', 'Documents');
    await keys.file('Choose files', 'by-keyboard.txt', 'text');
    await person.sees('uploaded');
    await keys.press('link', 'by-keyboard.txt');
    await person.heading('Document by-keyboard');
    await keys.choose('Customers', '12348');
    await keys.press('button', 'Save');
    await person.sees('Assigned customers: 1; customer groups: 0.');
    await keys.choose('Check a customer', '12348');
    await person.sees('The customer can see the document:');
  });

  story('publishes and archives a passport', async () => {
    const { person, demo } = scene;
    const { page } = person;
    const { items } = await demo.ask('GET', '/V1/dpp/manage/templates/search?searchCriteria=');
    const { example, version } = items.findLast(({ code }: { code: string }) => code === 'generic');
    const { gtin: _gtin, ...passport } = example;
    const sku = `BY-KEYBOARD-${Date.now()}`;
    await demo.ask('POST', '/V1/dpp/manage/passports', {
      passport: { ...passport, sku, template_code: 'generic', template_version: version },
    });
    await keys.find('Passports', 'Passports');
    await keys.type(page.getByRole('textbox', { name: 'SKU, GTIN or serial number' }), sku);
    await keys.press('link', sku);
    await person.heading(`Passport ${sku}`);
    await keys.press('button', 'Publish');
    await page.getByRole('link', { name: 'Public page' }).waitFor();
    await keys.isKept();
    await keys.to(page.getByRole('tab').first());
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('tab').nth(1).getAttribute('aria-selected')).toBe('true');
    await keys.press('button', 'Archive');
    const dialog = page.getByRole('dialog', { name: 'Archive' });
    await keys.to(dialog.getByLabel('Reason for archiving'));
    await page.keyboard.type('end of life');
    await keys.press('button', 'Archive', dialog);
    await page.getByText('archived', { exact: true }).first().waitFor();
    await keys.isKept();
  });

  story('copies a template', async () => {
    const { person } = scene;
    const { page } = person;
    await keys.find('Templates', 'Templates');
    await keys.press('link', 'Any product');
    await keys.press('button', 'Copy this template');
    await person.sees('This template is valid.');
    await keys.isKept();
    await keys.type(page.getByLabel('Code', { exact: true }), `by-keyboard-${Date.now()}`);
    // Tab leaves the text field instead of inserting a tab.
    await keys.press('button', 'Save the copy');
    await page.getByRole('button', { name: 'Copy this template' }).waitFor();
    await keys.isKept();
  });

  story('finds who changed a record', async () => {
    const { person, demo } = scene;
    const { page } = person;
    const { items } = await demo.ask('GET', '/V1/pricing/customerprice/search?searchCriteria[pageSize]=1');
    const [{ id, sku, value }] = items;
    for (const changed of [value + 1, value])
      await demo.ask('PUT', `/V1/pricing/customerprice/${id}`, { customerPrice: { value: changed } });
    await keys.find('Who changed what', 'Who changed what');
    await keys.to(page.getByLabel('Records'));
    await page.keyboard.type('Customer prices');
    await keys.press('button', new RegExp(`demo changed.* ${id}: .*${sku}$`));
    await keys.press('link', new RegExp(`^Customer price ${id}: .*${sku}$`));
    await person.heading(new RegExp(`^Customer price .*${sku}$`));
  });

  story('shows a job and tests a webhook', async () => {
    const { person, demo } = scene;
    const { page } = person;
    await demo.ask('POST', '/V1/pricing/lint/jobs', {});
    await keys.find('Jobs', 'Jobs');
    await keys.press('button', /^Show: /);
    await page.getByRole('heading', { name: 'Details' }).waitFor();
    await keys.isKept();
    const url = `http://localhost:9/${Date.now()}`;
    const { id } = await demo.ask('POST', '/V1/webhooks', {
      webhook: { url, events: ['documentCategory.deleted'], description: 'by keyboard' },
    });
    await keys.find('Webhooks', 'Webhooks');
    await keys.press('link', url);
    await person.heading(/^Webhook/);
    expect(page.url()).toContain(`/webhooks/${id}`);
    await keys.press('button', 'New signing secret');
    const secret = page.getByRole('dialog', { name: 'Signing secret' });
    await secret.waitFor();
    await page.keyboard.press('Escape');
    await secret.waitFor({ state: 'detached' });
    await page.locator(':focus', { hasText: 'New signing secret' }).waitFor();
    await keys.press('button', 'Send a test event');
    await person.sees('A test event has been queued.');
    await keys.isKept();
  });

  story('creates a role and an integration token', async () => {
    const { person, demo } = scene;
    const { page } = person;
    await keys.find('Roles', 'Roles');
    await keys.press('link', 'New');
    const name = `by keyboard ${Date.now()}`;
    await keys.type(page.getByRole('textbox', { name: 'Name' }), name);
    await keys.to(page.getByRole('checkbox', { name: 'Read customer documents' }));
    await page.keyboard.press('Space');
    await keys.press('button', 'Save');
    await person.heading(new RegExp(name));
    const { id } = await demo.ask('POST', '/V1/access/integrations', {
      integration: { name, resources: ['_Commerce::manage'] },
    });
    await keys.find('Integrations', 'Integrations');
    await keys.press('link', name);
    await person.heading(/^Integration/);
    expect(page.url()).toContain(`/integrations/${id}`);
    await keys.press('button', 'New token');
    const dialog = page.getByRole('dialog', { name: 'Integration token' });
    await keys.press('button', 'I have copied it', dialog);
    await dialog.waitFor({ state: 'detached' });
    await page.locator(':focus', { hasText: 'New token' }).waitFor();
  });

  story('scrolls the health screen', async () => {
    await keys.find('Health', 'Health');
    await scene.person.sees('Process memory');
    await keys.page.keyboard.press('End');
    await until(() =>
      keys.page.evaluate<boolean>('scrollY > 0 || document.documentElement.scrollHeight <= innerHeight'),
    );
  });
};

// The server allows webhooks to localhost only if it runs there itself.
stories('Desk by keyboard alone', tell, { PUBLIC_BASE_URL: 'http://localhost' }, [WIDE]);
