import { asByteText, type ByteWriter, type Decimal, jsonNumber, numberOf } from '../../../libs/kernel/index.js';
import { rowTotalOf } from '../domain/figures.js';
import type { PricedProduct } from '../../../libs/pricing/index.js';
import type { PricedLine } from '../domain/line-answers.js';
import type { Loaded } from '../domain/price-line.js';

/** Values that differ between requests for the same price; the stored text has a placeholder for each. */
const OPEN = { qty: 'q', customer_id: 'c', row_total: 'r', pricing_version: 'v' } as const;
type Open = (typeof OPEN)[keyof typeof OPEN];

/** No SKU and no name can contain this text. */
const MARKED = Object.fromEntries(Object.entries(OPEN).map(([name, mark]) => [name, `\u0000${mark}`]));
const MARK = /"\\u0000([qcrv])"/;

/** The values for the placeholders, equal for all lines of an answer. */
export interface RequestValues {
  readonly customerId: string;
  readonly version: string;
  readonly currency: string;
}

/**
 * True if the rows of two sources are the same stored rows. Lists, and objects that contain lists, are created anew for
 * each answer.
 */
const areSame = (one: unknown, other: unknown): boolean => {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((row, at) => row === other[at]);
  if (!isPlain(one) || !isPlain(other)) return false;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => areSame(one[name], other[name]));
};

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const numberText = (amount: Decimal): string => JSON.stringify(jsonNumber(amount));

/** A priced line as JSON, for any quantity of its step and any buyer with the same rows. */
export class FinishedLine {
  /** Pieces of text, alternating with placeholder marks. */
  private readonly parts: readonly string[];
  /** Length of the text, with an estimate for the placeholders. */
  readonly length: number;
  private readonly from: number;
  private readonly below: number;
  private readonly unitPrice: Decimal;
  private readonly product: PricedProduct;
  /** Rows by source, as they were loaded. */
  private readonly rows: readonly unknown[];
  /** The last written quantity and text, because most lines are requested with the same quantity again. */
  private qty = NaN;
  private qtyText = '';
  private rowTotal = '';

  /**
   * `context` and `loaded`: the conditions under which the text is valid. `write` renders the answer's members with
   * placeholders.
   */
  constructor(
    private readonly context: string,
    loaded: readonly Loaded[],
    { product, step, figures }: PricedLine,
    write: (open: object) => string,
  ) {
    this.product = product;
    this.rows = loaded.map(({ rows }) => rows.get(product.id));
    const text = asByteText(write(MARKED));
    this.parts = text.split(MARK);
    this.length = text.length;
    this.from = step.from;
    this.below = step.below;
    this.unitPrice = figures.unitPrice;
  }

  isFor(context: string, qty: number): boolean {
    return qty >= this.from && qty < this.below && context === this.context;
  }

  /** True if the line was calculated from these rows. */
  isOf(product: PricedProduct, loaded: readonly Loaded[]): boolean {
    if (product !== this.product) return false;
    for (let at = 0; at < loaded.length; at += 1)
      if (!areSame(this.rows[at], loaded[at]?.rows.get(product.id))) return false;
    return true;
  }

  write(writer: ByteWriter, qty: Decimal, filling: RequestValues): void {
    const number = numberOf(qty);
    if (number !== this.qty) this.take(number, qty, filling);
    const { parts } = this;
    writer.write(parts[0] ?? '');
    for (let at = 1; at < parts.length; at += 2) {
      writer.write(this.filled(parts[at] as Open, filling));
      writer.write(parts[at + 1] ?? '');
    }
  }

  private take(number: number, qty: Decimal, { currency }: RequestValues): void {
    this.qty = number;
    this.qtyText = numberText(qty);
    this.rowTotal = numberText(rowTotalOf(this.unitPrice, qty, currency));
  }

  private filled(mark: Open, { customerId, version }: RequestValues): string {
    switch (mark) {
      case 'q':
        return this.qtyText;
      case 'c':
        return customerId;
      case 'r':
        return this.rowTotal;
      case 'v':
        return version;
    }
  }
}
