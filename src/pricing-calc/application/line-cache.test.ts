import { type CacheKey, type CacheManager, type Day, ONE } from '../../../libs/kernel/index.js';
import type { JsonForm } from '../../../libs/operations/index.js';
import { type Buyer, builtInSettings, type PricedProduct } from '../../../libs/pricing/index.js';
import { CODES } from '../../../test/support/price-codes.js';
import type { PricedLine } from '../domain/line-answers.js';
import type { Loaded } from '../domain/price-line.js';
import { LineCache } from './line-cache.js';

const json: JsonForm = { key: '', memberForm: () => json, write: (value) => JSON.stringify(value) };
const PRODUCT = { id: 7, sku: 'A' } as PricedProduct;
const QUESTION = { sku: 'A', qty: ONE };
const settings = builtInSettings(CODES);

/** A line with only the parts that are cached. */
const LINE = {
  question: QUESTION,
  product: PRODUCT,
  selected: { code: 'orig_price', taken: { row: null } },
  figures: { unitPrice: ONE, finalPrice: ONE, rowTotal: ONE },
  step: { from: 0, below: Infinity },
  tiers: [],
} as unknown as PricedLine;

const loadedWith = (isPersonal: boolean): readonly Loaded[] => [
  { source: { isPersonal: () => isPersonal } as unknown as Loaded['source'], rows: new Map() },
];

describe('cached lines', () => {
  let lines: LineCache;

  beforeEach(() => {
    const cached = new Map<CacheKey, Map<CacheKey, unknown>>();
    const derivations = {
      lookupOf: (owner: CacheKey) => (key: CacheKey) => cached.get(owner)?.get(key),
      keep: (owner: CacheKey, values: Map<CacheKey, unknown>) =>
        void cached.set(owner, new Map([...(cached.get(owner) ?? []), ...values])),
    };
    lines = new LineCache({ derived: () => ({ open: () => derivations }) } as unknown as CacheManager);
  });

  const open = (customerId: number, key: string, personal?: readonly number[]) => {
    const buyer = { customerId, groupId: 1, websiteId: 1, currency: 'EUR', baseCurrency: 'EUR', settings } as Buyer;
    const reach = { key, personal: personal && new Set(personal) };
    return lines.open(buyer, reach, '2026-01-01' as Day, { audience: 'merchant', json });
  };
  const rendered = (customerId: number, key: string, personal?: readonly number[], isPersonal = false) => {
    const buyers = open(customerId, key, personal);
    const line = buyers.render(LINE, loadedWith(isPersonal));
    buyers.keep();
    return line;
  };

  it('are shared by all buyers with the same key without loading rows', () => {
    const line = rendered(1, 'lists 3', []);
    expect(open(2, 'lists 3', []).find(QUESTION)).toBe(line);
    expect(open(2, 'lists 3', [8]).find(QUESTION)).toBe(line);
    expect(open(2, 'lists 4', []).find(QUESTION)).toBeUndefined();
  });

  it('are not shared for a product with personal rows', () => {
    const line = rendered(1, '', [7]);
    expect(open(1, '', [7]).find(QUESTION)).toBe(line);
    expect(open(2, '', [7]).find(QUESTION)).toBeUndefined();
    expect(open(2, '', []).find(QUESTION)).toBeUndefined();
    rendered(2, '', []);
    expect(open(1, '', [7]).find(QUESTION)).toBe(line);
  });

  it('are shared after a load if only loaded rows show that they are not personal', () => {
    const line = rendered(1, '', []);
    const buyers = open(2, '');
    expect(buyers.find(QUESTION)).toBeUndefined();
    expect(buyers.share(PRODUCT, ONE, loadedWith(true))).toBeUndefined();
    expect(buyers.share(PRODUCT, ONE, loadedWith(false))).toBe(line);
    buyers.keep();
    expect(open(2, '').find(QUESTION)).toBe(line);
  });

  it('are shared by a group only if no loaded row is personal', () => {
    const own = rendered(1, '', undefined, true);
    expect(open(1, '').find(QUESTION)).toBe(own);
    expect(open(2, '', []).find(QUESTION)).toBeUndefined();
    const line = rendered(3, '', undefined, false);
    expect(open(2, '', []).find(QUESTION)).toBe(line);
    expect(open(3, '').find(QUESTION)).toBe(line);
  });
});
