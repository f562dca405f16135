import { Resources } from '../../libs/records/index.js';
import { RESOURCES } from '../support/rooms.js';
import { SqlTemplates } from '../../src/dpp/templates/adapters/sql/sql-templates.js';
import { SHIPPED_TEMPLATES } from '../../src/dpp/templates/adapters/shipped/shipped-templates.js';
import type { TemplateDocument } from '../../src/dpp/templates/domain/template.js';
import type { Templates } from '../../src/dpp/templates/ports/templates.js';
import { describeOnDatabases, type OpenTestDatabase, openTestDatabase } from '../support/databases.js';
import { MemoryTemplates } from '../support/dpp-public.js';

const AT = new Date('2026-01-01T00:00:00.000Z');
const [shipped] = SHIPPED_TEMPLATES;
if (!shipped) throw new Error('no template ships');

// Sorted as texts, version 1.10.0 would come before 1.2.0.
const DOCUMENTS: readonly TemplateDocument[] = [
  { ...shipped, version: '1.2.0' },
  { ...shipped, version: '1.10.0' },
  { ...shipped, version: '1.10.0-rc.1' },
  { ...shipped, code: 'other', version: '1.0.0' },
  {
    ...shipped,
    code: 'used',
    schema: { ...shipped.schema, properties: { cycles: { type: 'integer', 'x-dynamic': true } } },
  },
];

describeOnDatabases('template stores', (kind) => {
  let opened: OpenTestDatabase;
  let stored: SqlTemplates;

  beforeAll(async () => {
    opened = await openTestDatabase(kind, { resources: new Resources(RESOURCES) });
    const { database, records } = opened.persistence;
    stored = new SqlTemplates(records, database);
    for (const document of DOCUMENTS) await stored.add({ id: 0, document, createdAt: AT, updatedAt: AT });
  });
  afterAll(() => opened.close());

  const said = async (templates: Templates) => ({
    ids: await Promise.all([1, 4, 99].map(async (id) => (await templates.byId(id))?.document)),
    byCode: (await templates.byCode(shipped.code, '1.10.0'))?.document,
    otherCase: await templates.byCode(shipped.code.toUpperCase(), '1.10.0'),
    otherVersion: await templates.byCode(shipped.code, '9.0.0'),
    versions: (await templates.versionsOf(shipped.code)).map(({ document }) => document.version),
    numbers: await templates.numbersOf(shipped.code),
    none: await templates.versionsOf('none'),
    measured: [...(await templates.measuredPoints())].toSorted(),
  });

  it('return the same from the database and from the test double', async () => {
    const found = await said(stored);
    expect(found).toEqual(await said(new MemoryTemplates(DOCUMENTS)));
    expect(found.measured).toEqual(['cycles']);
    expect(found.versions).toEqual(['1.10.0', '1.10.0-rc.1', '1.2.0']);
  });

  it('cache the template of a published passport by the time of its last change', async () => {
    const [before] = await stored.versionsOf(shipped.code);
    if (!before) throw new Error('no template');
    const asked = async (at: Date) => (await stored.ofPublished(before.id, at.toISOString()))?.document.labels;
    expect(await asked(AT)).toEqual(before.document.labels);
    const later = new Date(AT.getTime() + 1);
    await stored.change({ ...before, document: { ...before.document, labels: { en: 'Other' } }, updatedAt: later });
    expect([await asked(AT), await asked(later)]).toEqual([before.document.labels, { en: 'Other' }]);
    expect(await stored.ofPublished(999_999, AT.toISOString())).toBeUndefined();
  });
});
