import { Module, type Provider } from '@nestjs/common';
import { ChangeLog, Clock, Transactions } from '../../libs/kernel/index.js';
import { PriceLint, PriceSources } from '../../libs/pricing/index.js';
import {
  type Recorded,
  type Records,
  RecordService,
  RecordStore,
  References,
  type Resource,
} from '../../libs/records/index.js';
import { recordControllers, recordParts, serviceOf } from '../../libs/webapi/index.js';
import { WRITE_WHOLE_MATRIX, WholeMatrixController } from './adapters/rest/whole-matrix.controller.js';
import { RememberedMatrixRows } from './adapters/memory/remembered-matrix-rows.js';
import { TypeOrmMatrixBook } from './adapters/typeorm/typeorm-matrix-book.js';
import { TypeOrmMatrixRows } from './adapters/typeorm/typeorm-matrix-rows.js';
import { MatrixChecks } from './application/matrix-checks.js';
import { MatrixSource } from './application/matrix-source.js';
import { OneSkuConditions, type OneSkuParts } from './application/one-sku-conditions.js';
import { OneSkuMatrices } from './application/one-sku-matrices.js';
import { WriteWholeMatrix } from './application/write-whole-matrix.js';
import { MatrixBook } from './ports/matrix-book.js';
import { MatrixRows } from './ports/matrix-rows.js';
import { type ProductCustomerMatrix, productCustomerMatrixResource } from './product-customer-matrix.record.js';
import {
  type ProductCustomerMatrixAttribute,
  productCustomerMatrixAttributeResource,
} from './product-customer-matrix-attribute.record.js';
import { productCustomerMatrixCustomerResource } from './product-customer-matrix-customer.record.js';

const INJECTED = [RecordStore, References, Transactions, ChangeLog, Clock];
type Injected = readonly [RecordStore, References, Transactions, ChangeLog, Clock];

/** The generic service over stored records, or over a guard of them. */
const service = <T extends Recorded>(
  resource: Resource<T>,
  [store, references, transactions, changes, clock]: Injected,
  records: Records<T> = store.of(resource),
): RecordService<T> => new RecordService(resource, { records, references, transactions, changes, clock });

const guardedParts = ([store, , transactions]: Injected): OneSkuParts<
  ProductCustomerMatrixAttribute,
  ProductCustomerMatrix
> => ({
  conditions: store.of(productCustomerMatrixAttributeResource),
  matrices: store.of(productCustomerMatrixResource),
  transactions,
});

const GUARDED: readonly Provider[] = [
  {
    provide: serviceOf(productCustomerMatrixResource),
    inject: INJECTED,
    useFactory: (...parts: Injected) =>
      service(productCustomerMatrixResource, parts, new OneSkuMatrices(guardedParts(parts))),
  },
  {
    provide: serviceOf(productCustomerMatrixAttributeResource),
    inject: INJECTED,
    useFactory: (...parts: Injected) =>
      service(productCustomerMatrixAttributeResource, parts, new OneSkuConditions(guardedParts(parts))),
  },
];

/** Over plain services: it keeps the rule of the one SKU for the matrix as a whole. */
const WHOLE: Provider = {
  provide: WRITE_WHOLE_MATRIX,
  inject: INJECTED,
  useFactory: (...parts: Injected) => {
    const [store, , transactions, changes] = parts;
    const listOf = <T extends Recorded>(resource: Resource<T>) => ({
      service: service(resource, parts),
      records: store.of(resource),
    });
    return new WriteWholeMatrix({
      matrices: service(productCustomerMatrixResource, parts),
      conditions: listOf(productCustomerMatrixAttributeResource),
      customers: listOf(productCustomerMatrixCustomerResource),
      transactions,
      changes,
    });
  },
};

const customers = recordParts(productCustomerMatrixCustomerResource);

/** Product-customer matrices: their records, routes and price source. */
@Module({
  controllers: [
    ...recordControllers(productCustomerMatrixResource),
    ...recordControllers(productCustomerMatrixAttributeResource),
    ...customers.controllers,
    WholeMatrixController,
  ],
  providers: [
    ...GUARDED,
    ...customers.providers,
    WHOLE,
    TypeOrmMatrixRows,
    { provide: MatrixRows, useClass: RememberedMatrixRows },
    { provide: MatrixBook, useClass: TypeOrmMatrixBook },
    MatrixSource,
    MatrixChecks,
  ],
  exports: [
    serviceOf(productCustomerMatrixResource),
    serviceOf(productCustomerMatrixAttributeResource),
    ...customers.exports,
  ],
})
export class PricingMatrixModule {
  constructor(sources: PriceSources, source: MatrixSource, lint: PriceLint, checks: MatrixChecks) {
    sources.add(source);
    lint.add(checks);
  }
}
