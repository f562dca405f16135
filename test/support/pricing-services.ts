import { Global, type INestApplicationContext, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { Clock, SecurityEvents } from '../../libs/kernel/index.js';
import { PersistenceModule } from '../../libs/persistence/index.js';
import { PriceLint, PriceSources } from '../../libs/pricing/index.js';
import { ForgetAttempts, Passwords } from '../../src/access/index.js';
import { CommerceServicesModule } from '../../src/commerce/commerce-services.module.js';
import { COMMERCE_RESOURCES } from '../../src/commerce/index.js';
import { QuoteLimits } from '../../src/pricing-calc/index.js';
import { PricingCalcModule } from '../../src/pricing-calc/pricing-calc.module.js';
import { CATEGORY_PRICE_RESOURCES } from '../../src/pricing-category/index.js';
import { PricingCategoryModule } from '../../src/pricing-category/pricing-category.module.js';
import { CUSTOMER_PRICE_RESOURCES } from '../../src/pricing-customer/index.js';
import { PricingCustomerModule } from '../../src/pricing-customer/pricing-customer.module.js';
import { PRICE_LIST_RESOURCES } from '../../src/pricing-list/index.js';
import { PricingListModule } from '../../src/pricing-list/pricing-list.module.js';
import { MATRIX_RESOURCES } from '../../src/pricing-matrix/index.js';
import { PricingMatrixModule } from '../../src/pricing-matrix/pricing-matrix.module.js';
import { FORGETS_ATTEMPTS, HeardEvents } from './access.js';
import { type DatabaseKind, migratedDatabase } from './databases.js';

/** Nobody signs in here. */
const passwords = new Passwords({
  hash: (password) => Promise.resolve(password),
  verify: () => Promise.resolve(false),
  pretend: () => Promise.resolve(),
});

@Global()
@Module({
  providers: [
    { provide: Passwords, useValue: passwords },
    { provide: SecurityEvents, useClass: HeardEvents },
    FORGETS_ATTEMPTS,
    PriceSources,
    PriceLint,
  ],
  exports: [Passwords, SecurityEvents, ForgetAttempts, PriceSources, PriceLint],
})
class AssemblyModule {}

export interface PricingServices {
  readonly app: INestApplicationContext;
  close(): Promise<void>;
}

const MEMORY_BYTES = 16 * 1024 * 1024;

interface PricingOptions {
  readonly now?: () => Date;
  readonly memoryBytes?: number;
  readonly migrate?: boolean;
}

const RESOURCES = [
  ...COMMERCE_RESOURCES,
  ...CUSTOMER_PRICE_RESOURCES,
  ...PRICE_LIST_RESOURCES,
  ...CATEGORY_PRICE_RESOURCES,
  ...MATRIX_RESOURCES,
];

/** Commerce and all pricing rooms on a database, without HTTP; with a memory, as in a server. */
export const pricingOn = async (
  url: string,
  { now = () => new Date(), memoryBytes = MEMORY_BYTES, migrate = false }: PricingOptions = {},
): Promise<INestApplicationContext> => {
  const module = await Test.createTestingModule({
    imports: [
      PersistenceModule.register({ resources: RESOURCES, useFactory: () => ({ url, migrate, memoryBytes }) }),
      AssemblyModule,
      CommerceServicesModule,
      PricingCustomerModule,
      PricingListModule,
      PricingCategoryModule,
      PricingMatrixModule,
      PricingCalcModule.with(new QuoteLimits()),
    ],
  })
    .overrideProvider(Clock)
    .useValue({ now })
    .compile();
  return module.init();
};

/** The same on a fresh database. */
export const openPricing = async (kind: DatabaseKind, options: PricingOptions = {}): Promise<PricingServices> => {
  const database = await migratedDatabase(kind);
  const app = await pricingOn(database.url, options);
  return {
    app,
    close: async () => {
      await app.close();
      await database.drop();
    },
  };
};
