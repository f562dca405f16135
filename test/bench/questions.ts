import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { projectRoot } from './processes.js';

export const BOOK = join(projectRoot(), 'demo', 'wholesale');
export const INVOICES = join(BOOK, 'invoice_lines.csv.gz');

/** A line of a past invoice. */
export interface Sold {
  readonly customer: string;
  readonly sku: string;
  readonly qty: number;
  readonly date: string;
}

/** The cells of each invoice line of the demo: invoice, date, customer, SKU, quantity, price. */
export async function* invoiceRows(): AsyncGenerator<readonly string[]> {
  let isHead = true;
  const input = createReadStream(INVOICES).pipe(createGunzip());
  // However late the second half of a line ending arrives, it never becomes a line of its own.
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (!isHead) yield line.split(',');
    isHead = false;
  }
}

/** Every nth invoice line of the demo. */
export const sold = async (every: number): Promise<readonly Sold[]> => {
  const lines: Sold[] = [];
  let count = 0;
  for await (const [, date = '', customer = '', sku = '', qty = ''] of invoiceRows()) {
    count += 1;
    if (count % every === 0) lines.push({ customer, sku, qty: Number(qty), date });
  }
  return lines;
};

interface Customers {
  readonly items: readonly { readonly id: number; readonly customer_number: string }[];
  readonly total_count: number;
}

/** IDs by customer number, as assigned by the server. */
export const customerIds = async (url: string, token: string): Promise<ReadonlyMap<string, number>> => {
  const ids = new Map<string, number>();
  for (let page = 1; ; page += 1) {
    const query = `searchCriteria[pageSize]=300&searchCriteria[currentPage]=${page}`;
    const response = await fetch(`${url}/rest/V1/commerce/customers/search?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { items, total_count } = (await response.json()) as Customers;
    for (const { id, customer_number } of items) ids.set(customer_number, id);
    if (items.length === 0 || ids.size >= total_count) return ids;
  }
};

/** A body of get-final-price for this customer, product, quantity and date. */
export const finalPriceBody = ({ customer, sku, qty, date }: Sold, ids: ReadonlyMap<string, number>): string =>
  JSON.stringify({ sku, qty, customer_id: ids.get(customer), date });

/** A body of get-multi-price: several products for one customer on one day. */
export const multiPriceBody = (
  lines: readonly Sold[],
  start: number,
  count: number,
  ids: ReadonlyMap<string, number>,
): string => {
  const at = (index: number): Sold => lines[index % lines.length] as Sold;
  const { customer, date } = at(start);
  // 8 has no common divisor with the 497 requested lines. With 7, only 71 of them would be requested.
  const items = Array.from({ length: count }, (_, index) => at(start + index * 8)).map(({ sku, qty }) => ({
    sku,
    qty,
  }));
  return JSON.stringify({ items, customer_id: ids.get(customer), date });
};
