import { type DynamicModule, Global, Module } from '@nestjs/common';
import { CommercePassportStores } from './adapters/commerce/commerce-passport-stores.js';
import { DppSettings } from './application/settings.js';
import { PassportStores } from './ports/passport-stores.js';

/** The fields of a passport, and the settings and store views that all DPP modules need. */
@Global()
@Module({})
export class PassportModule {
  static with(settings: DppSettings): DynamicModule {
    return {
      module: PassportModule,
      providers: [
        { provide: DppSettings, useValue: settings },
        { provide: PassportStores, useClass: CommercePassportStores },
      ],
      exports: [DppSettings, PassportStores],
    };
  }
}
