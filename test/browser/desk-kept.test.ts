import { BROWSER, DeskDemo, type Person, WIDE } from './desk-demo.js';

if (BROWSER === undefined) {
  it('Desk is used where there is a browser', () => expect(BROWSER).toBeUndefined());
} else {
  describe('what someone types in Desk is kept (desk.md)', () => {
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
      await person.sees('You have changes that are not saved yet.');
    }, 60_000);
    afterEach(() => person.leave());

    const value = async (): Promise<unknown> => (await demo.ask('GET', `/V1/pricing/customerprice/${id}`)).value;

    it('through a reload, and on another screen', async () => {
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
      await person.sees('The former values are back.');
      expect(await value()).toBe(1.11);
    }, 60_000);

    it('when the session ends: the person signs in again over the form', async () => {
      const { page, context } = person;
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
    }, 60_000);

    it('when the connection is lost', async () => {
      const { page, context } = person;
      await context.setOffline(true);
      await person.press('Save');
      await person.sees(/The server did not answer/);
      await context.setOffline(false);
      expect(await page.getByLabel('Value').inputValue()).toBe('2.22');
      await person.press('Save');
      await person.sees('Saved');
    }, 60_000);

    it('when the server refuses it: the reason appears at the field', async () => {
      const { page } = person;
      await page.getByLabel('Value').fill('-5');
      await person.press('Save');
      await page.locator('[aria-invalid=true]').first().waitFor();
      expect(await page.locator('[aria-invalid=true]').first().inputValue()).toBe('-5');
      expect(await value()).toBe(1.11);
    }, 60_000);
  });
}
