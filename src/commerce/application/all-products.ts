import type { ProductRecord } from '../domain/product.js';
import type { ProductBook } from '../ports/product-book.js';

const BATCH = 500;

/** All active products, batch by batch in the order of ids. */
export async function* allProducts(book: ProductBook): AsyncGenerator<readonly ProductRecord[], void> {
  let last = 0;
  for (;;) {
    const products = await book.after(last, BATCH);
    if (products.length > 0) yield products;
    if (products.length < BATCH) return;
    last = products.at(-1)?.id ?? last;
  }
}
