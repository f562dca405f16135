import { randomUUID } from 'node:crypto';
import { Transactions } from '../../libs/kernel/index.js';
import { Database } from '../../libs/database/index.js';
import { PassportBook } from '../../src/dpp/authoring/index.js';
import { PassportValidator } from '../../src/dpp/authoring/ports/passport-validator.js';
import { Publications } from '../../src/dpp/authoring/ports/publications.js';
import { DppSettings } from '../../src/dpp/passport/index.js';
import { QueueRegistrations } from '../../src/dpp/registry/index.js';
import { Templates } from '../../src/dpp/templates/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnMysql } from '../support/databases.js';
import { PassportShop } from '../support/passport-shop.js';

/**
 * Maximum bytes per item of a model on a MariaDB server, including all rows and indexes (benchmarks.md, "One million
 * batteries").
 */
const MOST_BYTES = 3 * 1024;
/** Enough items that the first page of each index hardly counts. */
const ITEMS = 9000;
const AT_ONCE = 500;
const ACTOR = { kind: 'operator', id: null } as const;

describeOnMysql('item passports that share their content', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({ database: 'mysql' });
    await new PassportShop(app).open();
  }, 120_000);
  afterAll(() => app.close());

  /** Stores items of one model as a run does: checked once and stored with few statements. */
  const store = async (): Promise<void> => {
    const [book, publications] = [app.get<PassportBook>(PassportBook), app.get<Publications>(Publications)];
    const registry = app.get<QueueRegistrations>(QueueRegistrations);
    const validator = app.get<PassportValidator>(PassportValidator);
    const [template] = await app.get<Templates>(Templates).versionsOf('battery');
    if (!template) throw new Error('no template');
    const base = app.get<DppSettings>(DppSettings).publicBaseUrl;
    const shop = new PassportShop(app);
    const { sku: _sku, serial: _serial, gtin: _gtin, ...example } = template.document.example;
    const draft = await shop.good('POST', 'passports', {
      passport: { ...example, template_code: 'battery', sku: 'SHARED-1', gtin: '9524000010018', serial: 'FIRST' },
    });
    await shop.act(draft.passport_id, 'publish');
    const first = (await book.version(draft.passport_id, 1)) as NonNullable<Awaited<ReturnType<typeof book.version>>>;
    const now = new Date().toISOString();
    for (let from = 0; from < ITEMS; from += AT_ONCE) {
      const serials = Array.from({ length: Math.min(AT_ONCE, ITEMS - from) }, (_, at) => `SN-2027-${from + at}`);
      const items = serials.map((serial) => ({ serial, uuid: randomUUID() }));
      const validated = await validator.publication(ACTOR, { ...first, ...items[0] }, template.document, []);
      await app.get<Transactions>(Transactions).write(async () => {
        const ids = await book.addPassports(
          items.map(({ serial, uuid }) => ({
            id: 0,
            uuid,
            sku: 'SHARED-1',
            storeId: 0,
            batch: first.batch,
            serial,
            isArchived: false,
            lastVersion: 1,
            printedGtin: first.gtin,
            qrTarget: `${base}/01/${first.gtin}/21/${serial}`,
            runId: null,
            createdAt: new Date(),
          })),
        );
        const versions = items.map(({ serial, uuid }, at) => ({
          ...first,
          id: 0,
          passportId: ids[at] ?? 0,
          uuid,
          serial,
          publishedAt: now,
        }));
        const versionIds = await book.addVersions(versions);
        const shown = versions.map((version, at) => ({
          version: { id: versionIds[at] ?? 0, templateId: template.id },
          publication: {
            qrTarget: '',
            parts: validated.parts,
            files: [],
            view: {
              ...validated.view,
              passport_id: version.passportId,
              uuid: version.uuid,
              serial: version.serial,
              published_at: now,
            },
          },
        }));
        await publications.showAll(shown);
        await registry.queue(shown.map(({ version, publication: { view } }) => ({ versionId: version.id, view })));
        await book.noteAll(
          versions.map(({ passportId }) => ({
            passportId,
            event: {
              version: 1,
              action: 'published' as const,
              fromStatus: 'draft' as const,
              toStatus: 'published' as const,
              reason: null,
              fields: [],
              actor: ACTOR,
              at: new Date(),
            },
          })),
        );
      });
    }
  };

  /**
   * Non-empty pages of all tables and indexes in the server's memory, in bytes by index. Space reserved in advance (1
   * MiB per index) is not counted, because for few rows it would say nothing about a million.
   */
  const filled = async (): Promise<readonly (readonly [index: string, bytes: number, rows: number])[]> => {
    const rows = await app
      .get<Database>(Database)
      .query<{ name: string; bytes: string; rows: string }>(
        "SELECT CONCAT(table_name, '.', index_name) AS name, COUNT(*) * @@innodb_page_size AS bytes, SUM(number_records) AS `rows` FROM information_schema.innodb_buffer_page WHERE page_type = 'INDEX' AND table_name LIKE CONCAT('`', DATABASE(), '`.%passport%') GROUP BY 1",
      );
    return rows.map(({ name, bytes, rows: records }) => [name, Number(bytes), Number(records)]);
  };

  it(`take at most ${MOST_BYTES} bytes each`, async () => {
    await store();
    const all = await filled();
    // Each row is in the pages at least once, so none of them was evicted from memory meanwhile.
    for (const table of ['passport', 'passport_version', 'published_passport'])
      expect(all.find(([name]) => name.endsWith(`\`${table}\`.PRIMARY`))?.[2]).toBeGreaterThanOrEqual(ITEMS);
    const item = all.reduce((sum, [, bytes]) => sum + bytes, 0) / ITEMS;
    expect(item).toBeGreaterThan(500);
    expect(item).toBeLessThan(MOST_BYTES);
    const [{ bodies } = { bodies: 0 }] = await app
      .get<Database>(Database)
      .query<{ bodies: number }>('SELECT COUNT(*) AS bodies FROM passport_part');
    expect(Number(bodies)).toBeLessThan(20);
  }, 60_000);
});
