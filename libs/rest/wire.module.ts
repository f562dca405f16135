import { type DynamicModule, Global, Module, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { ServedOperations } from '../calls/index.js';
import { Clock, SecurityEvents, Transactions } from '../kernel/index.js';
import {
  AnonymousSearches,
  BrowserSessions,
  EventLoopLag,
  HeavyCalls,
  RequestRates,
  SecurityLog,
  WireSettings,
  DeclaredRoutes,
} from '../web/index.js';
import { routeFaults, ControllerRoutes } from './declared-routes.js';
import { HeavyCallInterceptor } from './heavy.js';

/** Request handling as a module: its settings are global, and it checks that every handler declares a right. */
@Global()
@Module({})
export class WireModule implements OnModuleInit, OnModuleDestroy {
  constructor(
    private readonly routes: DeclaredRoutes,
    private readonly lag: EventLoopLag,
  ) {}

  static with(settings: WireSettings): DynamicModule {
    return {
      module: WireModule,
      imports: [DiscoveryModule],
      providers: [
        { provide: WireSettings, useValue: settings },
        { provide: ServedOperations, useFactory: () => new ServedOperations() },
        { provide: BrowserSessions, useFactory: () => new BrowserSessions() },
        { provide: AnonymousSearches, useFactory: () => new AnonymousSearches() },
        {
          provide: SecurityEvents,
          inject: [Clock, Transactions],
          useFactory: (clock: Clock, transactions: Transactions) => new SecurityLog(clock, transactions),
        },
        {
          provide: DeclaredRoutes,
          inject: [DiscoveryService],
          useFactory: (discovery: DiscoveryService) => new ControllerRoutes(discovery),
        },
        {
          provide: HeavyCalls,
          inject: [EventLoopLag],
          useFactory: (lag: EventLoopLag) =>
            new HeavyCalls(
              { ofOneCaller: settings.heavyOfOneCaller, inAll: settings.heavyInAll },
              () => lag.isOverloaded,
            ),
        },
        { provide: EventLoopLag, useFactory: () => new EventLoopLag() },
        { provide: RequestRates, useFactory: () => new RequestRates(settings.rateLimit) },
        HeavyCallInterceptor,
      ],
      exports: [
        WireSettings,
        ServedOperations,
        AnonymousSearches,
        BrowserSessions,
        DeclaredRoutes,
        SecurityEvents,
        EventLoopLag,
        HeavyCalls,
        HeavyCallInterceptor,
        RequestRates,
      ],
    };
  }

  /** The server does not start if there are errors, and reports all of them together. */
  onModuleInit(): void {
    const faults = routeFaults(this.routes.all);
    if (faults.length > 0)
      throw new Error(`The server did not start, because these routes are incomplete:\n  ${faults.join('\n  ')}`);
  }

  onModuleDestroy(): void {
    this.lag.stop();
  }
}
