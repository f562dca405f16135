import { Injectable } from '@nestjs/common';
import { type Day, grouped, inIdOrder } from '../../../../libs/kernel/index.js';
import { Database, inChunks, inList, sql, type Sql } from '../../../../libs/database/index.js';
import { priceRow, type StoredTerms, TERMS_COLUMNS } from '../../../../libs/pricing/index.js';
import type { AttributesRelation } from '../../domain/condition-index.js';
import type { Assignment, MatrixShape, StoredCondition } from '../../domain/lint-matrices.js';
import { MatrixBook } from '../../ports/matrix-rows.js';

interface StoredMatrix extends StoredTerms {
  readonly name: string;
  readonly is_active: number;
  readonly priority: number;
  readonly attributes_relation: AttributesRelation;
  readonly website_id: number;
  readonly price: number | string;
  readonly has_customers: number;
}

interface ConditionOfMatrix {
  readonly id: number;
  readonly matrix_id: number;
  readonly attribute_code: string;
  readonly attribute_value: string;
}

interface StoredAssignment {
  readonly id: number;
  readonly matrix_id: number;
  readonly customer_id: number;
  readonly from_date: string | null;
  readonly to_date: string | null;
}

const MATRICES_AT_ONCE = 500;
const ASSIGNMENTS_AT_ONCE = 2_000;

const MATRICES =
  `${TERMS_COLUMNS}, name, is_active, priority, attributes_relation, website_id, price, ` +
  'EXISTS (SELECT 1 FROM matrix_customer a WHERE a.matrix_id = m.id) AS has_customers';

const shapeOf = (stored: StoredMatrix, conditions: readonly StoredCondition[]): MatrixShape =>
  priceRow(stored, stored.price, {
    recordType: 'productCustomerMatrix',
    parentId: null,
    name: stored.name,
    websiteId: stored.website_id,
    isActive: stored.is_active === 1,
    priority: stored.priority,
    relation: stored.attributes_relation,
    conditions,
    hasCustomers: Number(stored.has_customers) === 1,
  });

const conditionOf = (stored: ConditionOfMatrix): StoredCondition => ({
  id: stored.id,
  attributeCode: stored.attribute_code,
  attributeValue: stored.attribute_value,
});

const assignmentOf = (stored: StoredAssignment): Assignment => ({
  id: stored.id,
  matrixId: stored.matrix_id,
  customerId: stored.customer_id,
  fromDate: stored.from_date as Day | null,
  toDate: stored.to_date as Day | null,
});

@Injectable()
export class TypeOrmMatrixBook extends MatrixBook {
  constructor(private readonly database: Database) {
    super();
  }

  matrices(): AsyncGenerator<readonly MatrixShape[], void> {
    return inIdOrder(MATRICES_AT_ONCE, (id, size) => this.shapes(sql('m.id > ?', id), size));
  }

  byIds(ids: readonly number[]): Promise<readonly MatrixShape[]> {
    return inChunks(ids, (part) => this.shapes(inList('m.id', part)));
  }

  assignments(): AsyncGenerator<readonly Assignment[], void> {
    return inIdOrder(ASSIGNMENTS_AT_ONCE, (id, size) => this.stored(sql('a.id > ?', id), size));
  }

  async assignmentsOf(matrixIds: readonly number[]): Promise<readonly Assignment[]> {
    return inChunks(matrixIds, (part) => this.stored(inList('a.matrix_id', part)));
  }

  private async stored({ text, params }: Sql, limit?: number): Promise<readonly Assignment[]> {
    const assignments = this.database
      .from('matrix_customer', 'a')
      .select('a.id, a.matrix_id, a.customer_id, a.from_date, a.to_date')
      .where(text)
      .orderBy('a.id')
      .limit(limit);
    return (await this.database.query<StoredAssignment>(assignments, params)).map(assignmentOf);
  }

  private async shapes({ text, params }: Sql, limit?: number): Promise<readonly MatrixShape[]> {
    const matrices = this.database.from('matrix', 'm').select(MATRICES).where(text).orderBy('m.id').limit(limit);
    const stored = await this.database.query<StoredMatrix>(matrices, params);
    const conditions = await this.conditionsOf(stored.map(({ id }) => id));
    return stored.map((matrix) => shapeOf(matrix, conditions.get(matrix.id) ?? []));
  }

  private async conditionsOf(matrixIds: readonly number[]): Promise<ReadonlyMap<number, readonly StoredCondition[]>> {
    const stored = await inChunks(matrixIds, (part) => {
      const listed = inList('matrix_id', part);
      return this.database.query<ConditionOfMatrix>(
        `SELECT id, matrix_id, attribute_code, attribute_value FROM matrix_condition WHERE ${listed.text} ORDER BY id`,
        listed.params,
      );
    });
    return grouped(stored, (row) => row.matrix_id, conditionOf);
  }
}
