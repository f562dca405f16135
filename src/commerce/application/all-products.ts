import { inIdOrder } from '../../../libs/kernel/index.js';
import type { ProductRecord } from '../domain/product.js';
import type { ProductBook } from '../ports/products.js';

const BATCH = 500;

/** All active products, batch by batch in the order of ids. */
export const allProducts = (book: ProductBook): AsyncGenerator<readonly ProductRecord[], void> =>
  inIdOrder(BATCH, (id, size) => book.after(id, size));
