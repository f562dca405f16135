import { Injectable } from '@nestjs/common';
import {
  type CacheKey,
  CacheManager,
  type Change,
  type Day,
  type Decimal,
  type DerivedCache,
  type Derivations,
  numberOf,
} from '../../../libs/kernel/index.js';
import type { JsonForm } from '../../../libs/operations/index.js';
import type { Buyer, PricedProduct, PriceSettings } from '../../../libs/pricing/index.js';
import { type RequestValues, FinishedLine } from './finished-line.js';
import type { LineQuestion, PricedLine } from '../domain/line-answers.js';
import type { Loaded } from '../domain/price-line.js';
import { type Audience, membersOf } from './line-members.js';

/** The form in which lines are written. */
export interface LineForm {
  readonly audience: Audience;
  readonly json: JsonForm;
}

/** Scopes that no price depends on. */
const OF_NO_PRICE: ReadonlySet<string> = new Set(['account', 'passport']);

/** Scopes whose entries evict only the lines of the record in the entry. */
const NAMED: ReadonlySet<string> = new Set(['customer', 'product']);

/** True if an entry can affect any line, because it contains neither a product nor a customer. */
const concernsAll = ({ scope, productId }: Change): boolean =>
  productId === null && !NAMED.has(scope) && !OF_NO_PRICE.has(scope);

/** Maximum number of cached lines per product and buyer, for other quantities, days, currencies or forms. */
const OF_BUYER = 4;
/** Maximum number of cached lines per product for other buyers with the same rows. */
const OF_ALL = 16;

/** After that they are forgotten; equal contexts of two objects are still equal. */
const CONTEXTS_MAX = 1_000;

/** A line without its text but with the rows that it keeps, and the reference to one. */
const LINE_BYTES = 1000;
const REFERENCE_BYTES = 120;

interface KeptLines {
  readonly productId: number;
  readonly lines: readonly FinishedLine[];
  /** If another buyer's answer rendered the last line, only a reference to it is counted. */
  readonly bytes: number;
}

/**
 * Priced lines as JSON, by buyer and SKU. They are evicted by the changes that evict any row they were calculated
 * from (pricing.md §5).
 */
@Injectable()
export class FinishedLines {
  private readonly lines: DerivedCache<KeptLines>;
  private readonly names = new WeakMap<PriceSettings, number>();
  private readonly numbers = new Map<string, number>();
  private contexts = new Map<string, string>();

  constructor(memory: CacheManager) {
    this.lines = memory.derived<KeptLines>({
      owners: ['customer'],
      named: { scope: 'product', idOf: ({ productId }) => productId },
      ofProducts: (scope) => scope !== 'customer',
      cleared: concernsAll,
      bytes: ({ bytes }) => bytes,
    });
  }

  /** The lines of a buyer on a day. Must be called inside an answer. */
  open(buyer: Buyer, day: Day, form: LineForm): BuyersLines {
    return new BuyersLines(this.lines.open(), this.contextOf(buyer, day, form), buyer, form);
  }

  /**
   * Everything a line depends on except rows, product and quantity. Two customers with equal contexts and rows share
   * lines.
   */
  private contextOf(buyer: Buyer, day: Day, { audience, json }: LineForm): string {
    const { groupId, websiteId, currency, baseCurrency, settings } = buyer;
    const parts = [day, audience, groupId, websiteId, currency, baseCurrency, this.nameOf(settings), json.key];
    return this.sameText(parts.join(' '));
  }

  /** One object for equal texts: each line compares its context, and the same object is compared at once. */
  private sameText(text: string): string {
    const known = this.contexts.get(text);
    if (known !== undefined) return known;
    if (this.contexts.size >= CONTEXTS_MAX) this.contexts = new Map();
    this.contexts.set(text, text);
    return text;
  }

  /** A number for these settings; equal settings of different customers get the same one. */
  private nameOf(settings: PriceSettings): number {
    let name = this.names.get(settings);
    if (name === undefined) {
      const text = JSON.stringify({ ...settings, codes: undefined });
      name = this.numbers.get(text) ?? this.numbers.size;
      this.numbers.set(text, name);
      this.names.set(settings, name);
    }
    return name;
  }
}

/** A negative owner stands for a buyer of whom only the group is known. */
const ownerOf = ({ customerId, groupId }: Buyer): number => customerId ?? -1 - groupId;

/** The cached lines of one owner, and the lines to add. */
class OwnedLines {
  private readonly of: (product: CacheKey) => KeptLines | undefined;
  private added: Map<CacheKey, KeptLines> | undefined;

  constructor(
    private readonly kept: Derivations<KeptLines>,
    private readonly owner: CacheKey,
    private readonly most: number,
  ) {
    this.of = kept.lookupOf(owner);
  }

  ofProduct(sku: string): readonly FinishedLine[] {
    return (this.added?.get(sku) ?? this.of(sku))?.lines ?? NONE;
  }

  add({ id, sku }: PricedProduct, line: FinishedLine, isNew: boolean): void {
    const before = this.ofProduct(sku).slice(1 - this.most);
    let bytes = REFERENCE_BYTES + (isNew ? LINE_BYTES + line.length : 0);
    for (const { length } of before) bytes += LINE_BYTES + length;
    (this.added ??= new Map<CacheKey, KeptLines>()).set(sku, {
      productId: id,
      lines: [...before, line],
      bytes,
    });
  }

  keep(): void {
    if (this.added) this.kept.keep(this.owner, this.added);
  }
}

const NONE: readonly FinishedLine[] = [];

export class BuyersLines {
  private readonly own: OwnedLines;
  private readonly shared: OwnedLines;

  constructor(
    kept: Derivations<KeptLines>,
    private readonly context: string,
    private readonly buyer: Buyer,
    private readonly form: LineForm,
  ) {
    this.own = new OwnedLines(kept, ownerOf(buyer), OF_BUYER);
    this.shared = new OwnedLines(kept, context, OF_ALL);
  }

  /** The line written for this buyer. */
  find({ sku, qty }: LineQuestion): FinishedLine | undefined {
    const number = numberOf(qty);
    for (const line of this.own.ofProduct(sku)) if (line.isFor(this.context, number)) return line;
    return undefined;
  }

  /** A line written for another buyer with the same rows. */
  share(product: PricedProduct, qty: Decimal, loaded: readonly Loaded[]): FinishedLine | undefined {
    const number = numberOf(qty);
    for (const line of this.shared.ofProduct(product.sku)) {
      if (!line.isFor(this.context, number) || !line.isOf(product, loaded)) continue;
      this.own.add(product, line, false);
      return line;
    }
    return undefined;
  }

  finish(line: PricedLine, loaded: readonly Loaded[]): FinishedLine {
    const { product } = line;
    const { audience, json } = this.form;
    const members = membersOf({ buyer: this.buyer, version: 0 }, line, audience);
    const write = (open: object): string => json.write({ ...members, ...open });
    const finished = new FinishedLine(this.context, loaded, line, write);
    for (const lines of [this.own, this.shared]) lines.add(product, finished, true);
    return finished;
  }

  /** Caches the lines that this answer has added. */
  keep(): void {
    this.own.keep();
    this.shared.keep();
  }

  filling(version: number): RequestValues {
    const { customerId, currency } = this.buyer;
    return { customerId: JSON.stringify(customerId), version: String(version), currency };
  }
}
