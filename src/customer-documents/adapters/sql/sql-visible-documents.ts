import { Injectable } from '@nestjs/common';
import type { Criteria, Day, Page } from '../../../../libs/kernel/index.js';
import { allOf, Database, inChunks, inList, orderSql, type Sql, whereSql } from '../../../../libs/database/index.js';
import { type Resource, Resources } from '../../../../libs/records/index.js';
import { documentResource } from '../../document.record.js';
import type { Viewer } from '../../domain/visibility.js';
import {
  type ProductPage,
  type SeenDocument,
  type ViewedDocument,
  VisibleDocuments,
} from '../../ports/visible-documents.js';
import { visibleSql } from './visible-sql.js';

interface Row {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly is_external: number;
  readonly is_public: number;
  readonly category_id: number | null;
  readonly website_id: number;
  readonly show_in_sidebar: number;
  readonly valid_from: string | null;
  readonly valid_to: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

const COLUMNS =
  't.id, t.name, t.description, t.is_external, t.is_public, t.category_id, t.website_id, t.show_in_sidebar, ' +
  't.valid_from, t.valid_to, t.created_at, t.updated_at';

const documentOf = (row: Row): ViewedDocument => ({
  id: row.id,
  name: row.name,
  description: row.description,
  isExternal: row.is_external,
  isPublic: row.is_public,
  categoryId: row.category_id,
  websiteId: row.website_id,
  showInSidebar: row.show_in_sidebar,
  validFrom: row.valid_from as Day | null,
  validTo: row.valid_to as Day | null,
  createdAt: new Date(row.created_at),
  updatedAt: new Date(row.updated_at),
});

interface SeenRow extends Pick<Row, 'id' | 'is_external' | 'is_public' | 'website_id' | 'valid_from' | 'valid_to'> {
  readonly external_url: string | null;
  readonly has_file: number;
  readonly is_customers: number;
  readonly is_groups: number;
}

const SEEN =
  'SELECT t.id, t.is_external, t.external_url, t.is_public, t.website_id, t.valid_from, t.valid_to, ' +
  'EXISTS (SELECT 1 FROM customer_document_file f WHERE f.document_id = t.id) AS has_file, ' +
  'EXISTS (SELECT 1 FROM document_customer c WHERE c.customer_id = ? AND c.document_id = t.id) AS is_customers, ' +
  'EXISTS (SELECT 1 FROM document_customer_group g WHERE g.customer_group_id = ? AND g.document_id = t.id) AS is_groups ' +
  'FROM document t WHERE t.id = ?';

type Ids = readonly number[];

/** With more IDs, the database counts rows instead of returning them. */
const IDS_AT_ONCE = 5_000;

/** An ID that no customer and no group has. */
const NOBODY = -1;

/**
 * Plain SQL with a fixed order of tables and indexes, because neither database finds the few visible documents
 * among a million by itself.
 */
@Injectable()
export class SqlVisibleDocuments extends VisibleDocuments {
  constructor(
    private readonly database: Database,
    private readonly resources: Resources,
  ) {
    super();
  }

  async search(viewer: Viewer, criteria: Criteria, page: ProductPage | undefined): Promise<Page<ViewedDocument>> {
    const { dialect } = this.database;
    const resource = documentResource as unknown as Resource;
    const visible = visibleSql(viewer, page, dialect);
    const asked = whereSql(criteria, { resource, resources: this.resources, links: [], dialect });
    const where = allOf([visible.where, asked]);
    const from: Sql = {
      text: `FROM ${visible.from.text} WHERE ${where.text}`,
      params: [...visible.from.params, ...where.params],
    };
    const order = page && criteria.sort.length === 0 ? 'v.position ASC, t.id ASC' : orderSql(criteria, resource);
    const { ids, total } = await this.found(from, order, criteria);
    return { items: await this.rows(ids), total };
  }

  /** IDs of the page and the total, in one pass over the rows unless there are very many. */
  private async found(from: Sql, order: string, { page, pageSize }: Criteria): Promise<{ ids: Ids; total: number }> {
    const skipped = (page - 1) * pageSize;
    const [limit, offset] = skipped + pageSize <= IDS_AT_ONCE ? [IDS_AT_ONCE + 1, 0] : [pageSize, skipped];
    const rows = await this.database.search<{ id: number }>(
      `SELECT t.id ${from.text} ORDER BY ${order} LIMIT ? OFFSET ?`,
      [...from.params, limit, offset],
    );
    const ids = rows.slice(skipped - offset, skipped - offset + pageSize).map(({ id }) => id);
    const isLast = rows.length < limit && (rows.length > 0 || offset === 0);
    return { ids, total: isLast ? offset + rows.length : await this.count(from) };
  }

  private async rows(ids: Ids): Promise<readonly ViewedDocument[]> {
    const rows = await inChunks(ids, (part) => {
      const { text, params } = inList('t.id', part);
      const table = `document t${this.database.dialect.byIndex('PRIMARY')}`;
      return this.database.query<Row>(`SELECT ${COLUMNS} FROM ${table} WHERE ${text}`, params);
    });
    const byId = new Map(rows.map((row) => [row.id, documentOf(row)]));
    // A document that was deleted meanwhile is left out.
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  async byId(documentId: number, { customer }: Viewer): Promise<SeenDocument | undefined> {
    const [customerId, groupId] = [customer?.id ?? NOBODY, customer?.groupId ?? NOBODY];
    const row = await this.database.queryOne<SeenRow>(SEEN, [customerId, groupId, documentId]);
    return (
      row && {
        id: row.id,
        websiteId: row.website_id,
        isPublic: row.is_public,
        validFrom: row.valid_from as Day | null,
        validTo: row.valid_to as Day | null,
        customerIds: Number(row.is_customers) === 1 ? [customerId] : [],
        customerGroupIds: Number(row.is_groups) === 1 ? [groupId] : [],
        externalUrl: row.is_external === 1 ? row.external_url : null,
        hasContent: row.is_external === 1 ? row.external_url !== null : Number(row.has_file) === 1,
      }
    );
  }

  private async count({ text, params }: Sql): Promise<number> {
    const [row] = await this.database.search<{ total: number }>(`SELECT COUNT(*) AS total ${text}`, params);
    return Number(row?.total ?? 0);
  }
}
