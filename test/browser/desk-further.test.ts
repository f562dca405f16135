import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { NARROW, type Person, stories, STORY_MS } from './desk-demo.js';

const MANAGE = '/V1/dpp/manage';
const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';
/** Large enough to show progress on a slow connection. */
const BIG = PDF + ' '.repeat(1_500_000);
const LINE_BYTES_PER_S = 1_000_000;

/** Drops files from the disk on an element, as a desktop does. */
const dropFiles = async ({ context, page }: Person, target: Locator, files: readonly string[]): Promise<void> => {
  await target.scrollIntoViewIfNeeded();
  const { x = 0, y = 0, width = 0, height = 0 } = (await target.boundingBox()) ?? {};
  const devtools = await context.newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', {
      type,
      x: x + width / 2,
      y: y + height / 2,
      data: { items: [], files: [...files], dragOperationsMask: 1 },
    });
  await devtools.detach();
};

/** Words that are the same in both languages, and names. */
const SAME_WORDS =
  /^(?:Administrator demo|Code|Ctrl K|Desk|E-Mail|Export|Filter|GTIN|Import|Kontor(?: [\w.-]+)?|Name|Name, Code|Navigation|REST|SKU|SKU, Name|Status|System|Tokens|Webhooks?|Websites?)$/;
/** Data outside tables, and a hidden field of a library. */
const DATA =
  /^(?:autosize measurement|demo|generic|document\.updated|(?:Integration|Webhook) .*|Prices, delivery and payment|17850 · .*|agreement-17850\.pdf|Steel bottle 750 ml|Edelstahlflasche 750 ml|84406B · .*)$/;

/** The texts of a screen without its data: headings, buttons, labels, columns and texts between them. */
const SAID = `(() => {
  const isSaid = (element) =>
    element.closest('[lang]:not(html), td, tbody th, script, style, svg') === null && element.checkVisibility();
  const texts = [];
  for (const element of document.body.querySelectorAll('*')) {
    if (!isSaid(element)) continue;
    for (const node of element.childNodes) if (node.nodeType === 3) texts.push(node.data);
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) texts.push(element.getAttribute(name) ?? '');
  }
  return [...new Set(texts.map((text) => text.trim().replace(/\\s+/g, ' ')))].filter((text) => /[a-z]{3}/i.test(text));
})()`;

