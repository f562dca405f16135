import { Injectable } from '@nestjs/common';
import type { Criteria, Page } from '../../../../libs/kernel/index.js';
import { Database } from '../../../../libs/persistence/index.js';
import { type Records, RecordStore } from '../../../../libs/records/index.js';
import { compareVersions } from '../../domain/semantic-version.js';
import type { TemplateDocument } from '../../domain/template.js';
import { type PassportTemplate, passportTemplateResource } from '../../passport-template.record.js';
import { type StoredTemplate, type TemplateNumber, Templates } from '../../ports/templates.js';
import { mustBeLight } from './page-weight.js';
import { told } from './told-refusal.js';

/** Documents that were read, kept as one object each: what was made of one, such as its shape, is kept with it. */
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

@Injectable()
export class TypeOrmTemplates extends Templates {
  private readonly templates: Records<PassportTemplate>;
  private readonly kept = new Map<string, TemplateDocument>();
  private keptCharacters = 0;

  constructor(
    store: RecordStore,
    private readonly database: Database,
  ) {
    super();
    this.templates = store.of(passportTemplateResource);
  }

  async byId(id: number): Promise<StoredTemplate | undefined> {
    const row = (await this.templates.byIds([id])).get(id);
    return row && this.templateOf(row);
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
    return rows.toSorted((one, other) => compareVersions(other.version, one.version));
  }

  async versionsOf(code: string): Promise<readonly StoredTemplate[]> {
    const groups = [[{ property: 'code', condition: 'eq', values: [code] } as const]];
    const { items } = await this.templates.search({ groups, sort: [], page: 1, pageSize: MANY });
    return items
      .map((row) => this.templateOf(row))
      .sort((one, other) => compareVersions(other.document.version, one.document.version));
  }

  async search(criteria: Criteria): Promise<Page<StoredTemplate>> {
    const { items, total } = await this.templates.search(criteria);
    mustBeLight(items.reduce((sum, { document }) => sum + document.length, 0));
    return { items: items.map((row) => this.templateOf(row)), total };
  }

  async add(template: StoredTemplate): Promise<number> {
    const [id = 0] = await told(() => this.templates.insert([rowOf(template)]));
    return id;
  }

  async ensure(document: TemplateDocument, at: Date): Promise<void> {
    const sql = this.database.dialect.upsert('passport_template', [...COLUMNS], ['code', 'version'], []);
    const row = rowOf({ id: 0, document, createdAt: at, updatedAt: at });
    await this.database.run(sql, [row.code, row.version, row.esprCategory, row.document, at, at]);
  }

  change(template: StoredTemplate): Promise<void> {
    return this.templates.update([rowOf(template)]);
  }

  async remove(id: number): Promise<void> {
    // eslint-disable-next-line no-restricted-syntax -- the port Records, not TypeORM's remove()
    await this.templates.remove([id]);
  }

  private templateOf({ id, document, createdAt, updatedAt }: PassportTemplate): StoredTemplate {
    return { id, document: this.read(document), createdAt, updatedAt };
  }

  private read(text: string): TemplateDocument {
    const found = this.kept.get(text) ?? (JSON.parse(text) as TemplateDocument);
    if (!this.kept.delete(text)) this.keptCharacters += text.length;
    this.kept.set(text, found);
    for (const [oldest] of this.kept) {
      if (this.kept.size <= KEPT && this.keptCharacters <= KEPT_CHARACTERS) break;
      this.kept.delete(oldest);
      this.keptCharacters -= oldest.length;
    }
    return found;
  }
}
