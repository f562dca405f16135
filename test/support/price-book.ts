import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const HEADERS: Readonly<Record<string, string>> = {
  'products.csv': 'sku,name,price,categories,color,material',
  'customers.csv': 'customer_id,country,customer_group',
  'tier_prices.csv': 'sku,customer_group,qty,price',
  'price_lists.csv': 'name,priority,from_date,to_date,customer_groups',
  'price_list_products.csv': 'price_list,sku,qty,price',
  'customer_prices.csv': 'customer_id,sku,qty,price,from_date,to_date',
};

export type Rows = Readonly<Record<string, readonly string[]>>;

const folders: string[] = [];

/**
 * A folder with the files of a price book: these rows, and only the header in all other files. `removeBooks` deletes
 * it.
 */
export const priceBook = (rows: Rows): string => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-book-'));
  folders.push(folder);
  for (const [file, header] of Object.entries(HEADERS)) {
    writeFileSync(join(folder, file), [header, ...(rows[file] ?? []), ''].join('\n'));
  }
  return folder;
};

export const removeBooks = (): void => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
};
