/** Where `ByBusinessKey` of products is found. */
export const PRODUCTS_BY_SKU = 'commerce:products-by-sku';

/** Where `ByBusinessKey` of customers is found. */
export const CUSTOMERS_BY_NUMBER = 'commerce:customers-by-number';
