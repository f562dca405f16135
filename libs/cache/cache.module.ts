import { type DynamicModule, Module } from '@nestjs/common';
import { ChangeLog, Memory, Transactions } from '../kernel/index.js';
import { ProcessMemory } from './process-memory.js';

/** Meets the port `Memory` for the whole application. */
@Module({})
export class CacheModule {
  /** With this many bytes of memory (PRICING_MEMORY_MB); 0 disables the cache. */
  static with(bytes: number): DynamicModule {
    return {
      module: CacheModule,
      global: true,
      providers: [
        {
          provide: Memory,
          inject: [ChangeLog, Transactions],
          useFactory: (changes: ChangeLog, transactions: Transactions) =>
            new ProcessMemory(changes, transactions, bytes),
        },
      ],
      exports: [Memory],
    };
  }
}