stories(
  'further tasks in Desk',
  (scene) => {
    /** Suffix for names, so that a test can run again on the same server. */
    const mark = (): string => `${scene.width}_${Date.now() % 1_000_000}`;

    it(
      'opens a product, a price list, a document and an integration by search',
      async () => {
        const { person, demo } = scene;
        const { page } = person;
        const own = mark();
        await demo.ask('POST', '/V1/access/integrations', { integration: { name: `Warehouse ${own}` } });
        for (const [typed, found, heading] of [
          ['84406', /^84406B/, 'Product 84406B'],
          ['2011-01', /^Season 2011-01/, 'Price list Season 2011-01'],
          ['parasols', /^Paper parasols/, /^Document Paper parasols/],
          [`house ${own}`, `Warehouse ${own}`, `Integration Warehouse ${own}`],
        ] as const) {
          await page.keyboard.press('Control+k');
          const field = page.getByRole('textbox', { name: 'Search everything' });
          await field.fill(typed);
          await page.getByRole('dialog').getByRole('button', { name: found }).first().click();
          await person.heading(heading);
          await field.waitFor({ state: 'detached' });
        }
      },
      STORY_MS,
    );

    it(
      'explains a price for a group and for a visitor of another website, with losing candidates',
      async () => {
        const { person, demo } = scene;
        const { page } = person;
        const own = mark();
        const website = { code: `fair_${own}`, name: `Fair ${own}`, base_currency: 'GBP', timezone: 'UTC' };
        const { id: website_id } = await demo.ask('POST', '/V1/commerce/websites', { website });
        const list = `Fair prices ${own}`;
        const { id: pricelist_id } = await demo.ask('POST', '/V1/pricing/pricelist', {
          priceList: { name: list, active: 1, website_id, priority: 20 },
        });
        await demo.ask('POST', '/V1/pricing/pricelistproduct', {
          priceListProduct: { pricelist_id, sku: '84406B', price: 1.11 },
        });
        await demo.ask('POST', '/V1/pricing/pricelistgroup', {
          priceListGroup: { pricelist_id, customer_group_id: 2 },
        });
        const groups = await demo.ask('GET', '/V1/commerce/customerGroups/search?searchCriteria=');
        const { code: group } = groups.items.find(({ id }: { id: number }) => id === 2);

        await person.open('/why', 'Why this price');
        await person.choose('Products (SKU)', '84406B');
        await page.keyboard.press('Escape');
        await page.getByRole('radiogroup', { name: 'Buyer' }).getByText('Group', { exact: true }).click();
        await person.choose('Group', group);
        await page.getByRole('textbox', { name: 'Day' }).fill('01/12/2010');
        await page.keyboard.press('Enter');
        const candidates = page.getByRole('table', { name: 'Candidates' });
        await candidates
          .getByRole('row', { name: /Price list row: Season 2010-12, 84406B 3\.25 GBP chosen/ })
          .waitFor();
        await candidates
          .getByRole('row', { name: new RegExp(`${list}, 84406B 1\\.11 GBP for another website`) })
          .waitFor();
        await page
          .getByRole('table', { name: 'Price over time' })
          .getByRole('link', { name: 'Price list row: Season 2010-12, 84406B' })
          .waitFor();

        await person.choose('Website', website.name);
        await candidates.getByRole('row', { name: new RegExp(`${list}, 84406B 1\\.11 GBP chosen`) }).waitFor();
        await page.getByText('Not signed in', { exact: true }).first().click();
        await page.getByRole('region', { name: 'First' }).getByText('4.15 GBP').first().waitFor();
        await candidates.getByRole('row', { name: /List price.*Product 84406B.*4\.15 GBP chosen/ }).waitFor();
        await demo.ask('DELETE', `/V1/pricing/pricelist/${pricelist_id}`);
      },
      STORY_MS,
    );

    it(
      'changes a stored price, compares old and new, and saves it',
      async () => {
        const { person, demo } = scene;
        const { page } = person;
        await person.open('/what-if', 'What if');
        await person.choose('Customers', '17850');
        await page.keyboard.press('Escape');
        await person.choose('Products (SKU)', '84406B');
        await page.keyboard.press('Escape');
        await page.getByRole('textbox', { name: 'Quantity' }).fill('8');
        await page.getByRole('textbox', { name: 'Day' }).fill('01/12/2010');
        await page.keyboard.press('Tab');
        const change = page
          .getByRole('table', { name: 'Records that determine these prices' })
          .getByRole('button', { name: /^Change: Customer price \d+: 17850, 84406B$/ });
        const [, id = ''] = /(\d+):/.exec((await change.getAttribute('aria-label')) ?? '') ?? [];
        await change.click();
        const form = page.getByRole('dialog');
        expect(await form.getByLabel('Value').inputValue()).toBe('2.75');
        await form.getByLabel('Value').fill('2.5');
        await form.getByRole('button', { name: 'Apply' }).click();
        await page
          .getByRole('table', { name: 'Prices before and after' })
          .getByRole('row', { name: /2\.75 GBP.*2\.50 GBP.*-0\.25 GBP/ })
          .waitFor();
        await page
          .getByRole('table', { name: 'Your changes' })
          .getByRole('row', { name: /^Customer price.*17850, 84406B changed Value 2\.5/ })
          .waitFor();
        const price = `/V1/pricing/customerprice/${id}`;
        expect(await demo.ask('GET', price)).toMatchObject({ value: 2.75 });
        await person.press('Save these changes');
        await person.sees('The change has been saved.');
        expect(await demo.ask('GET', price)).toMatchObject({ value: 2.5 });
        await demo.ask('PUT', price, { customerPrice: { value: 2.75 } });
      },
      STORY_MS,
    );

    it(
      'uploads two dropped files with progress, and previews one',
      async () => {
        const { person } = scene;
        const { page, context } = person;
        const own = mark();
        const folder = mkdtempSync(join(tmpdir(), 'dropped-'));
        const names = [`manual-${own}.pdf`, `drawing-${own}.pdf`];
        for (const name of names) writeFileSync(join(folder, name), BIG);
        await person.open('/documents', 'Documents');
        const line = await context.newCDPSession(page);
        await line.send('Network.enable');
        await line.send('Network.emulateNetworkConditions', {
          offline: false,
          latency: 0,
          downloadThroughput: -1,
          uploadThroughput: LINE_BYTES_PER_S,
        });
        // All values of each progress bar.
        await page.evaluate(`
        window.shares = {};
        new MutationObserver(() => {
          for (const bar of document.querySelectorAll('[role=progressbar]'))
            (window.shares[bar.getAttribute('aria-label')] ??= new Set()).add(Number(bar.getAttribute('aria-valuenow')));
        }).observe(document.body, { subtree: true, childList: true, attributes: true });`);
        await dropFiles(
          person,
          page.getByRole('group', { name: /^New documents/ }),
          names.map((name) => join(folder, name)),
        );
        for (const name of names) await page.getByRole('link', { name, exact: true }).waitFor();
        await page.getByText('uploaded', { exact: true }).nth(1).waitFor();
        const shares: Record<string, readonly number[]> = await page.evaluate(
          'Object.fromEntries(Object.entries(window.shares).map(([name, values]) => [name, [...values]]))',
        );
        for (const name of names) expect(shares[name]?.some((share) => share > 0 && share < 100)).toBe(true);
        await line.detach();
        rmSync(folder, { recursive: true });

        await page.getByRole('link', { name: names[0] ?? '', exact: true }).click();
        await person.heading(`Document manual-${own}`);
        await person.press('Preview');
        const frame = page.locator(`iframe[title="manual-${own}.pdf"]`);
        await frame.waitFor();
        expect(await frame.getAttribute('src')).toMatch(/^blob:/);
        await person.press('Preview');
        await frame.waitFor({ state: 'detached' });
      },
      STORY_MS,
    );

    it(
      'lists the documents that one customer sees',
      async () => {
        const { person, demo } = scene;
        const { page } = person;
        const own = mark();
        const { id } = await demo.ask('GET', '/V1/commerce/customers/number/17850');
        const [hidden, foreign] = [`Not yet of ${own}`, `Not for ${own}`];
        await demo.ask('POST', '/V1/customerdocuments', { document: { name: foreign } });
        await demo.ask('POST', '/V1/customerdocuments', { document: { name: hidden, customer_ids: [id] } });
        await person.open('/documents', 'Documents');
        const field = page.getByRole('combobox', { name: 'Customer', exact: true });
        await field
          .or(page.getByRole('textbox', { name: 'Customer', exact: true }))
          .first()
          .fill('17850');
        await page.getByRole('option', { name: /17850/ }).first().click();
        const seen = page.getByRole('table', { name: 'What can a customer see?' });
        await seen
          .getByRole('row', { name: /^Agreed conditions of customer 17850 yes it is assigned to the customer/ })
          .waitFor();
        await seen.getByRole('row', { name: /^Paper parasols.* yes the document is public/ }).waitFor();
        await seen
          .getByRole('row', { name: new RegExp(`^${hidden} no it has neither a file nor an address`) })
          .waitFor();
        await seen
          .getByRole('row', { name: /^Prices of the garden range yes it is assigned to the customer's group/ })
          .waitFor();
        expect(await seen.getByText(foreign).count()).toBe(0);
        const shop = await (await demo.asCustomer('/customerdocuments/me/search?searchCriteria=')).text();
        expect(shop).toContain('Agreed conditions of customer 17850');
        expect(shop).not.toContain(hidden);
      },
      STORY_MS,
    );

    it(
      'shows what each audience reads in a passport, and what a new version changed',
      async () => {
        const { person, demo } = scene;
        const { page } = person;
        const own = mark();
        const { items } = await demo.ask('GET', `${MANAGE}/templates/search?searchCriteria=`);
        const { example } = items.find(
          ({ code, version }: { code: string; version: string }) => code === 'battery' && version === '2.0.0',
        );
        const sku = `READ-${own}`;
        const { passport_id: id, uuid } = await demo.ask('POST', `${MANAGE}/passports`, {
          passport: { ...example, sku, serial: sku, template_code: 'battery', template_version: '2.0.0' },
        });
        await demo.ask('POST', `${MANAGE}/passports/${id}/publish`);
        await person.open(`/passports/${id}`, `Passport ${sku}`);
        await page.getByRole('tab', { name: 'Audiences' }).click();
        const fields = page.getByRole('table', { name: 'Audiences' });
        const read = async (audience: string): Promise<readonly string[]> => {
          await page.getByRole('radiogroup', { name: 'Audience' }).getByText(audience, { exact: true }).click();
          await page.getByRole('radio', { name: audience, checked: true }).waitFor({ state: 'attached' });
          return (await fields.getByRole('rowheader').allInnerTexts()).map((text) => text.trim());
        };
        const everyone = await read('Everyone');
        const interested = await read('Legitimate interest');
        const authorities = await read('Authorities');
        const restricted = interested.filter((label) => !everyone.includes(label));
        expect([everyone.length > 0, restricted.length > 0]).toEqual([true, true]);
        expect(everyone.every((label) => interested.includes(label) && authorities.includes(label))).toBe(true);
        // The public page shows the same.
        const shown = await (await fetch(`${demo.url}/dpp/${uuid}`, { headers: { accept: 'text/html', 'accept-language': 'en' } })).text(); // prettier-ignore
        const text = shown.replace(/<[^>]+>/g, '\n').replace(/&amp;/g, '&');
        expect(everyone.filter((label) => !text.includes(label))).toEqual([]);
        expect(restricted.filter((label) => text.includes(`\n${label}\n`))).toEqual([]);

        await person.press('Revise');
        await page.getByRole('tab', { name: 'Content' }).click();
        await page.getByRole('button', { name: /^Identity and product data/ }).click();
        await page.getByLabel(/^(Battery )?weight/i).fill('7');
        await person.press('Save');
        await page.getByRole('button', { name: 'Discard changes' }).waitFor({ state: 'detached' });
        await person.press('Submit for review');
        await page.getByRole('tab', { name: 'Versions' }).click();
        await page
          .getByRole('table', { name: 'Versions', exact: true })
          .getByRole('row', { name: /^2 submitted for review demo/ })
          .waitFor();
        await page
          .getByRole('table', { name: 'Differences between versions' })
          .getByRole('row', {
            name: new RegExp(`^(Battery )?weight.* ${String(example.dpp_payload.weight_kg)} 7$`, 'i'),
          })
          .waitFor();
        await page.getByLabel('From version').selectOption('2');
        await page.getByRole('table', { name: 'Differences between versions' }).waitFor({ state: 'detached' });
      },
      STORY_MS,
    );

    it(
      'checks an import of passports in a dry run, then imports the valid rows',
      async () => {
        const { person, demo } = scene;
        const { page } = person;
        const own = mark();
        const sku = `IMPORTED-${own}`;
        const rows = [
          'sku,template_code,product_name.en,gtin',
          `${sku},generic,"Pen, red",`,
          `${sku}-WRONG,generic,Pen,1`,
        ];
        const found = async (): Promise<number> => {
          const where = 'searchCriteria[filter_groups][0][filters][0]';
          const path = `${MANAGE}/passports/search?${where}[field]=sku&${where}[value]=${sku}`;
          return (await demo.ask('GET', path)).total_count;
        };
        await person.open('/passports', 'Passports');
        await page
          .locator('input[type=file]')
          .setInputFiles({ name: 'passports.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) });
        await page.getByRole('button', { name: 'Dry run' }).click();
        await page.getByText('1 created, 0 changed, 0 unchanged, 1 rejected. This was a dry run.').waitFor();
        await page
          .getByRole('table', { name: 'Import' })
          .getByRole('row', { name: /^2 .*gtin/i })
          .waitFor();
        expect(await found()).toBe(0);
        await page.getByRole('button', { name: 'Import', exact: true }).click();
        await page.getByText('This was a dry run.').waitFor({ state: 'detached' });
        await page.getByText('1 created, 0 changed, 0 unchanged, 1 rejected.').waitFor();
        expect(await found()).toBe(1);
        await page.getByRole('table', { name: 'Passports' }).getByRole('link', { name: sku, exact: true }).waitFor();
      },
      STORY_MS,
    );

    it(
      'shows every screen in German',
      async () => {
        // The texts do not depend on the width.
        if (scene.width === NARROW.width) return;
        const { person, demo } = scene;
        const { page } = person;
        const first = async (path: string): Promise<Readonly<Record<string, number>>> =>
          (await demo.ask('GET', `/V1/${path}/search?searchCriteria[pageSize]=1`)).items[0];
        const { id: customer } = await demo.ask('GET', '/V1/commerce/customers/number/17850');
        const { id: matrix } = await demo.ask('POST', '/V1/pricing/productcustomermatrix', {
          productCustomerMatrix: { name: `7-${mark()}`, price: 1 },
        });
        const { id: webhook } = await demo.ask('POST', '/V1/webhooks', { webhook: { url: 'https://example.com/hook', events: ['document.updated'] } }); // prettier-ignore
        const { id: integration } = await demo.ask('POST', '/V1/access/integrations', {
          integration: { name: `8-${mark()}` },
        });
        const question = `sku=84406B&customer=${customer}&qty=8&day=2010-12-01`;
        const offered: readonly string[] = await page.evaluate(
          `[...document.querySelectorAll('nav a[href^="/desk/"]')].map((link) => link.getAttribute('href').slice(5))`,
        );
        const kinds = offered.filter((address) => address.startsWith('/records/'));
        const screens = [
          '',
          ...offered,
          ...kinds.map((address) => `${address}/new`),
          `/why?${question}&compare=1&buyer2=anonymous&day2=2010-12-01&qty2=8`,
          `/records/customerPrice/${String((await first('pricing/customerprice'))['id'])}/history`,
          `/documents/${String((await first('customerdocuments'))['id'])}`,
          `/passports/${String((await first('dpp/manage/passports'))['passport_id'])}`,
          `/templates/${String((await first('dpp/manage/templates'))['id'])}`,
          `/matrices/${String(matrix)}`,
          `/webhooks/${String(webhook)}`,
          `/integrations/${String(integration)}`,
          '/admins/1',
          '/no-such-screen',
        ];
        const read = async (language: 'en' | 'de'): Promise<ReadonlyMap<string, readonly string[]>> => {
          await page.evaluate(`localStorage.setItem('kontor-desk-language', '${language}')`);
          const said = new Map<string, readonly string[]>();
          for (const screen of screens) {
            await page.goto(`${demo.url}/desk${screen}`);
            await page.getByRole('heading', { level: 1 }).waitFor();
            await page.waitForLoadState('networkidle');
            said.set(screen, await page.evaluate(SAID));
            expect([screen, await person.overflow()]).toEqual([screen, 0]);
          }
          expect(await page.getAttribute('html', 'lang')).toBe(language);
          return said;
        };
        const english = await read('en');
        const german = await read('de');
        const left: Record<string, readonly string[]> = {};
        for (const [screen, texts] of german) {
          const same = texts.filter(
            (text) => english.get(screen)?.includes(text) && !SAME_WORDS.test(text) && !DATA.test(text),
          );
          if (same.length > 0) left[screen] = same;
        }
        expect(left).toEqual({});
        expect(english.get('')?.length).toBeGreaterThan(20);
        await demo.ask('DELETE', `/V1/webhooks/${String(webhook)}`);
      },
      // More than a hundred screens.
      4 * STORY_MS,
    );
  },
  { SIMULATION_MAX_MS: '10000' },
);
