import { passes, PRICE_CHANGED, type SubscribableEvent } from './events.js';

/** A possible price change: a change-log entry, or a record whose period starts or ends today. */
export interface PriceChange {
  readonly scope: string;
  readonly id: number | null;
  readonly product_id: number | null;
  readonly sku: string | null;
}

interface PriceChanges {
  /** The change-log version, if the event comes from the change log. */
  readonly version?: number;
  /** The day that started, and its website. */
  readonly day?: string;
  readonly website_id?: number;
  readonly changes: readonly PriceChange[];
}

export const EVERYTHING_CHANGED: PriceChange = { scope: 'everything', id: null, product_id: null, sku: null };

export const priceEvent = (id: string, at: Date, data: PriceChanges): SubscribableEvent => ({
  id: `msg_${id}`,
  type: PRICE_CHANGED,
  subject: 'price',
  keys: [],
  at,
  data,
});

/**
 * The part of an event that matches the filter: for price changes, those of the filter's products and those without a
 * product.
 */
export const letThrough = (event: SubscribableEvent, filter: readonly string[]): readonly SubscribableEvent[] => {
  if (event.type !== PRICE_CHANGED || filter.length === 0) return passes(filter, event.keys) ? [event] : [];
  const { changes, ...rest } = event.data as PriceChanges;
  const left = changes.filter(
    ({ product_id: id, sku }) => id === null || passes(filter, [String(id), ...(sku === null ? [] : [sku])]),
  );
  return left.length === 0 ? [] : [{ ...event, data: { ...rest, changes: left } }];
};
