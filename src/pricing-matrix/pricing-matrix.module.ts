import { Module } from '@nestjs/common';
import { CachedMatrixRows } from './adapters/memory/cached-matrix-rows.js';
import { TypeOrmMatrixBook } from './adapters/typeorm/typeorm-matrix-book.js';
import { SqlMatrixRows } from './adapters/sql/sql-matrix-rows.js';
import { MatrixChecks } from './application/matrix-checks.js';
import { MatrixSource } from './application/matrix-source.js';
import { ConditionHooks } from './application/condition-hooks.js';
import { MatrixHooks } from './application/matrix-hooks.js';
import { PlainConditions, PlainCustomers, PlainMatrices, WriteWholeMatrix } from './application/write-whole-matrix.js';
import { MatrixRows, MatrixBook } from './ports/matrix-rows.js';
import { productCustomerMatrixResource } from './product-customer-matrix.record.js';
import { productCustomerMatrixAttributeResource } from './product-customer-matrix-attribute.record.js';
import { productCustomerMatrixCustomerResource } from './product-customer-matrix-customer.record.js';
import { PRICING_MATRIX_ROOM } from './room.js';
import { exportsOf, recordService } from '../../libs/manifest/index.js';

@Module({
  providers: [
    MatrixHooks,
    ConditionHooks,
    recordService(productCustomerMatrixResource, { hooks: MatrixHooks }),
    recordService(productCustomerMatrixAttributeResource, { hooks: ConditionHooks }),
    recordService(productCustomerMatrixCustomerResource),
    recordService(productCustomerMatrixResource, { token: PlainMatrices }),
    recordService(productCustomerMatrixAttributeResource, { token: PlainConditions }),
    recordService(productCustomerMatrixCustomerResource, { token: PlainCustomers }),
    WriteWholeMatrix,
    SqlMatrixRows,
    { provide: MatrixRows, useClass: CachedMatrixRows },
    { provide: MatrixBook, useClass: TypeOrmMatrixBook },
    MatrixSource,
    MatrixChecks,
  ],
  exports: exportsOf(PRICING_MATRIX_ROOM),
})
export class PricingMatrixModule {}
