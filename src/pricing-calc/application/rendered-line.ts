import { asByteText, type ByteWriter, type Decimal, jsonNumber, numberOf } from '../../../libs/kernel/index.js';
import { rowTotalOf } from '../domain/figures.js';
import type { PricedLine } from '../domain/line-answers.js';

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

const numberText = (amount: Decimal): string => JSON.stringify(jsonNumber(amount));

/** A priced line as JSON, for any quantity of its step and any buyer with the same rows. */
export class RenderedLine {
  /** Pieces of text, alternating with placeholder marks. */
  private readonly parts: readonly string[];
  /** Length of the text, with an estimate for the placeholders. */
  readonly length: number;
  private readonly from: number;
  private readonly below: number;
  private readonly unitPrice: Decimal;
  /** The last written quantity and text, because most lines are requested with the same quantity again. */
  private qty = NaN;
  private qtyText = '';
  private rowTotal = '';

  /** `write` renders the line's members with placeholders. `context`: see `LineCache.contextOf`. */
  constructor(
    private readonly context: string,
    { step, figures }: PricedLine,
    write: (open: object) => string,
  ) {
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
