import type { Client, Stock } from './shop.js';

export type Row = Readonly<Record<string, unknown>>;

/** A kind of record whose rows can conflict with each other. */
export interface Subject {
  readonly path: string;
  readonly wrapper: string;
  /** Fields by which a row is found, in addition to its ID, in order. A missing value is the default. */
  readonly keys: readonly (readonly string[])[];
  readonly defaults: Row;
  /** Possible values by field. */
  readonly fields: Readonly<Record<string, readonly unknown[]>>;
  /** Values that are sent now and then and must be refused. */
  readonly bad: Readonly<Record<string, unknown>>;
  readonly ids: 'given' | 'made';
  /** The highest ID of the records that existed before. */
  readonly kept: number;
  /** Restores those records if rows have changed them. */
  readonly restore?: (client: Client) => Promise<unknown>;
}

/** Marks a field that is left out. */
export const ABSENT = Symbol('absent');
/** IDs below those that the database assigns, so that they never conflict. */
export const GIVEN_IDS = [9001, 9002, 9003, 9004];
export const FIRST_MADE_ID = 100_000;

const TRACKED = { external_id: [ABSENT, ABSENT, null, 'e1', 'e2', 'e3'], source_version: [ABSENT, ABSENT, 1, 2, 3] };

export const subjectsOf = ({ skus, customerId, groupId, listId }: Stock): readonly Subject[] => [
  {
    path: 'pricing/customerprice',
    wrapper: 'customerPrice',
    keys: [['external_id'], ['customer_id', 'sku', 'website_id', 'qty', 'from_date', 'to_date', 'currency']],
    defaults: { website_id: 0, qty: 1, from_date: null, to_date: null, currency: null },
    fields: {
      ...TRACKED,
      customer_id: [customerId],
      sku: [skus[0], skus[0], skus[1]],
      qty: [ABSENT, null, 1, '1.0', 10],
      currency: [ABSENT, ABSENT, null, 'GBP'],
      from_date: [ABSENT, ABSENT, null, '2026-01-01'],
      value: [1, 2, '3.50', 1, 2, ABSENT],
    },
    bad: { customer_id: 999_999, sku: 'NONE', qty: -1, currency: 'XXQ', to_date: '2025-01-01', value: 'x' },
    ids: 'made',
    kept: 0,
  },
  {
    path: 'commerce/customers',
    wrapper: 'customer',
    keys: [['external_id'], ['customer_number'], ['email', 'website_id']],
    defaults: { website_id: 1 },
    fields: {
      id: [ABSENT, ABSENT, ABSENT, 9001, 9002],
      external_id: [ABSENT, ABSENT, 'e1', 'e2'],
      customer_number: [ABSENT, ABSENT, null, 'n1', 'n2'],
      email: [ABSENT, null, 'a@example.com', 'A@example.com', 'b@example.com'],
      website_id: [ABSENT, ABSENT, 0, 1, null],
      group_id: [ABSENT, groupId],
      last_name: [ABSENT, 'x', 'y'],
      is_active: [ABSENT, 0, 1],
    },
    bad: { group_id: 9999, website_id: 77, customer_number: ' n' },
    ids: 'given',
    kept: customerId,
  },
  {
    path: 'commerce/categories',
    wrapper: 'category',
    keys: [['external_id']],
    defaults: {},
    fields: {
      id: [ABSENT, ...GIVEN_IDS],
      external_id: [ABSENT, ABSENT, 'e1', 'e2'],
      name: ['x', 'y', 'z', ABSENT],
      parent_id: [ABSENT, null, ...GIVEN_IDS],
    },
    bad: { parent_id: 'x' },
    ids: 'given',
    kept: 0,
  },
  {
    path: 'commerce/websites',
    wrapper: 'website',
    keys: [['code']],
    defaults: {},
    fields: {
      id: [ABSENT, ABSENT, ABSENT, 9001, 9002],
      code: ['wa', 'wb', 'wc', 'base', ABSENT],
      name: ['x', 'y'],
      base_currency: ['GBP', 'USD'],
      timezone: ['UTC'],
      is_default: [ABSENT, 0, 1, 1],
    },
    bad: { base_currency: 'nothing', code: ' wa' },
    ids: 'given',
    kept: 1,
    restore: (client) =>
      client.good('PUT', 'commerce/websites/1', {
        website: { is_default: 1, name: 'Main Website', base_currency: 'USD', timezone: 'UTC', code: 'base' },
      }),
  },
  {
    path: 'pricing/pricelist',
    wrapper: 'priceList',
    keys: [['external_id'], ['name']],
    defaults: {},
    fields: {
      ...TRACKED,
      name: ['l1', 'l2', 'l3', ABSENT],
      active: [ABSENT, 0, 1],
      is_base_pricelist: [ABSENT, 0, 1, 1],
      website_id: [ABSENT, 0, 1],
      priority: [ABSENT, 1, 2],
    },
    bad: { priority: 1000, website_id: 77, to_date: 'x' },
    ids: 'made',
    kept: listId,
  },
];
