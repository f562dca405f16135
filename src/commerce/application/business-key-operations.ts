import {
  answers,
  ByKey,
  needs,
  operation,
  type Operation,
  preconditionOf,
  takes,
} from '../../../libs/operations/index.js';
import { serviceOf, toWire } from '../../../libs/records/index.js';
import { type Customer, customerResource } from '../customer.record.js';
import { type Product, productResource } from '../product.record.js';
import { COMMERCE_RIGHTS } from '../rights.record.js';

const shownProduct = (product: Product) => toWire(productResource.fields, product);
const shownCustomer = (customer: Customer) => toWire(customerResource.fields, customer);

const READ = { tagged: true, right: needs.right(COMMERCE_RIGHTS.read), effect: 'reads' } as const;
const SAVE = {
  right: needs.right(COMMERCE_RIGHTS.save),
  effect: 'writes',
  tagged: true,
  tellsVersion: true,
  inGroups: true,
} as const;
const DELETE = {
  right: needs.right(COMMERCE_RIGHTS.delete),
  effect: 'deletes',
  tagged: true,
  tellsVersion: true,
  inGroups: true,
} as const;

const PRODUCTS = { service: productResource.service, by: serviceOf(productResource) } as const;
const PRODUCT_PATH = `${productResource.path}/sku/:sku`;
const CUSTOMERS = { service: customerResource.service, by: serviceOf(customerResource) } as const;
const CUSTOMER_PATH = `${customerResource.path}/number/:customerNumber`;

/** Operations for products by SKU and customers by customer number. */
export const BUSINESS_KEY_OPERATIONS: readonly Operation[] = [
  operation({
    ...PRODUCTS,
    ...READ,
    name: 'getBySku',
    summary: 'Get a product by SKU',
    rest: { verb: 'GET', path: PRODUCT_PATH },
    input: { sku: takes.key('sku') },
    output: answers.record(productResource),
    run: async (products, { sku }) => shownProduct(await new ByKey(products, 'sku').get(sku)),
  }),
  operation({
    ...PRODUCTS,
    ...SAVE,
    name: 'saveBySku',
    summary: 'Create or update a product by SKU',
    rest: { verb: 'PUT', path: PRODUCT_PATH },
    input: { sku: takes.key('sku'), record: takes.record(productResource) },
    output: answers.record(productResource),
    never: [404],
    run: async (products, { sku, record }, context) =>
      shownProduct(
        await new ByKey(products, 'sku').put(
          sku,
          record,
          preconditionOf(context, shownProduct),
          context.conditions?.needRecord,
        ),
      ),
  }),
  operation({
    ...PRODUCTS,
    ...DELETE,
    name: 'deleteBySku',
    summary: 'Delete a product by SKU',
    rest: { verb: 'DELETE', path: PRODUCT_PATH },
    input: { sku: takes.key('sku') },
    output: answers.true,
    run: async (products, { sku }, context) => {
      await new ByKey(products, 'sku').remove(sku, preconditionOf(context, shownProduct));
      return true;
    },
  }),
  operation({
    ...CUSTOMERS,
    ...READ,
    name: 'getByCustomerNumber',
    summary: 'Get a customer by customer number',
    rest: { verb: 'GET', path: CUSTOMER_PATH },
    input: { customerNumber: takes.key('customerNumber') },
    output: answers.record(customerResource),
    run: async (customers, { customerNumber }) =>
      shownCustomer(await new ByKey(customers, 'customerNumber').get(customerNumber)),
  }),
  operation({
    ...CUSTOMERS,
    ...SAVE,
    name: 'updateByCustomerNumber',
    summary: 'Update a customer by customer number',
    rest: { verb: 'PUT', path: CUSTOMER_PATH },
    input: { customerNumber: takes.key('customerNumber'), record: takes.record(customerResource) },
    output: answers.record(customerResource),
    run: async (customers, { customerNumber, record }, context) => {
      const precondition = preconditionOf(context, shownCustomer);
      return shownCustomer(await new ByKey(customers, 'customerNumber').update(customerNumber, record, precondition));
    },
  }),
];
