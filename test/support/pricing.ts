import { type Day, day, Decimal } from '../../libs/kernel/index.js';
import {
  type ApplicationType,
  builtInSettings,
  type Buyer,
  type Line,
  type PriceAttribute,
  type PriceRow,
  type PriceSettings,
  type PricedProduct,
} from '../../libs/pricing/index.js';
import { CODES } from './price-codes.js';

/** Builders for tests of price rules. All values have neutral defaults. */
export const dec = (text: string | number): Decimal => new Decimal(text);

const amount = (text: string | number | null | undefined): Decimal | null =>
  text === null || text === undefined ? null : dec(text);

const date = (text: string | null | undefined): Day | null => (text === null || text === undefined ? null : day(text));

export interface RowParts {
  readonly id?: number;
  readonly qty?: string | number;
  readonly value?: string | number;
  readonly type?: ApplicationType;
  readonly on?: PriceAttribute;
  readonly websiteId?: number;
  readonly currency?: string | null;
  readonly from?: string | null;
  readonly to?: string | null;
  readonly recordType?: string;
  readonly parentId?: number | null;
  readonly name?: string | null;
}

export const aRow = (parts: RowParts = {}): PriceRow => ({
  recordType: parts.recordType ?? 'customerPrice',
  id: parts.id ?? 1,
  parentId: parts.parentId ?? null,
  name: parts.name ?? null,
  websiteId: parts.websiteId ?? 0,
  qty: dec(parts.qty ?? 1),
  value: dec(parts.value ?? 100),
  applicationType: parts.type ?? 1,
  priceAttribute: parts.on ?? 'price',
  currency: parts.currency ?? null,
  fromDate: date(parts.from),
  toDate: date(parts.to),
});

export interface ProductParts {
  readonly id?: number;
  readonly sku?: string;
  readonly price?: string | number | null;
  readonly special?: string | number | null;
  readonly specialFrom?: string | null;
  readonly specialTo?: string | null;
  readonly cost?: string | number | null;
  readonly msrp?: string | number | null;
}

export const aProduct = (parts: ProductParts = {}): PricedProduct => ({
  id: parts.id ?? 7,
  sku: parts.sku ?? 'A1',
  name: 'A product',
  price: amount(parts.price),
  specialPrice: amount(parts.special),
  specialFrom: date(parts.specialFrom),
  specialTo: date(parts.specialTo),
  cost: amount(parts.cost),
  msrp: amount(parts.msrp),
  categoryIds: [],
  attributes: {},
});

export const aBuyer = (parts: Partial<Buyer> = {}, settings: Partial<PriceSettings> = {}): Buyer => ({
  customerId: 42,
  groupId: 1,
  websiteId: 1,
  currency: 'GBP',
  baseCurrency: 'GBP',
  timeZone: 'UTC',
  ...parts,
  settings: { ...builtInSettings(CODES), ...parts.settings, ...settings },
});

export const aLine = (qty: string | number = 1, product: PricedProduct = aProduct(), on = '2026-06-15'): Line => ({
  product,
  qty: dec(qty),
  day: day(on),
});
