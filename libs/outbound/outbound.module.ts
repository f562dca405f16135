import { type DynamicModule, Module } from '@nestjs/common';
import { Outbound, type ProxySettings } from './outbound.js';

/** Provides `Outbound` to all modules. */
@Module({})
export class OutboundModule {
  static with(proxy: ProxySettings): DynamicModule {
    return {
      module: OutboundModule,
      global: true,
      providers: [{ provide: Outbound, useValue: new Outbound(proxy) }],
      exports: [Outbound],
    };
  }
}
