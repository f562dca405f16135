import { type Criteria, type Fault, type Filter, sentence } from '../../../libs/kernel/index.js';

/** The product page for which documents are requested. */
interface ProductPageFilter {
  readonly productId: number | undefined;
  readonly sku: string | undefined;
  /** Undefined for the store view of the path. */
  readonly storeId: number | undefined;
}

const PAGE_FILTERS = ['productId', 'sku', 'storeId'];

const isPageFilter = ({ property }: { readonly property: string }): boolean => PAGE_FILTERS.includes(property);

const NAMES: Readonly<Record<string, string>> = { productId: 'product_id', sku: 'sku', storeId: 'store_id' };

const groupFaults = (filters: readonly Filter[]): readonly Fault[] =>
  filters
    .filter((filter) => isPageFilter(filter) && (filters.length > 1 || filter.condition !== 'eq'))
    .map(({ property }) =>
      sentence('The filter "%1" must be the only filter in its group and use the condition "eq".', [
        NAMES[property] ?? property,
      ]),
    );

/** Criteria without the filters of the product page. */
interface PlacedCriteria {
  readonly criteria: Criteria;
  readonly page: ProductPageFilter | undefined;
  readonly faults: readonly Fault[];
}

/**
 * Separates the filters `product_id`, `sku` and `store_id` from the criteria (documents.md). They select the documents
 * of a product page and are not columns of documents.
 */
export const placedCriteria = (criteria: Criteria): PlacedCriteria => {
  const asked = criteria.groups.flat().filter(isPageFilter);
  const valueOf = (name: string): unknown => asked.find(({ property }) => property === name)?.values[0];
  const page: ProductPageFilter = {
    productId: valueOf('productId') as number | undefined,
    sku: valueOf('sku') as string | undefined,
    storeId: valueOf('storeId') as number | undefined,
  };
  const isNamed = page.productId !== undefined || page.sku !== undefined;
  const repeated = PAGE_FILTERS.filter((name) => asked.filter(({ property }) => property === name).length > 1);
  return {
    criteria: { ...criteria, groups: criteria.groups.filter((filters) => !filters.some(isPageFilter)) },
    page: isNamed ? page : undefined,
    faults: [
      ...criteria.groups.flatMap(groupFaults),
      ...repeated.map((name) =>
        sentence('The filter "%1" is sent more than once. Send it once.', [NAMES[name] ?? name]),
      ),
      ...(page.storeId !== undefined && !isNamed
        ? [
            sentence(
              'The filter "store_id" requires the filter "product_id" or "sku". Send one of them as well.',
              undefined,
              'store_id',
            ),
          ]
        : []),
      ...criteria.sort
        .filter(isPageFilter)
        .map(({ property }) =>
          sentence('The "%1" attribute name is invalid. Reset the name and try again.', [NAMES[property] ?? property]),
        ),
    ],
  };
};
