import {
  belowCost,
  costMeasures,
  CostliestProducts,
  type Finding,
  finding,
  type LintWebsite,
  measureOf,
  type PricedProduct,
} from '../../../libs/pricing/index.js';
import { type ConditionIndex, conditionIndex, conditionsMet, hitsOf, neededHits } from './condition-index.js';
import { valuesOf } from './conditions.js';
import { matrixPool, type MatrixShape, rowFor } from './lint-matrices.js';

const ALWAYS = { fromDate: null, toDate: null };

/**
 * Checks some matrices in one pass over all products, for conditions without a product and for prices below cost. As in
 * a quote, products find the matrices by their values.
 */
export class MatricesAndProducts {
  private readonly index: ConditionIndex;
  private readonly needed: ReadonlyMap<number, number>;
  private readonly measures: ReadonlyMap<number, string>;
  /** Condition values that at least one product has, by code. */
  private readonly found = new Map<string, Set<string>>();
  private readonly met = new Set<number>();
  private readonly costliest = new Map<string, CostliestProducts>();

  constructor(
    private readonly matrices: readonly MatrixShape[],
    private readonly websites: readonly LintWebsite[],
  ) {
    this.index = conditionIndex(
      matrices.flatMap(({ id, conditions }) => conditions.map((condition) => ({ ...condition, matrixId: id }))),
    );
    this.needed = new Map(
      matrices.map(({ id, relation, conditions }) => [id, neededHits(relation, conditions.length)]),
    );
    this.measures = new Map(matrices.map((matrix) => [matrix.id, measureOf(matrix)]));
  }

  pass(on: (websiteId: number) => PricedProduct): void {
    const [first] = this.websites;
    if (!first) return;
    const product = on(first.buyer.websiteId);
    for (const [code, value] of valuesOf(product)) {
      if (!this.index.get(code)?.has(value)) continue;
      const known = this.found.get(code) ?? new Set<string>();
      this.found.set(code, known.add(value));
    }
    const met = [...hitsOf(product, this.index)].filter(([id, hits]) =>
      conditionsMet(this.needed.get(id) ?? Infinity, hits),
    );
    for (const [id] of met) this.met.add(id);
    if (met.length === 0) return;
    for (const { buyer } of this.websites) this.measure(on(buyer.websiteId), buyer.websiteId, met);
  }

  /** The findings `condition_without_product` and `below_cost`. They are complete after the pass over all products. */
  get findings(): readonly Finding[] {
    return this.matrices.flatMap((matrix) => [...this.unmet(matrix), ...this.losses(matrix)]);
  }

  private measure(product: PricedProduct, websiteId: number, met: readonly (readonly [number, number])[]): void {
    const measures = costMeasures(product);
    if (measures.size === 0) return;
    for (const [id] of met) {
      const key = `${id} ${websiteId}`;
      const known = this.costliest.get(key) ?? new CostliestProducts(this.measures.get(id));
      this.costliest.set(key, known);
      known.take(product, measures);
    }
  }

  private unmet(matrix: MatrixShape): readonly Finding[] {
    const without = matrix.conditions.filter(
      ({ attributeCode, attributeValue }) => !this.found.get(attributeCode)?.has(attributeValue),
    );
    if (without.length === 0 && matrix.conditions.length > 0 && !this.met.has(matrix.id)) {
      const sentence = 'No active product matches all conditions of the matrix.';
      return [finding('condition_without_product', 'warning', matrix, sentence)];
    }
    return without.map(({ id, attributeCode, attributeValue }) =>
      finding(
        'condition_without_product',
        'warning',
        { recordType: 'productCustomerMatrixAttribute', id },
        `No active product has ${attributeCode} "${attributeValue}".`,
      ),
    );
  }

  private losses(matrix: MatrixShape): readonly Finding[] {
    const pool = matrixPool([rowFor(matrix, ALWAYS)]);
    return belowCost(
      pool,
      this.websites,
      ({ buyer }) => this.costliest.get(`${matrix.id} ${buyer.websiteId}`)?.all ?? [],
    );
  }
}
