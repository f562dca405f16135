import { Injectable } from '@nestjs/common';
import type { Day } from '../../../../libs/kernel/index.js';
import { chunks, Database, inList, type Params, type Sql } from '../../../../libs/database/index.js';
import {
  priceRow,
  type PricedProduct,
  type StoredTerms,
  TERMS_COLUMNS,
  PRICE_ROWS_LOADED,
} from '../../../../libs/pricing/index.js';
import { type AttributesRelation, type ConditionRow, neededHits } from '../../domain/condition-index.js';
import { valuesOfAll } from '../../domain/conditions.js';
import type { ReachedMatrix } from '../../domain/evaluate-matrices.js';
import { MatrixRows } from '../../ports/matrix-rows.js';

interface StoredCondition {
  readonly matrix_id: number;
  readonly attribute_code: string;
  readonly attribute_value: string;
}

interface StoredMatrix extends StoredTerms {
  readonly name: string;
  readonly is_active: number;
  readonly priority: number;
  readonly attributes_relation: AttributesRelation;
  readonly website_id: number;
  readonly price: number | string;
  readonly conditions: number;
  readonly customer_from: string | null;
  readonly customer_to: string | null;
}

/**
 * If a customer's matrices have at most this number of conditions, all conditions are read. This is cheaper than
 * searching by hundreds of values, each of which can occur in matrices of many other customers.
 */
const FEW = 1_000;

/** Maximum number of values per statement. SQLite allows 32,766 parameters and 500 parts of a UNION. */
const VALUES_PER_STATEMENT = 4_500;
const PARTS_PER_STATEMENT = 200;

/**
 * A CROSS JOIN makes SQLite keep this order. MariaDB can choose the order, because its statistics cover the customer.
 */
const CONDITIONS_OF_CUSTOMER =
  'SELECT c.matrix_id, c.attribute_code, c.attribute_value ' +
  'FROM matrix_customer a CROSS JOIN matrix_condition c ON c.matrix_id = a.matrix_id WHERE a.customer_id = ?';

const CONDITIONS_BY_VALUE =
  'SELECT c.matrix_id, c.attribute_code, c.attribute_value FROM matrix_condition c ' +
  'CROSS JOIN matrix_customer a ON a.matrix_id = c.matrix_id AND a.customer_id = ? WHERE c.attribute_code = ?';

const TERMS = TERMS_COLUMNS.split(', ')
  .map((name) => `m.${name}`)
  .join(', ');

const REACHED =
  `SELECT ${TERMS}, m.name, m.is_active, m.priority, m.attributes_relation, m.website_id, m.price, ` +
  "CASE m.attributes_relation WHEN 'AND' THEN " +
  '(SELECT COUNT(*) FROM matrix_condition c WHERE c.matrix_id = m.id) ELSE 1 END AS conditions, ' +
  'a.from_date AS customer_from, a.to_date AS customer_to ' +
  'FROM matrix_customer a JOIN matrix m ON m.id = a.matrix_id WHERE a.customer_id = ?';

const conditionOf = (stored: StoredCondition): ConditionRow => ({
  matrixId: stored.matrix_id,
  attributeCode: stored.attribute_code,
  attributeValue: stored.attribute_value,
});

const matrixOf = (stored: StoredMatrix): ReachedMatrix =>
  priceRow(stored, stored.price, {
    recordType: 'productCustomerMatrix',
    parentId: null,
    name: stored.name,
    websiteId: stored.website_id,
    isActive: stored.is_active === 1,
    priority: stored.priority,
    needed: neededHits(stored.attributes_relation, stored.conditions),
    customerFrom: stored.customer_from as Day | null,
    customerTo: stored.customer_to as Day | null,
  });

/** One query part per code and 900 values. Each part uses the index on values. */
const partsByValue = (customerId: number, values: ReadonlyMap<string, ReadonlySet<string>>): readonly Sql[] =>
  [...values].flatMap(([code, ofCode]) =>
    chunks([...ofCode]).map((part) => {
      const { text, params } = inList('c.attribute_value', part);
      return { text: `${CONDITIONS_BY_VALUE} AND ${text}`, params: [customerId, code, ...params] };
    }),
  );

/** Combines query parts into statements, as many as a statement can have. */
const statements = (parts: readonly Sql[]): readonly Sql[] => {
  const gathered: Sql[][] = [];
  let size = 0;
  for (const part of parts) {
    const last = gathered.at(-1);
    if (!last || last.length === PARTS_PER_STATEMENT || size + part.params.length > VALUES_PER_STATEMENT) {
      gathered.push([part]);
      size = 0;
    } else last.push(part);
    size += part.params.length;
  }
  return gathered.map((some) => ({
    text: some.map(({ text }) => text).join(' UNION ALL '),
    params: some.flatMap(({ params }) => params),
  }));
};

/** Counts conditions in the metric of loaded rows. */
const read = <Row>(rows: readonly Row[]): readonly Row[] => {
  PRICE_ROWS_LOADED.add(rows.length, 'matrix');
  return rows;
};

/** Plain SQL, because each part of the query uses a different index. */
@Injectable()
export class SqlMatrixRows extends MatrixRows {
  constructor(private readonly database: Database) {
    super();
  }

  async conditionsFor(customerId: number, products: readonly PricedProduct[]): Promise<readonly ConditionRow[]> {
    const few = await this.conditions(`${CONDITIONS_OF_CUSTOMER} LIMIT ?`, [customerId, FEW + 1]);
    if (few.length <= FEW) return few;
    const found: ConditionRow[] = [];
    for (const { text, params } of statements(partsByValue(customerId, valuesOfAll(products))))
      for (const condition of await this.conditions(text, params)) found.push(condition);
    return found;
  }

  customersWithRows(first: number, last: number): Promise<readonly number[]> {
    return this.database.idsBetween('matrix_customer', 'customer_id', first, last);
  }

  async reachedBy(customerId: number, matrixIds?: readonly number[]): Promise<readonly ReachedMatrix[]> {
    if (!matrixIds) return read(await this.database.query<StoredMatrix>(REACHED, [customerId])).map(matrixOf);
    const found: ReachedMatrix[] = [];
    for (const part of chunks(matrixIds)) {
      const { text, params } = inList('a.matrix_id', part);
      const stored = read(await this.database.query<StoredMatrix>(`${REACHED} AND ${text}`, [customerId, ...params]));
      for (const matrix of stored) found.push(matrixOf(matrix));
    }
    return found;
  }

  private async conditions(text: string, params: Params): Promise<readonly ConditionRow[]> {
    return read(await this.database.query<StoredCondition>(text, params)).map(conditionOf);
  }
}
