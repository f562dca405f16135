import { type DynamicModule, Module } from '@nestjs/common';
import { ChangeLog, CacheManager, Transactions } from '../kernel/index.js';
import { ProcessCacheManager } from './process-cache-manager.js';

/** Provides `CacheManager` for the whole application. */
@Module({})
export class CacheModule {
  /** `bytes`: memory limit (PRICING_MEMORY_MB); 0 disables the cache. */
  static with(bytes: number): DynamicModule {
    return {
      module: CacheModule,
      global: true,
      providers: [
        {
          provide: CacheManager,
          inject: [ChangeLog, Transactions],
          useFactory: (changes: ChangeLog, transactions: Transactions) =>
            new ProcessCacheManager(changes, transactions, bytes),
        },
      ],
      exports: [CacheManager],
    };
  }
}
