import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { rcompare } from 'semver';
import type { Criteria, Page } from '../../../../../libs/kernel/index.js';
import { Database } from '../../../../../libs/database/index.js';
import { type Records, RecordStore, RowRefused } from '../../../../../libs/records/index.js';
import { dynamicProperties, shapeOf } from '../../domain/schema-shape.js';
import type { TemplateDocument } from '../../domain/template.js';
import { type PassportTemplate, passportTemplateResource } from '../../passport-template.record.js';
import { type StoredTemplate, type TemplateNumber, Templates } from '../../ports/templates.js';
import { refuseLargePage } from '../../../passport/domain/index.js';

/** Number of template documents to cache. Each stays the same object, so that data derived from it is cached too. */
const KEPT = 40;
const KEPT_CHARACTERS = 16 * 1024 * 1024;

const rowOf = ({ id, document, createdAt, updatedAt }: StoredTemplate): PassportTemplate => ({
  id,
  code: document.code,
  version: document.version,
  esprCategory: document.espr_category,
  document: JSON.stringify(document),
  createdAt,
  updatedAt,
});

const COLUMNS = ['code', 'version', 'espr_category', 'document', 'created_at', 'updated_at'] as const;
const MANY = 10_000;

/** Parsed loosely, because a stored pre-release can have leading zeros, such as `1.0.0-01`. */
const highestFirst = (one: TemplateNumber, other: TemplateNumber): number =>
  rcompare(one.version, other.version, { loose: true });

/**
 * Plain SQL: reads version numbers without documents, and inserts a shipped template only if it does not exist,
 * in one statement.
 */
@Injectable()
export class SqlTemplates extends Templates {
  private readonly templates: Records<PassportTemplate>;
  private readonly kept = new LRUCache<string, TemplateDocument>({
    max: KEPT,
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: (_, text) => text.length,
  });
  private readonly published = new LRUCache<string, StoredTemplate>({ max: KEPT });

  constructor(
    store: RecordStore,
    private readonly database: Database,
  ) {
    super();
    database.onMoved(() => this.published.clear());
    this.templates = store.recordsOf(passportTemplateResource);
  }

  async byId(id: number): Promise<StoredTemplate | undefined> {
    const row = (await this.templates.byIds([id])).get(id);
    return row && this.templateOf(row);
  }

  override async ofPublished(id: number, updatedAt: string): Promise<StoredTemplate | undefined> {
    const name = `${id} ${updatedAt}`;
    const template = this.published.get(name) ?? (await this.byId(id));
    if (template) this.published.set(name, template);
    return template;
  }

  async byCode(code: string, version: string): Promise<StoredTemplate | undefined> {
    const [key] = passportTemplateResource.unique;
    if (!key) return undefined;
    const [row] = await this.templates.byKey(key, [{ code, version }]);
    return row && this.templateOf(row);
  }

  override async numbersOf(code: string): Promise<readonly TemplateNumber[]> {
    const rows = await this.database.query<TemplateNumber>(
      'SELECT id, version FROM passport_template WHERE code = ? LIMIT ?',
      [code, MANY],
    );
    return rows.toSorted(highestFirst);
  }

  async versionsOf(code: string): Promise<readonly StoredTemplate[]> {
    const groups = [[{ property: 'code', condition: 'eq', values: [code] } as const]];
    const { items } = await this.templates.search({ groups, sort: [], page: 1, pageSize: MANY });
    return items.toSorted(highestFirst).map((row) => this.templateOf(row));
  }

  async measuredPoints(): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    const rows = await this.database.query<{ id: number }>(
      `SELECT id FROM passport_template WHERE document LIKE '%"x-dynamic"%'`,
      [],
    );
    for (const { id } of rows) {
      const template = await this.byId(id);
      for (const { name } of template ? dynamicProperties(shapeOf(template.document.schema)) : []) found.add(name);
    }
    return found;
  }

  async search(criteria: Criteria): Promise<Page<StoredTemplate>> {
    const { items, total } = await this.templates.search(criteria);
    refuseLargePage(items.reduce((sum, { document }) => sum + document.length, 0));
    return { items: items.map((row) => this.templateOf(row)), total };
  }

  async add(template: StoredTemplate): Promise<number> {
    const [id = 0] = await RowRefused.withoutRow(() => this.templates.insert([rowOf(template)]));
    return id;
  }

  async ensure(document: TemplateDocument, at: Date): Promise<void> {
    const sql = this.database.dialect.upsert('passport_template', [...COLUMNS], ['code', 'version'], []);
    const row = rowOf({ id: 0, document, createdAt: at, updatedAt: at });
    const { affected } = await this.database.run(sql, [row.code, row.version, row.esprCategory, row.document, at, at]);
    // On MySQL and MariaDB, 1 means a new row. An existing row is not changed.
    if (affected === 1 && (await this.isNew(row.code, row.version, at)))
      await this.database.enter({
        resource: 'passportTemplate',
        id: null,
        key: `${row.code} ${row.version}`,
        action: 'created',
      });
  }

  change(template: StoredTemplate): Promise<void> {
    return this.templates.update([rowOf(template)]);
  }

  async remove(id: number): Promise<void> {
    // eslint-disable-next-line no-restricted-syntax -- the port Records, not TypeORM's remove()
    await this.templates.remove([id]);
  }

  private async isNew(code: string, version: string, at: Date): Promise<boolean> {
    const row = await this.database.queryOne<{ created_at: string }>(
      'SELECT created_at FROM passport_template WHERE code = ? AND version = ?',
      [code, version],
    );
    return row?.created_at === at.toISOString();
  }

  private templateOf({ id, document, createdAt, updatedAt }: PassportTemplate): StoredTemplate {
    return { id, document: this.read(document), createdAt, updatedAt };
  }

  private read(text: string): TemplateDocument {
    const known = this.kept.get(text);
    if (known) return known;
    const document = JSON.parse(text) as TemplateDocument;
    this.kept.set(text, document);
    return document;
  }
}
