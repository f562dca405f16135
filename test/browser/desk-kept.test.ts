import { until } from '../support/until.js';
import { BROWSER, DeskDemo, type Person, WIDE } from './desk-demo.js';

if (BROWSER === undefined) {
  it('Desk is not tested without CHROMIUM_PATH', () => expect(BROWSER).toBeUndefined());
} else {
  describe('entries in Desk (desk.md)', () => {
    let demo: DeskDemo;
    let person: Person;
    let id: number;

    beforeAll(async () => {
      demo = await DeskDemo.start();
      id = (await demo.ask('GET', '/V1/pricing/customerprice/search?searchCriteria[pageSize]=1')).items[0].id;
    }, 180_000);
    afterAll(() => demo.stop());
    beforeEach(async () => {
      await demo.ask('PUT', `/V1/pricing/customerprice/${id}`, { customerPrice: { value: 1.11 } });
      person = await demo.person(WIDE);
      await person.open(`/records/customerPrice/${id}`, /^Customer price/);
      await person.page.getByLabel('Value').fill('2.22');
      await person.sees('You have unsaved changes.');
    }, 300_000);
    afterEach(() => person.leave());

    const value = async (): Promise<unknown> => (await demo.ask('GET', `/V1/pricing/customerprice/${id}`)).value;

    it('survive a reload and a visit to another screen', async () => {
      const { page } = person;
      await page.reload();
      expect(await page.getByLabel('Value').inputValue()).toBe('2.22');
      await person.open('/why', 'Why this price');
      await page.goBack();
      expect(await page.getByLabel('Value').inputValue()).toBe('2.22');
      await person.press('Save');
      await person.sees('Saved');
      expect(await value()).toBe(2.22);
      await person.press('Undo');
      await person.sees('The previous values have been restored.');
      expect(await value()).toBe(1.11);
    }, 300_000);

    it('survive the end of the session, with a sign-in dialog over the form', async () => {
      const { page, context } = person;
      // Wait for pending reads, so that only the save meets the ended session.
      await page.waitForLoadState('networkidle');
      await context.clearCookies();
      await person.press('Save');
      const again = page.getByRole('dialog', { name: 'Your session has ended' });
      await again
        .getByLabel(/^Password/)
        .first()
        .fill('Demo-pass-word-7x1');
      await again.getByRole('button', { name: 'Sign in' }).click();
      await again.waitFor({ state: 'detached' });
      expect(await page.getByLabel('Value').inputValue()).toBe('2.22');
      await person.press('Save');
      await person.sees('Saved');
      expect(await value()).toBe(2.22);
    }, 300_000);

    it('survive a lost connection', async () => {
      const { page, context } = person;
      await context.setOffline(true);
      await person.press('Save');
      await person.sees(/The server did not respond/);
      await context.setOffline(false);
      expect(await page.getByLabel('Value').inputValue()).toBe('2.22');
      await person.press('Save');
      await person.sees('Saved');
    }, 300_000);

    it('survive an error of the server, which appears at the field', async () => {
      const { page } = person;
      await page.getByLabel('Value').fill('-5');
      await person.press('Save');
      await page.locator('[aria-invalid=true]').first().waitFor();
      expect(await page.locator('[aria-invalid=true]').first().inputValue()).toBe('-5');
      expect(await value()).toBe(1.11);
    }, 300_000);

    describe('when someone else changes the same record', () => {
      beforeEach(() => demo.ask('PUT', `/V1/pricing/customerprice/${id}`, { customerPrice: { value: 3.33 } }));

      it('are compared with the stored values and can be saved', async () => {
        await person.press('Save');
        const choice = person.page.getByRole('dialog', { name: /^Someone else changed this record/ });
        await choice.getByRole('row', { name: /^Value.*1\.11.*3\.33.*2\.22/ }).waitFor();
        expect(await value()).toBe(3.33);
        await choice.getByRole('button', { name: 'Save my entries' }).click();
        await person.sees('Saved');
        expect(await value()).toBe(2.22);
      }, 300_000);

      it('can be replaced by the stored values', async () => {
        await person.press('Save');
        await person.press('Use stored values');
        expect(await person.page.getByLabel('Value').inputValue()).toBe('3.33');
        expect(await value()).toBe(3.33);
      }, 300_000);

      it('do not allow a deletion before the change is shown', async () => {
        await person.press('Delete');
        await person.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
        await person.sees(/^Someone else changed this/);
        expect(await value()).toBe(3.33);
      }, 300_000);
    });

    it('are not undone if someone else has changed them since', async () => {
      await person.press('Save');
      await person.sees('Saved');
      await demo.ask('PUT', `/V1/pricing/customerprice/${id}`, { customerPrice: { value: 3.33 } });
      await person.press('Undo');
      await person.sees(/someone else has changed them since/);
      expect(await value()).toBe(3.33);
    }, 300_000);

    it('are saved only on a second attempt when two people edit one passport', async () => {
      const { items } = await demo.ask('GET', '/V1/dpp/manage/passports/search?searchCriteria[pageSize]=1');
      const { passport_id } = await demo.ask('POST', '/V1/dpp/manage/passports', {
        passport: { sku: 'TWO-PEOPLE', template_code: items[0].template_code, product_name: { en: 'Before' } },
      });
      const { page } = person;
      const passport = `/V1/dpp/manage/passports/${passport_id}`;
      await person.open(`/passports/${passport_id}`, /TWO-PEOPLE|Before/);
      await page.getByLabel('Part number').fill('by the page');
      await demo.ask('PUT', passport, { passport: { mpn: 'by another' } });
      await person.press('Save');
      await person.sees(/^Someone else changed this/);
      expect((await demo.ask('GET', passport)).mpn).toBe('by another');
      await person.press('Save');
      await page.getByText('You have unsaved changes').waitFor({ state: 'detached' });
      expect((await demo.ask('GET', passport)).mpn).toBe('by the page');
    }, 300_000);

    it('include a file that one button uploads again after a server restart', async () => {
      const { page, context } = person;
      await person.open('/documents', 'Documents');
      const network = await context.newCDPSession(page);
      await network.send('Network.enable');
      const slowly = (uploadThroughput: number) =>
        network.send('Network.emulateNetworkConditions', {
          offline: false,
          latency: 0,
          downloadThroughput: -1,
          uploadThroughput,
        });
      await slowly(100_000);
      const buffer = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(2_000_000, 'x')]);
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name: 'cut.pdf', mimeType: 'application/pdf', buffer });
      const progress = page.getByRole('progressbar', { name: 'cut.pdf' });
      await until(async () => Number(await progress.getAttribute('aria-valuenow')) > 5);
      await demo.restart();
      await slowly(-1);
      await person.press('Try again');
      await person.sees('uploaded');
      const { items } = await demo.ask(
        'GET',
        '/V1/customerdocuments/search?searchCriteria[filter_groups][0][filters][0][field]=name&searchCriteria[filter_groups][0][filters][0][value]=cut',
      );
      expect(items.map(({ file }: { file: { size: number } | null }) => file?.size)).toEqual([buffer.length]);
    }, 300_000);
  });
}
