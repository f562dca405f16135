import { Database } from '../../libs/database/index.js';
import { Transactions } from '../../libs/kernel/index.js';
import { decodeSvg } from '../../libs/codes/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { PassportShop } from '../support/passport-shop.js';

const GTIN = '04006381333931';

describeOnDatabases(
  'identifiers that permanently belong to one product (passports.md, "Ownership of identifiers")',
  (database) => {
    let app: TestApp;
    let shop: PassportShop;
    let made = 0;

    beforeAll(async () => {
      app = await startApp({ database });
      shop = await new PassportShop(app).open();
    });
    afterAll(() => app.close());

    /** A serial number that no passport has. */
    const serial = (): string => `S${(made += 1)}`;
    const publish = async (fields: object) => {
      const { passport_id } = await shop.draft(fields);
      return { id: passport_id as number, ...(await shop.call('POST', `passports/${passport_id}/publish`)) };
    };
    const follow = async (path: string): Promise<unknown> => {
      const { status, headers } = await fetch(`${app.url}${path}`, {
        redirect: 'manual',
        headers: { accept: 'text/html' },
      });
      return [status, headers.get('location')];
    };

    it.each([
      ['a model', {}, `(01)${GTIN}`],
      ['a batch', { batch: 'B1' }, `(01)${GTIN}(10)B1`],
      ['an item', { serial: 'I1' }, `(01)${GTIN}(21)I1`],
      ['an item of two batches', { batch: 'B1', serial: 'I2' }, `(01)${GTIN}(21)I2`, { batch: 'B2', serial: 'I2' }],
    ])(
      'cannot be used by another product, even after archiving: %s',
      async (_, fields, identifier, others: object = fields) => {
        const first = await publish({ gtin: GTIN, ...fields });
        expect(first.status).toBe(200);
        const other = await shop.draft({ gtin: GTIN, ...others });
        const refused = await shop.call('POST', `passports/${other.passport_id}/publish`);
        expect([refused.status, refused.body.parameters]).toEqual([400, { identifier, sku: first.body.sku }]);
        expect(await shop.good('GET', `passports/${other.passport_id}`)).toEqual(other);
        const { faults } = await shop.good('GET', `passports/${other.passport_id}/validate`);
        expect(faults).toEqual([{ path: 'gtin', message: expect.stringContaining(identifier) }]);
        // After archiving, only the same product can use it again.
        await shop.act(first.id, 'archive', { reason: 'withdrawn' });
        expect((await shop.call('POST', `passports/${other.passport_id}/publish`)).status).toBe(400);
        expect((await publish({ sku: first.body.sku, gtin: GTIN, ...fields })).status).toBe(200);
      },
    );

    it('can be published and revised in two store views of the product', async () => {
      const fields = { sku: shop.sku(), gtin: GTIN, serial: serial() };
      const [general, own] = [await publish({ ...fields, store_id: 0 }), await publish({ ...fields, store_id: 1 })];
      expect([general.status, own.status]).toEqual([200, 200]);
      await shop.act(general.id, 'revisions');
      expect((await shop.call('POST', `passports/${general.id}/publish`)).status).toBe(200);
      expect((await publish({ ...fields, sku: shop.sku(), store_id: 1 })).status).toBe(400);
    });

    it.each([
      ['a batch', 'B1', ['B2', null]],
      ['no batch', null, ['B1']],
    ])('cannot be published in another batch of the same product if the item has %s', async (_, batch, others) => {
      const fields = { sku: shop.sku(), gtin: GTIN, serial: serial() };
      const first = await publish({ ...fields, batch });
      expect(first.status).toBe(200);
      const refusal = {
        message: expect.stringContaining('permanently belongs to'),
        parameters: { identifier: `(01)${GTIN}(21)${fields.serial}`, sku: fields.sku, ...(batch && { batch }) },
      };
      for (const other of others) {
        const { passport_id: id } = await shop.draft({ ...fields, batch: other });
        const { faults } = await shop.good('GET', `passports/${id}/validate`);
        expect(faults).toEqual([{ path: 'serial', message: expect.stringContaining(fields.serial) }]);
        const refused = await shop.call('POST', `passports/${id}/publish`);
        expect([refused.status, refused.body]).toEqual([400, expect.objectContaining(refusal)]);
        // After archiving, the identifier still belongs to the first item.
        if (other === others[0]) await shop.act(first.id, 'archive', { reason: 'withdrawn' });
        expect((await shop.call('POST', `passports/${id}/publish`)).status).toBe(400);
      }
      const again = await publish({ ...fields, batch });
      const own = await publish({ ...fields, batch, store_id: 1 });
      expect([again.status, own.status]).toEqual([200, 200]);
      await shop.act(again.id, 'revisions');
      expect((await shop.call('POST', `passports/${again.id}/publish`)).status).toBe(200);
      expect(await follow(`/01/${GTIN}/21/${fields.serial}`)).toEqual([307, `http://kontor.test/dpp/${own.body.uuid}`]);
    });

    it('cannot be changed on a published item', async () => {
      const { id } = await publish({ gtin: GTIN, batch: 'B1', serial: serial() });
      await shop.act(id, 'revisions');
      for (const change of [{ batch: 'B2' }, { batch: null }, { serial: serial() }, { gtin: '09524000010018' }]) {
        const refused = await shop.call('PUT', `passports/${id}`, { passport: change });
        const [fieldName] = Object.keys(change);
        expect([refused.status, refused.body.parameters]).toEqual([400, { fieldName }]);
      }
    });

    it('cannot be changed by a data sheet in a revision', async () => {
      const sheet = await shop.draft({ gtin: null });
      const { id, status } = await publish({ gtin: null, serial: serial(), model_passport: sheet.passport_id });
      expect(status).toBe(200);
      await shop.good('PUT', `passports/${sheet.passport_id}`, { passport: { gtin: GTIN } });
      await shop.act(id, 'revisions');
      const { faults } = await shop.good('GET', `passports/${id}/validate`);
      expect(faults).toEqual([{ path: 'gtin', message: expect.stringContaining('first publication') }]);
      expect((await shop.call('POST', `passports/${id}/publish`)).status).toBe(400);
    });

    it('cannot move to another SKU in a revision; the published version stays', async () => {
      const { id, body } = await publish({ gtin: GTIN, serial: serial() });
      await shop.act(id, 'revisions');
      await shop.good('PUT', `passports/${id}`, { passport: { sku: shop.sku() } });
      expect((await shop.call('POST', `passports/${id}/publish`)).status).toBe(400);
      expect((await shop.read(body.sku)).body).toMatchObject({ uuid: body.uuid, version: 1 });
    });

    it.each([
      ['products', {}],
      ['batches of one product', { sku: 'RACE' }],
    ])('go to exactly one of several %s published at once', async (_, whose) => {
      const fields = { gtin: GTIN, serial: serial(), ...whose };
      const drafts = await Promise.all(
        Array.from({ length: 6 }, (__, batch) => shop.draft({ ...fields, batch: `B${batch}` })),
      );
      const answers = await Promise.all(
        drafts.map(({ passport_id }) => shop.call('POST', `passports/${passport_id}/publish`)),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400, 400]);
    });

    it('need a GTIN: without one, serial numbers can repeat', async () => {
      const fields = { serial: serial() };
      expect([(await publish(fields)).status, (await publish(fields)).status]).toEqual([200, 200]);
    });

    it('are never shared in a new installation', async () => {
      expect(await shop.good('GET', 'shared-identifiers')).toEqual([]);
      expect((await shop.call('GET', 'shared-identifiers', undefined, '')).status).toBe(401);
    });

    it('let the resolver find an item with or without its batch', async () => {
      const fields = { gtin: '09524000010018', batch: 'L/7', serial: serial() };
      const { body } = await publish(fields);
      const page = [307, `http://kontor.test/dpp/${body.uuid}`];
      expect(await follow(`/01/09524000010018/21/${fields.serial}`)).toEqual(page);
      expect(await follow(`/01/09524000010018/10/L%2F7/21/${fields.serial}`)).toEqual(page);
      expect((await follow(`/01/09524000010018/10/L8/21/${fields.serial}`)) as unknown[]).toEqual([404, null]);
      expect(await follow('/01/09524000010018')).toEqual([404, null]);
      expect(await follow('/01/09524000010018/10/L%2F7')).toEqual([404, null]);
      const anchors = async (): Promise<readonly string[]> => {
        const { text } = await app.call('GET', `/01/09524000010018/21/${fields.serial}?linkType=linkset`);
        return (JSON.parse(text) as { linkset: readonly { anchor: string }[] }).linkset.map(({ anchor }) => anchor);
      };
      expect(await anchors()).toEqual([`http://kontor.test/01/09524000010018/21/${fields.serial}`]);
      const jsonld = JSON.parse((await app.call('GET', `/rest/V1/dpp/passport/${body.sku}/jsonld`)).body) as object;
      expect(JSON.stringify(jsonld)).toContain(`http://kontor.test/01/09524000010018/21/${fields.serial}"`);
      // Clients without a preference get the JSON of EN 18222, and browsers the page.
      const plain = await fetch(`${app.url}/01/09524000010018/21/${fields.serial}`, { redirect: 'manual' });
      const read = await app.call('GET', (plain.headers.get('location') ?? '').replace('http://kontor.test', ''));
      expect([plain.status, read.status, read.body]).toEqual([
        307,
        200,
        expect.objectContaining({
          digitalProductPassportId: `http://kontor.test/dpp/${body.uuid}`,
          uniqueProductIdentifier: `http://kontor.test/01/09524000010018/21/${fields.serial}`,
        }),
      ]);
      const shown = await app.call('GET', `/dpp/${body.uuid}`);
      expect(shown.headers.get('content-type')).toBe('text/html; charset=utf-8');
      // Once the batch has a passport, it is found too.
      const batch = await publish({ gtin: fields.gtin, batch: fields.batch });
      expect(await follow(`/01/09524000010018/10/L%2F7/21/none`)).toEqual([
        307,
        `http://kontor.test/dpp/${batch.body.uuid}`,
      ]);
      expect(await anchors()).toEqual([
        `http://kontor.test/01/09524000010018/21/${fields.serial}`,
        'http://kontor.test/01/09524000010018/10/L%2F7',
      ]);
    });

    it('link to documents by the types of the GS1 Web Vocabulary', async () => {
      const fields = { gtin: '09524000010018', serial: serial() };
      const url = (name: string): string => `https://maker.example/${name}.pdf`;
      await publish({
        ...fields,
        documents: [
          { kind: 'manual', title: 'Anleitung', url: url('de'), language: 'de' },
          { kind: 'instructions', title: 'Manual', url: url('en'), language: 'en' },
          { kind: 'declaration_of_conformity', title: 'Conformity', url: url('doc'), language: 'en' },
          { kind: 'brochure', title: 'Brochure', url: url('ad'), language: 'en' },
        ],
      });
      const link = `/01/${fields.gtin}/21/${fields.serial}`;
      const { linkset } = JSON.parse((await app.call('GET', `${link}?linkType=linkset`)).text) as {
        readonly linkset: readonly Readonly<Record<string, readonly { readonly href: string }[]>>[];
      };
      const of = (type: string): readonly string[] =>
        (linkset[0]?.[`https://ref.gs1.org/voc/${type}`] ?? []).map(({ href }) => href).toSorted();
      expect(of('instructions')).toEqual([url('de'), url('en')]);
      expect(of('certificationInfo')).toEqual([url('doc')]);
      expect(JSON.stringify(linkset)).not.toContain(url('ad'));
      const led = (type: string, lang: string) =>
        fetch(`${app.url}${link}?linkType=gs1:${type}&lang=${lang}`, { redirect: 'manual' }).then(
          ({ status, headers }) => [status, headers.get('location')],
        );
      expect(await led('instructions', 'de')).toEqual([307, expect.stringContaining(url('de'))]);
      expect(await led('certificationInfo', 'en')).toEqual([307, expect.stringContaining(url('doc'))]);
      expect((await led('safetyInfo', 'en'))[0]).toBe(404);
    });

    it.each([
      ['two products', {}, null, null],
      ['two batches of one product', { sku: 'TWO' }, 'B1', 'B2'],
      ['an item without a batch and one with', { sku: 'ONE' }, null, 'B2'],
    ])('that %s already share keep working, are reported, and lead to the first', async (...row) => {
      const [, whose, batch, otherBatch] = row;
      const fields = { gtin: GTIN, serial: serial(), ...whose };
      const identifier = `(01)${GTIN}(21)${fields.serial}`;
      const first = await publish({ ...fields, batch });
      const other = await shop.draft({ ...fields, batch: otherBatch });
      await app
        .get<Transactions>(Transactions)
        .write(() =>
          app
            .get<Database>(Database)
            .run('INSERT INTO passport_identifier_other (identifier, sku, batch) VALUES (?, ?, ?)', [
              identifier,
              other.sku,
              otherBatch ?? '',
            ]),
        );
      await shop.act(other.passport_id, 'publish');
      const page = (uuid: string) => [307, `http://kontor.test/dpp/${uuid}`];
      expect(await follow(`/01/${GTIN}/21/${fields.serial}`)).toEqual(page(first.body.uuid));
      // A printed code with a batch still leads to the passport of that batch.
      if (otherBatch !== null) expect(await follow(`/01/${GTIN}/10/B2/21/${fields.serial}`)).toEqual(page(other.uuid));
      const shared = (await shop.good('GET', 'shared-identifiers')) as readonly { identifier: string }[];
      expect(shared.filter((one) => one.identifier === identifier)).toEqual([
        { identifier, sku: first.body.sku, batch, other_sku: other.sku, other_batch: otherBatch },
      ]);
      await shop.act(first.id, 'archive', { reason: 'withdrawn' });
      expect(await follow(`/01/${GTIN}/21/${fields.serial}`)).toEqual(page(other.uuid));
    });

    it('keep the older form in QR codes that were printed with it', async () => {
      const { id, uuid } = await publish({ gtin: GTIN, batch: 'OLD', serial: serial() }).then(({ id: of, body }) => ({
        id: of,
        uuid: body.uuid as string,
      }));
      const printed = `http://kontor.test/01/${GTIN}/10/OLD/21/S-old`;
      await app
        .get<Transactions>(Transactions)
        .write(() => app.get<Database>(Database).run('UPDATE passport SET qr_target = ? WHERE id = ?', [printed, id]));
      await shop.act(id, 'revisions');
      await shop.act(id, 'publish');
      const svg = await app.call('GET', `/dpp/${uuid}/qr.svg`);
      expect(decodeSvg(svg.text)).toBe(printed);
    });
  },
);
