import { Injectable } from '@nestjs/common';
import {
  at,
  ChangeLog,
  type Fault,
  InputRefused,
  invalidValue,
  type Page,
  PreconditionFailed,
  refuse,
  Transactions,
} from '../../../libs/kernel/index.js';
import {
  type Input,
  type Outcome,
  type Precondition,
  type Recorded,
  type Records,
  RecordService,
  RecordStore,
} from '../../../libs/records/index.js';
import { type ListDifference, listDifference, type Listed } from '../domain/list-difference.js';
import { otherSku, otherSkuFault, severalSkusFault } from '../domain/one-sku.js';
import { conditionKey, customerKey, isOlder, type MatrixDifference, type MatrixLists } from '../domain/whole-matrix.js';
import type { ProductCustomerMatrix } from '../product-customer-matrix.record.js';
import {
  type ProductCustomerMatrixAttribute,
  productCustomerMatrixAttributeResource,
} from '../product-customer-matrix-attribute.record.js';
import {
  type ProductCustomerMatrixCustomer,
  productCustomerMatrixCustomerResource,
} from '../product-customer-matrix-customer.record.js';
import { readWholeMatrix, ROWS_MAX, type WantedMatrix } from './read-whole-matrix.js';
import type { StoredWholeMatrix } from './whole-matrix-fields.js';

type Condition = ProductCustomerMatrixAttribute;
type Customer = ProductCustomerMatrixCustomer;

export type WholeMatrixDifference = MatrixDifference<ProductCustomerMatrix, Condition, Customer>;

/** Services without hooks. The hooks check single rows, while this class checks the matrix as a whole. */
export class PlainMatrices extends RecordService<ProductCustomerMatrix> {}
export class PlainConditions extends RecordService<Condition> {}
export class PlainCustomers extends RecordService<Customer> {}

/** A list of a matrix: its stored rows and its service. */
interface MatrixList<R extends Recorded> {
  readonly service: RecordService<R>;
  readonly records: Records<R>;
}

interface Applied<R> {
  readonly added: readonly R[];
  readonly changed: readonly R[];
  readonly removed: readonly R[];
}

/** Thrown to roll back the transaction of a dry run. */
class OnlyTried extends Error {
  constructor(readonly difference: WholeMatrixDifference) {
    super('nothing is written');
  }
}

const EVERY = 1_000_000;
const UNCHANGED = { added: [], changed: [], removed: [] };

const stored = <R>(outcomes: readonly Outcome<R>[], status: 'created' | 'updated'): readonly R[] =>
  outcomes.flatMap((outcome) => (outcome.status === status ? [outcome.record] : []));

/**
 * Writes header, conditions and customers in one transaction. It locks the header, so that concurrent writes leave no
 * stale rows (pricing-matrix.md, "A whole matrix in one write").
 */
@Injectable()
export class WriteWholeMatrix {
  private readonly conditions: MatrixList<Condition>;
  private readonly customers: MatrixList<Customer>;

  constructor(
    private readonly matrices: PlainMatrices,
    conditions: PlainConditions,
    customers: PlainCustomers,
    store: RecordStore,
    private readonly transactions: Transactions,
    private readonly changes: ChangeLog,
  ) {
    this.conditions = { service: conditions, records: store.recordsOf(productCustomerMatrixAttributeResource) };
    this.customers = { service: customers, records: store.recordsOf(productCustomerMatrixCustomerResource) };
  }

  /** In a write transaction its rows stay locked. `NoSuchEntity`; `InputRefused` if it has too many rows. */
  async read(id: number): Promise<StoredWholeMatrix> {
    const matrix = await this.matrices.get(id);
    return {
      ...matrix,
      conditions: await this.listed(this.conditions, id, 'conditions'),
      customers: await this.listed(this.customers, id, 'customers'),
    };
  }

  /** `id` 0 creates a matrix. `dryRun` performs the write and rolls it back, so its result is what would happen. */
  async write(
    id: number,
    input: Input,
    dryRun: boolean,
    precondition?: Precondition<StoredWholeMatrix>,
  ): Promise<WholeMatrixDifference> {
    const { matrices, conditions, customers, transactions } = this;
    const wanted = readWholeMatrix<Condition, Customer>(input, id, {
      matrix: matrices.resource.fields,
      condition: conditions.service.resource.fields,
      customer: customers.service.resource.fields,
    });
    try {
      return await transactions.write(async () => {
        if (precondition) {
          if (id === 0) throw new PreconditionFailed('A new matrix has no ETag. Send the request without If-Match.');
          precondition(await this.read(id));
        }
        const difference = await this.apply(id, wanted);
        if (dryRun) throw new OnlyTried(difference);
        return difference;
      });
    } catch (error) {
      if (error instanceof OnlyTried) return error.difference;
      throw error;
    }
  }

