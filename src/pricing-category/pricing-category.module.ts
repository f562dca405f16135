import { Module } from '@nestjs/common';
import { PriceLint, PriceSources } from '../../libs/pricing/index.js';
import { recordParts } from '../../libs/webapi/index.js';
import { RememberedCategoryPriceRows } from './adapters/memory/remembered-category-price-rows.js';
import { TypeOrmCategoryPriceBook } from './adapters/typeorm/typeorm-category-price-book.js';
import { TypeOrmCategoryPriceRows } from './adapters/typeorm/typeorm-category-price-rows.js';
import { CategoryPriceChecks } from './application/category-price-checks.js';
import { CategoryPriceSource } from './application/category-price-source.js';
import { CategoryPriceBook } from './ports/category-price-book.js';
import { CategoryPriceRows } from './ports/category-price-rows.js';
import { CATEGORY_PRICE_RESOURCES } from './resources.record.js';

const parts = CATEGORY_PRICE_RESOURCES.map((resource) => recordParts(resource));

/** Category prices: their records, routes and price source. */
@Module({
  controllers: parts.flatMap(({ controllers }) => controllers),
  providers: [
    ...parts.flatMap(({ providers }) => providers),
    TypeOrmCategoryPriceRows,
    { provide: CategoryPriceRows, useClass: RememberedCategoryPriceRows },
    { provide: CategoryPriceBook, useClass: TypeOrmCategoryPriceBook },
    CategoryPriceSource,
    CategoryPriceChecks,
  ],
  exports: parts.flatMap(({ exports }) => exports),
})
export class PricingCategoryModule {
  constructor(sources: PriceSources, source: CategoryPriceSource, lint: PriceLint, checks: CategoryPriceChecks) {
    sources.add(source);
    lint.add(checks);
  }
}
