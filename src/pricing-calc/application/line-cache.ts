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
import { type RequestValues, RenderedLine } from './rendered-line.js';
import type { LineQuestion, PricedLine } from '../domain/line-answers.js';
import type { Loaded } from '../domain/price-line.js';
import type { BuyerReach } from './load-rows.js';
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

/** Maximum number of cached lines per owner and product, for other quantities, days, currencies or forms. */
const LINES_MAX = 16;

/** A line without its text, and a reference to a line. */
const LINE_BYTES = 600;
const REFERENCE_BYTES = 120;

interface CachedLines {
  readonly productId: number;
  readonly lines: readonly RenderedLine[];
  readonly bytes: number;
}

/**
 * Priced lines as JSON, by SKU and owner. Buyers with the same rows share an owner, the context; personal rows have the
 * customer as owner. A change evicts the lines calculated from what it changes (pricing.md §5).
 */
@Injectable()
export class LineCache {
  private readonly lines: DerivedCache<CachedLines>;
  private readonly names = new WeakMap<PriceSettings, number>();
  private readonly numbers = new Map<string, number>();

  constructor(memory: CacheManager) {
    this.lines = memory.derived<CachedLines>({
      owners: ['customer'],
      named: { scope: 'product', idOf: ({ productId }) => productId },
      ofProducts: (scope) => scope !== 'customer',
      cleared: concernsAll,
      bytes: ({ bytes }) => bytes,
    });
  }

  /** The lines of a buyer on a day. Must be called inside an answer. */
  open(buyer: Buyer, reach: BuyerReach, day: Day, form: LineForm): BuyersLines {
    return new BuyersLines(this.lines.open(), this.contextOf(buyer, reach, day, form), buyer, reach, form);
  }

  /**
   * Everything a line depends on except product, quantity and personal rows. Buyers with equal contexts share lines.
   */
  private contextOf(buyer: Buyer, { key }: BuyerReach, day: Day, { audience, json }: LineForm): string {
    const { groupId, websiteId, currency, baseCurrency, settings } = buyer;
    const name = this.nameOf(settings);
    return [day, audience, groupId, websiteId, currency, baseCurrency, name, key, json.key].join(' ');
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
  private readonly cached: (sku: CacheKey) => CachedLines | undefined;
  private added: Map<CacheKey, CachedLines> | undefined;

  constructor(
    private readonly all: Derivations<CachedLines>,
    private readonly owner: CacheKey,
    private readonly context: string,
  ) {
    this.cached = all.lookupOf(owner);
  }

  ofProduct(sku: string): CachedLines | undefined {
    return this.added?.get(sku) ?? this.cached(sku);
  }

  find(sku: string, qty: Decimal): RenderedLine | undefined {
    return this.among(this.ofProduct(sku), qty);
  }

  among(cached: CachedLines | undefined, qty: Decimal): RenderedLine | undefined {
    if (!cached) return undefined;
    const number = numberOf(qty);
    for (const line of cached.lines) if (line.isFor(this.context, number)) return line;
    return undefined;
  }

  /** `isReference`: whether the line is cached for another owner too, which counts its size. */
  add({ id, sku }: PricedProduct, line: RenderedLine, isReference: boolean): void {
    const lines = [...(this.ofProduct(sku)?.lines ?? []), line].slice(-LINES_MAX);
    let bytes = lines.length * REFERENCE_BYTES;
    if (!isReference) for (const { length } of lines) bytes += LINE_BYTES + length;
    (this.added ??= new Map<CacheKey, CachedLines>()).set(sku, { productId: id, lines, bytes });
  }

  keep(): void {
    if (this.added) this.all.keep(this.owner, this.added);
  }
}

export class BuyersLines {
  private readonly own: OwnedLines;
  private readonly shared: OwnedLines;

  constructor(
    cached: Derivations<CachedLines>,
    private readonly context: string,
    private readonly buyer: Buyer,
    private readonly reach: BuyerReach,
    private readonly form: LineForm,
  ) {
    this.own = new OwnedLines(cached, ownerOf(buyer), context);
    this.shared = new OwnedLines(cached, context, context);
  }

  find({ sku, qty }: LineQuestion): RenderedLine | undefined {
    const { personal } = this.reach;
    const shared = personal && this.shared.ofProduct(sku);
    return shared && !personal.has(shared.productId) ? this.shared.among(shared, qty) : this.own.find(sku, qty);
  }

  /** Finds a line of other buyers with the same rows, if only the loaded rows show that they are the same. */
  share(product: PricedProduct, qty: Decimal, loaded: readonly Loaded[]): RenderedLine | undefined {
    if (this.reach.personal || this.isPersonal(product, loaded)) return undefined;
    const line = this.shared.find(product.sku, qty);
    if (line) this.own.add(product, line, true);
    return line;
  }

  render(line: PricedLine, loaded: readonly Loaded[]): RenderedLine {
    const { product } = line;
    const { audience, json } = this.form;
    const members = membersOf({ buyer: this.buyer, version: 0 }, line, audience);
    const rendered = new RenderedLine(this.context, line, (open) => json.write({ ...members, ...open }));
    const isPersonal = this.isPersonal(product, loaded);
    if (!isPersonal) this.shared.add(product, rendered, false);
    if (isPersonal || !this.reach.personal) this.own.add(product, rendered, !isPersonal);
    return rendered;
  }

  private isPersonal({ id }: PricedProduct, loaded: readonly Loaded[]): boolean {
    return this.reach.personal?.has(id) ?? loaded.some(({ source, rows }) => source.isPersonal(rows.get(id)));
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