  private async apply(id: number, wanted: WantedMatrix<Condition, Customer>): Promise<WholeMatrixDifference> {
    const { matrices, conditions, customers } = this;
    const before = id === 0 ? undefined : await matrices.get(id);
    const matrix = before ? await matrices.update(id, wanted.header) : await matrices.create(wanted.header);
    if (before && isOlder(wanted.sourceVersion, before.sourceVersion)) return answer(matrix, UNCHANGED, UNCHANGED);
    const ofConditions = await this.differenceOf(conditions, matrix.id, wanted.conditions, 'conditions', conditionKey);
    const ofCustomers = await this.differenceOf(customers, matrix.id, wanted.customers, 'customers', customerKey);
    if (matrix.attributesRelation === 'AND') await this.refuseOtherSkus(matrix.id, ofConditions);
    return answer(
      matrix,
      await this.store(conditions, matrix.id, ofConditions, 'conditions'),
      await this.store(customers, matrix.id, ofCustomers, 'customers'),
    );
  }

  private async differenceOf<R extends Listed & Recorded>(
    list: MatrixList<R>,
    matrixId: number,
    wanted: readonly Partial<R>[] | undefined,
    name: string,
    keyOf: (row: Partial<R>) => string | undefined,
  ): Promise<ListDifference<R> | undefined> {
    if (!wanted) return undefined;
    const rows = await this.rowsOf(list, matrixId);
    const known = new Set(rows.map(({ id }) => id));
    refuse(
      wanted.flatMap(({ id }, index): readonly Fault[] =>
        id === undefined || known.has(id)
          ? []
          : [invalidValue(`${name}[${index}].id`, id, `IDs of ${name} of this matrix`)],
      ),
    );
    return listDifference(rows, wanted, keyOf);
  }

  /** The rule of a single SKU applies to the final matrix, not to intermediate steps. */
  private async refuseOtherSkus(matrixId: number, difference: ListDifference<Condition> | undefined): Promise<void> {
    const rows = difference?.next ?? (await this.rowsOf(this.conditions, matrixId));
    const conditions = rows.map(({ attributeCode = '', attributeValue = '' }) => ({ attributeCode, attributeValue }));
    const index = otherSku(conditions);
    const condition = index === undefined ? undefined : conditions[index];
    if (!condition) return;
    refuse([difference ? at(`conditions[${index}]`, otherSkuFault(condition)) : severalSkusFault()]);
  }

  private async rowsOf<R extends Recorded>(list: MatrixList<R>, matrixId: number): Promise<readonly R[]> {
    return (await this.found(list, matrixId, EVERY)).items;
  }

  private async listed<R extends Recorded>(list: MatrixList<R>, id: number, name: string): Promise<readonly R[]> {
    const { items, total } = await this.found(list, id, ROWS_MAX);
    if (total > ROWS_MAX)
      throw InputRefused.sentence('The matrix has more than %max %fieldName. Search the %fieldName instead.', {
        max: ROWS_MAX,
        fieldName: name,
      });
    return items;
  }

  private found<R extends Recorded>({ records }: MatrixList<R>, matrixId: number, most: number): Promise<Page<R>> {
    return records.search({
      groups: [[{ property: 'matrixId', condition: 'eq', values: [matrixId] }]],
      sort: [],
      page: 1,
      pageSize: most,
    });
  }

  private async store<R extends Recorded>(
    { service, records }: MatrixList<R>,
    matrixId: number,
    difference: ListDifference<R> | undefined,
    name: string,
  ): Promise<Applied<R>> {
    if (!difference) return UNCHANGED;
    const { removed, next } = difference;
    if (removed.length > 0) {
      await records.remove(removed.map(({ id }) => id));
      this.changes.append(removed.flatMap((row) => service.resource.scopes?.(row, undefined) ?? []));
    }
    const placed = next.map((row, index) => ({ row, index }));
    const save = async (rows: typeof placed, verb: 'update' | 'create', status: 'updated' | 'created') => {
      if (rows.length === 0) return [];
      const inputs = rows.map(({ row }) => ({ ...row, matrixId }));
      const rowName = (index: number): string => `${name}[${rows[index]?.index ?? index}]`;
      return stored(await service.saveAll(inputs, { verb, mode: 'all_or_nothing', rowName }), status);
    };
    const isKept = ({ row }: (typeof placed)[number]): boolean => row.id !== undefined;
    return {
      removed,
      changed: await save(placed.filter(isKept), 'update', 'updated'),
      added: await save(
        placed.filter((one) => !isKept(one)),
        'create',
        'created',
      ),
    };
  }
}

const answer = (
  matrix: ProductCustomerMatrix,
  conditions: Applied<Condition>,
  customers: Applied<Customer>,
): WholeMatrixDifference => {
  const both = (of: keyof Applied<unknown>): MatrixLists<Condition, Customer> => ({
    conditions: conditions[of],
    customers: customers[of],
  });
  return { matrix, added: both('added'), changed: both('changed'), removed: both('removed') };
};
