import type { World, WorldBuyer, WorldQuestion, WorldSettings } from './world.js';

/** Price codes in the default sort order, which resolves ties (pricing.md §3). */
export const CODES = [
  'customer_price',
  'product_customer_matrix',
  'pricelist',
  'categoryprice',
  'special_price',
  'tier_price',
  'base_pricelist',
  'orig_price',
];

const BUILT_IN: WorldSettings = {
  select: 'lowest',
  order: CODES,
  individualFinal: false,
  skipZero: true,
  mergeLists: false,
  mergeMatrices: false,
  categorySelect: 'priority',
  precision: 4,
  tax: 0,
  oneMeansAny: true,
};

/** Minutes east of Greenwich. The zones in the test worlds have no daylight saving time. */
export const ZONES: Readonly<Record<string, number>> = {
  UTC: 0,
  'Asia/Tokyo': 540,
  'Asia/Kathmandu': 345,
  'Pacific/Honolulu': -600,
};

export const dayIn = (zone: string, now: Date): string =>
  new Date(now.getTime() + (ZONES[zone] ?? Number.NaN) * 60_000).toISOString().slice(0, 10);

/** For each field, the first level that sets it. Missing codes are appended to the sort order. */
const settingsOf = (world: World, websiteId: number, groupId: number, customerId: number | null): WorldSettings => {
  const found = { ...BUILT_IN } as Record<string, unknown>;
  const customers = [websiteId, 0].map((website) => ({ website, group: null, customer: customerId }));
  const everybodys = [
    { website: websiteId, group: groupId, customer: null },
    { website: 0, group: groupId, customer: null },
    { website: websiteId, group: null, customer: null },
    { website: 0, group: null, customer: null },
  ];
  const levels = customerId === null ? everybodys : [...customers, ...everybodys];
  for (const field of Object.keys(BUILT_IN)) {
    const values = levels.map(
      ({ website, group, customer }) =>
        world.settings.find(
          (level) => level.websiteId === website && level.groupId === group && level.customerId === customer,
        )?.values[field as keyof WorldSettings],
    );
    found[field] = values.find((value) => value !== undefined) ?? found[field];
  }
  const order = found['order'] as readonly string[];
  return {
    ...(found as unknown as WorldSettings),
    order: [...order, ...CODES.filter((code) => !order.includes(code))],
  };
};

/** The settings of a website without those of groups and customers. */
export const websiteSettings = (world: World, websiteId: number): WorldSettings =>
  settingsOf(world, websiteId, -1, null);

/** The buyer of an integration's question (pricing.md §4); undefined if the question is refused. */
export const slowBuyer = (world: World, asked: WorldQuestion): WorldBuyer | undefined => {
  const customer = world.customers.find(({ id }) => id === asked.customerId);
  if (asked.customerId !== null && !customer?.active) return undefined;
  if (customer && asked.groupId !== null && asked.groupId !== customer.groupId) return undefined;
  const groupId = customer?.groupId ?? asked.groupId ?? 0;
  if (!world.groups.includes(groupId)) return undefined;
  // 0 stands for the default website, which is website 1.
  const websiteId = (asked.websiteId ?? customer?.websiteId ?? 0) || 1;
  const website = world.websites.find(({ id }) => id === websiteId);
  if (!website) return undefined;
  if (customer && customer.websiteId !== 0 && customer.websiteId !== websiteId) return undefined;
  return {
    customerId: asked.customerId,
    groupId,
    websiteId,
    currency: asked.currency ?? website.baseCurrency,
    baseCurrency: website.baseCurrency,
    timeZone: website.timeZone,
    day: asked.day ?? dayIn(website.timeZone, asked.now),
    settings: settingsOf(world, websiteId, groupId, asked.customerId),
  };
};
