import { Module } from '@nestjs/common';
import { recordControllers } from '../../libs/webapi/index.js';
import { CustomersByNumberController, ProductsBySkuController } from './adapters/rest/by-business-key.controllers.js';
import { PriceSettingsController } from './adapters/rest/price-settings.controller.js';
import { CommerceServicesModule } from './commerce-services.module.js';
import { COMMERCE_ROUTED } from './resources.record.js';

/** What the shop tells us: websites, store views, groups, customers, categories, products, sales entities, price settings. */
@Module({
  imports: [CommerceServicesModule],
  controllers: [
    ProductsBySkuController,
    CustomersByNumberController,
    PriceSettingsController,
    ...COMMERCE_ROUTED.flatMap((resource) => recordControllers(resource)),
  ],
})
export class CommerceModule {}
