import { readFileSync } from 'node:fs';
import { type Scene, stories, STORY_MS } from './desk-demo.js';

stories('passports in Desk', (scene: Scene) => {
  const MANAGE = '/V1/dpp/manage';

  /** A published passport of the newest generic template. */
  const published = async (sku: string) => {
    const { items } = await scene.demo.ask('GET', `${MANAGE}/templates/search?searchCriteria=`);
    const { example, version } = items.findLast(({ code }: { code: string }) => code === 'generic');
    const { gtin: _gtin, ...passport } = example;
    const { passport_id: id } = await scene.demo.ask('POST', `${MANAGE}/passports`, {
      passport: { ...passport, sku, template_code: 'generic', template_version: version },
    });
    await scene.demo.ask('POST', `${MANAGE}/passports/${id}/publish`);
    return id as number;
  };
  const isPdf = (path: string): boolean => readFileSync(path).subarray(0, 5).toString() === '%PDF-';

  it(
    'archives a passport with a reason, and revises it',
    async () => {
      const { person, demo, width } = scene;
      const { page } = person;
      const id = await published(`ARCHIVED-${width}`);
      await person.open(`/passports/${id}`, `Passport ARCHIVED-${width}`);
      await person.press('Archive');
      const dialog = page.getByRole('dialog', { name: 'Archive' });
      await dialog.getByLabel('Reason for archiving').selectOption('end of life');
      await dialog.getByRole('button', { name: 'Archive' }).click();
      await page.getByText('archived', { exact: true }).first().waitFor();
      expect(await demo.ask('GET', `${MANAGE}/passports/${id}`)).toMatchObject({
        status: 'archived',
        archive_reason: 'end_of_life',
      });
      await page.getByRole('tab', { name: 'Versions' }).click();
      await page
        .getByRole('table', { name: 'Versions' })
        .getByRole('row', { name: /archived: end of life.*demo/ })
        .waitFor();
      await page.getByRole('link', { name: 'Public page' }).waitFor({ state: 'detached' });
      await person.press('Revise');
      await page.getByText('draft', { exact: true }).first().waitFor();
    },
    STORY_MS,
  );

  it(
    'prints labels of selected passports, of one passport and of a serial number run',
    async () => {
      const { person, width } = scene;
      const { page } = person;
      const [one, other] = [`LABEL-${width}-A`, `LABEL-${width}-B`];
      await published(one);
      const id = await published(other);
      const save = async (button: string | RegExp): Promise<void> => {
        const download = page.waitForEvent('download');
        await person.press(button);
        const file = await download;
        expect(file.suggestedFilename()).toBe('labels.pdf');
        expect(isPdf(await file.path())).toBe(true);
      };
      await person.open('/passports', 'Passports');
      await page.getByLabel('SKU, GTIN or serial number').fill(`LABEL-${width}`);
      for (const sku of [one, other]) await page.getByRole('checkbox', { name: `Select ${sku}` }).check();
      await save('Save label sheet as PDF');

      await page.getByRole('link', { name: other, exact: true }).first().click();
      await person.heading(`Passport ${other}`);
      await page.getByRole('tab', { name: 'Code and labels' }).click();
      await page.getByRole('img', { name: 'QR code' }).waitFor();
      await save('Save label sheet as PDF');

      await person.press('Start a run');
      const dialog = page.getByRole('dialog', { name: 'Start a run' });
      await dialog.getByLabel('Batch').fill('2026-W48');
      // A pattern without a number is rejected, and the dialog shows the reason.
      await dialog.getByLabel(/^Serial number pattern/).fill('RUN');
      await dialog.getByRole('textbox', { name: 'Count' }).fill('3');
      await dialog.getByRole('button', { name: 'Create and publish' }).click();
      await dialog.getByRole('alert').waitFor();
      await dialog.getByLabel(/^Serial number pattern/).fill(`R${width}-{0001}`);
      await page.keyboard.press('Enter');
      await person.heading('Passports');
      const run = page
        .getByRole('table', { name: 'Serial number runs' })
        .getByRole('row', { name: new RegExp(`^${other} 2026-W48 published.* 3 / 3`) });
      await run.waitFor();
      const download = page.waitForEvent('download');
      await run.getByRole('button', { name: 'Save labels 1–3' }).click();
      expect(isPdf(await (await download).path())).toBe(true);
      await page.getByLabel('SKU, GTIN or serial number').fill(`R${width}-0003`);
      await page
        .getByRole('table', { name: 'Passports' })
        .getByRole('row', { name: new RegExp(`R${width}-0003`) })
        .getByRole('link')
        .click();
      await person.heading(`Passport ${other}`);
      expect(page.url()).not.toContain(`/passports/${id}`);
    },
    STORY_MS,
  );
});
