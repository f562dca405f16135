import { Module } from '@nestjs/common';
import { CommerceServicesModule } from './commerce-services.module.js';

/** What the shop tells us: websites, store views, groups, customers, categories, products, sales entities, price settings. */
@Module({ imports: [CommerceServicesModule] })
export class CommerceModule {}
