import { at, type ChangeLog, type Fault, invalidValue, refuse, type Transactions } from '../../../libs/kernel/index.js';
import type { Input, Outcome, Recorded, Records, RecordService } from '../../../libs/records/index.js';
import { type ListDifference, listDifference, type Listed } from '../domain/list-difference.js';
import { otherSku, otherSkuFault, severalSkusFault } from '../domain/one-sku.js';
import {
  type ConditionOfMatrix,
  conditionKey,
  type CustomerOfMatrix,
  customerKey,
  isOlder,
  type MatrixDifference,
  type MatrixHeader,
  type MatrixLists,
} from '../domain/whole-matrix.js';
import { readWholeMatrix, type WantedMatrix } from './read-whole-matrix.js';

/** A list of a matrix: its plain service, which knows nothing of the matrix as a whole, and its stored rows. */
export interface MatrixList<R extends Recorded> {
  readonly service: RecordService<R>;
  readonly records: Records<R>;
}

export interface WholeMatrixParts<
  M extends MatrixHeader,
  C extends ConditionOfMatrix & Recorded,
  K extends CustomerOfMatrix & Recorded,
> {
  readonly matrices: RecordService<M>;
  readonly conditions: MatrixList<C>;
  readonly customers: MatrixList<K>;
  readonly transactions: Transactions;
  readonly changes: ChangeLog;
}

/** What became of a list. */
interface Applied<R> {
  readonly added: readonly R[];
  readonly changed: readonly R[];
  readonly removed: readonly R[];
}

/** Ends a transaction whose outcome was only wanted to be known. */
class OnlyTried<D> extends Error {
  constructor(readonly difference: D) {
    super('nothing is written');
  }
}

const EVERY = 1_000_000;
const UNCHANGED = { added: [], changed: [], removed: [] };

const stored = <R>(outcomes: readonly Outcome<R>[], status: 'created' | 'updated'): readonly R[] =>
  outcomes.flatMap((outcome) => (outcome.status === status ? [outcome.record] : []));

/**
 * A whole matrix in one write: header, conditions, customers. The difference is found and applied in one transaction
 * that holds the header, so nobody leaves stale rows behind (pricing-matrix.md, "A whole matrix in one write").
 */
export class WriteWholeMatrix<
  M extends MatrixHeader,
  C extends ConditionOfMatrix & Recorded,
  K extends CustomerOfMatrix & Recorded,
> {
  constructor(private readonly parts: WholeMatrixParts<M, C, K>) {}

  /** `id` 0 creates. `dryRun`: does all and takes it back, so what it answers is what would happen. */
  async write(id: number, input: Input, dryRun: boolean): Promise<MatrixDifference<M, C, K>> {
    const { matrices, conditions, customers, transactions } = this.parts;
    const wanted = readWholeMatrix<C, K>(input, id, {
      matrix: matrices.resource.fields,
      condition: conditions.service.resource.fields,
      customer: customers.service.resource.fields,
    });
    try {
      return await transactions.write(async () => {
        const difference = await this.apply(id, wanted);
        if (dryRun) throw new OnlyTried(difference);
        return difference;
      });
    } catch (error) {
      if (error instanceof OnlyTried) return (error as OnlyTried<MatrixDifference<M, C, K>>).difference;
      throw error;
    }
  }

  private async apply(id: number, wanted: WantedMatrix<C, K>): Promise<MatrixDifference<M, C, K>> {
    const { matrices, conditions, customers } = this.parts;
    const before = id === 0 ? undefined : await matrices.get(id);
    if (before && isOlder(wanted.sourceVersion, before.sourceVersion)) return answer(before, UNCHANGED, UNCHANGED);
    const matrix = before ? await matrices.update(id, wanted.header) : await matrices.create(wanted.header);
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
      wanted.flatMap(({ id }, place): readonly Fault[] =>
        id === undefined || known.has(id) ? [] : [invalidValue(`${name}[${place}].id`, id)],
      ),
    );
    return listDifference(rows, wanted, keyOf);
  }

  /** The rule of the one SKU looks at the matrix as it will be, not at the steps to it. */
  private async refuseOtherSkus(matrixId: number, difference: ListDifference<C> | undefined): Promise<void> {
    const rows = difference?.next ?? (await this.rowsOf(this.parts.conditions, matrixId));
    const conditions = rows.map(({ attributeCode = '', attributeValue = '' }) => ({ attributeCode, attributeValue }));
    const place = otherSku(conditions);
    const condition = place === undefined ? undefined : conditions[place];
    if (!condition) return;
    refuse([difference ? at(`conditions[${place}]`, otherSkuFault(condition)) : severalSkusFault()]);
  }

  private async rowsOf<R extends Recorded>({ records }: MatrixList<R>, matrixId: number): Promise<readonly R[]> {
    const { items } = await records.search({
      groups: [[{ property: 'matrixId', condition: 'eq', values: [matrixId] }]],
      sort: [],
      page: 1,
      pageSize: EVERY,
    });
    return items;
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
      this.parts.changes.append(removed.flatMap((row) => service.resource.scopes?.(row, undefined) ?? []));
    }
    const placed = next.map((row, place) => ({ row, place }));
    const save = async (rows: typeof placed, meeting: 'always' | 'never', status: 'updated' | 'created') => {
      if (rows.length === 0) return [];
      const inputs = rows.map(({ row }) => ({ ...row, matrixId }));
      const place = (index: number): string => `${name}[${rows[index]?.place ?? index}]`;
      return stored(await service.saveAll(inputs, { meeting, mode: 'all_or_nothing', place }), status);
    };
    const isKept = ({ row }: (typeof placed)[number]): boolean => row.id !== undefined;
    return {
      removed,
      changed: await save(placed.filter(isKept), 'always', 'updated'),
      added: await save(
        placed.filter((one) => !isKept(one)),
        'never',
        'created',
      ),
    };
  }
}

const answer = <M, C, K>(matrix: M, conditions: Applied<C>, customers: Applied<K>): MatrixDifference<M, C, K> => {
  const both = (of: keyof Applied<unknown>): MatrixLists<C, K> => ({
    conditions: conditions[of],
    customers: customers[of],
  });
  return { matrix, added: both('added'), changed: both('changed'), removed: both('removed') };
};
