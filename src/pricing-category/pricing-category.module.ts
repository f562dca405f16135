import { Module } from '@nestjs/common';
import { CachedCategoryPriceRows } from './adapters/memory/cached-category-price-rows.js';
import { TypeOrmCategoryPriceBook } from './adapters/typeorm/typeorm-category-price-book.js';
import { SqlCategoryPriceRows } from './adapters/sql/sql-category-price-rows.js';
import { CategoryPriceChecks } from './application/category-price-checks.js';
import { CategoryPriceSource } from './application/category-price-source.js';
import { CategoryPriceRows, CategoryPriceBook } from './ports/category-price-rows.js';
import { CATEGORY_PRICE_RESOURCES } from './resources.record.js';
import { exportsOf, recordService } from '../../libs/manifest/index.js';
import { PRICING_CATEGORY_ROOM } from './room.js';

@Module({
  providers: [
    ...CATEGORY_PRICE_RESOURCES.map((resource) => recordService(resource)),
    SqlCategoryPriceRows,
    { provide: CategoryPriceRows, useClass: CachedCategoryPriceRows },
    { provide: CategoryPriceBook, useClass: TypeOrmCategoryPriceBook },
    CategoryPriceSource,
    CategoryPriceChecks,
  ],
  exports: exportsOf(PRICING_CATEGORY_ROOM),
})
export class PricingCategoryModule {}
