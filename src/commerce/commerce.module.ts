import { type DynamicModule, Module } from '@nestjs/common';
import { InstalledRoomNames, type Installation } from '../../libs/manifest/index.js';
import { type Recorded, type ResourceService, serviceOf } from '../../libs/records/index.js';
import { ShopStructure } from './application/shop-structure.js';
import { categoryResource } from './category.record.js';
import { CommerceServicesModule } from './commerce-services.module.js';
import { type Store, storeResource } from './store.record.js';
import { type Website, websiteResource } from './website.record.js';

/**
 * The data of the shop: websites, store views, groups, customers, categories, products, sales entities, price
 * settings.
 */
@Module({})
export class CommerceModule {
  static with(_own: object, { publicBaseUrl: baseUrl }: Installation): DynamicModule {
    return {
      module: CommerceModule,
      imports: [CommerceServicesModule],
      providers: [
        {
          provide: ShopStructure,
          inject: [
            serviceOf(websiteResource),
            serviceOf(storeResource),
            serviceOf(categoryResource),
            InstalledRoomNames,
          ],
          useFactory: (
            websites: ResourceService<Website>,
            stores: ResourceService<Store>,
            categories: ResourceService<Recorded>,
            { all: rooms }: InstalledRoomNames,
          ) => new ShopStructure({ websites, stores, categories, baseUrl, rooms }),
        },
      ],
    };
  }
}
