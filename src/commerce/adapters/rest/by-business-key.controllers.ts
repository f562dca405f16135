import { Delete, Get, Inject, Put } from '@nestjs/common';
import { ChangeLog } from '../../../../libs/kernel/index.js';
import { toWire } from '../../../../libs/records/index.js';
import {
  type Answer,
  answers,
  Describes,
  type JsonObject,
  Needs,
  PathKey,
  RecordBody,
  RestController,
  written,
} from '../../../../libs/webapi/index.js';
import { ByBusinessKey } from '../../application/by-business-key.js';
import { CUSTOMERS_BY_NUMBER, PRODUCTS_BY_SKU } from '../../application/tokens.js';
import { type Customer, customerResource } from '../../customer.record.js';
import { type Product, productResource } from '../../product.record.js';
import { COMMERCE_RIGHTS } from '../../rights.record.js';

const product = (record: Product): object => toWire(productResource.fields, record);
const customer = (record: Customer): object => toWire(customerResource.fields, record);

/** Products under the key by which the shop knows them. */
@RestController('commerce/products/sku')
export class ProductsBySkuController {
  constructor(
    @Inject(PRODUCTS_BY_SKU) private readonly products: ByBusinessKey<Product>,
    private readonly changes: ChangeLog,
  ) {}

  @Get(':sku')
  @Needs(COMMERCE_RIGHTS.read)
  @Describes({ summary: 'Read a product by its SKU', answer: answers.record(productResource) })
  async get(@PathKey('sku') sku: string): Promise<object> {
    return product(await this.products.get(sku));
  }

  @Put(':sku')
  @Needs(COMMERCE_RIGHTS.save)
  @Describes({
    summary: 'Create or change the product of a SKU',
    answer: answers.record(productResource),
    never: [404],
  })
  put(@PathKey('sku') sku: string, @RecordBody(productResource) input: JsonObject): Promise<Answer> {
    return written(this.changes, () => this.products.put(sku, input), product);
  }

  @Delete(':sku')
  @Needs(COMMERCE_RIGHTS.delete)
  @Describes({ summary: 'Delete the product of a SKU', answer: answers.true })
  remove(@PathKey('sku') sku: string): Promise<Answer> {
    return written(
      this.changes,
      () => this.products.remove(sku),
      () => true,
    );
  }
}

/** Customers under the merchant's own number. */
@RestController('commerce/customers/number')
export class CustomersByNumberController {
  constructor(
    @Inject(CUSTOMERS_BY_NUMBER) private readonly customers: ByBusinessKey<Customer>,
    private readonly changes: ChangeLog,
  ) {}

  @Get(':customerNumber')
  @Needs(COMMERCE_RIGHTS.read)
  @Describes({ summary: 'Read a customer by customer number', answer: answers.record(customerResource) })
  async get(@PathKey('customerNumber') customerNumber: string): Promise<object> {
    return customer(await this.customers.get(customerNumber));
  }

  @Put(':customerNumber')
  @Needs(COMMERCE_RIGHTS.save)
  @Describes({ summary: 'Change the customer of a customer number', answer: answers.record(customerResource) })
  put(
    @PathKey('customerNumber') customerNumber: string,
    @RecordBody(customerResource) input: JsonObject,
  ): Promise<Answer> {
    return written(this.changes, () => this.customers.update(customerNumber, input), customer);
  }
}
