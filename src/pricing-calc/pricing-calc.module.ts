import { type DynamicModule, Module } from '@nestjs/common';
import { ReplayJobController } from './adapters/rest/replay-job.controller.js';
import { PricingCalcServicesModule } from './pricing-calc-services.module.js';
import type { PricingCalcSettings } from './settings.js';

@Module({})
export class PricingCalcModule {
  static with(limits: PricingCalcSettings): DynamicModule {
    return {
      module: PricingCalcModule,
      imports: [PricingCalcServicesModule.with(limits)],
      controllers: [ReplayJobController],
      exports: [PricingCalcServicesModule],
    };
  }
}
