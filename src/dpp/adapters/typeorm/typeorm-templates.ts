import { Injectable } from '@nestjs/common';
import type { Criteria, Page } from '../../../../libs/kernel/index.js';
import { Database } from '../../../../libs/persistence/index.js';
import { type Records, RecordStore } from '../../../../libs/records/index.js';
import { compareVersions } from '../../domain/semantic-version.js';
import type { TemplateDocument } from '../../domain/template.js';
import { type PassportTemplate, passportTemplateResource } from '../../passport-template.record.js';
import { type StoredTemplate, Templates } from '../../ports/templates.js';
import { told } from './told-refusal.js';

const templateOf = ({ id, document, createdAt, updatedAt }: PassportTemplate): StoredTemplate => ({
  id,
  document: JSON.parse(document) as TemplateDocument,
  createdAt,
  updatedAt,
});

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

  constructor(
    store: RecordStore,
    private readonly database: Database,
  ) {
    super();
    this.templates = store.of(passportTemplateResource);
  }

  async byId(id: number): Promise<StoredTemplate | undefined> {
    const row = (await this.templates.byIds([id])).get(id);
    return row && templateOf(row);
  }

  async byCode(code: string, version: string): Promise<StoredTemplate | undefined> {
    const [key] = passportTemplateResource.unique;
    if (!key) return undefined;
    const [row] = await this.templates.byKey(key, [{ code, version }]);
    return row && templateOf(row);
  }

  async versionsOf(code: string): Promise<readonly StoredTemplate[]> {
    const groups = [[{ property: 'code', condition: 'eq', values: [code] } as const]];
    const { items } = await this.templates.search({ groups, sort: [], page: 1, pageSize: MANY });
    return items.map(templateOf).sort((one, other) => compareVersions(other.document.version, one.document.version));
  }

  async search(criteria: Criteria): Promise<Page<StoredTemplate>> {
    const { items, total } = await this.templates.search(criteria);
    return { items: items.map(templateOf), total };
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
}
