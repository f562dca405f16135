import { type DynamicModule, Global, Module, type OnModuleInit, type Type } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { Clock, SecurityEvents, Transactions } from '../kernel/index.js';
import { AnonymousSearches } from './anonymous-searches.js';
import { type DeclaredRoute, routeFaults, routesOf } from './declared-routes.js';
import { HeavyTurns } from './heavy.js';
import { HeavyCalls } from './heavy-calls.js';
import { fieldRights } from './field-rights.js';
import { SecurityLog } from './security-log.js';
import { WireSettings } from './settings.js';

/** All routes of the application as its controllers declare them. */
export class DeclaredRoutes {
  private found: readonly DeclaredRoute[] | undefined;

  constructor(private readonly discovery: DiscoveryService) {}

  get all(): readonly DeclaredRoute[] {
    this.found ??= this.discovery
      .getControllers()
      .flatMap(({ metatype }) => (typeof metatype === 'function' ? routesOf(metatype as Type) : []));
    return this.found;
  }

  /** The rights that handlers, and fields of the records that they take, ask for: what there is to grant. */
  get rights(): readonly string[] {
    return this.all.flatMap(({ need, body }) => [
      ...(need?.kind === 'right' ? [need.right] : []),
      ...(body && 'resource' in body ? fieldRights(body.resource) : []),
    ]);
  }
}

/** The wire as a module: its settings for everybody, and the check that no handler starts without a right. */
@Global()
@Module({})
export class WireModule implements OnModuleInit {
  constructor(private readonly routes: DeclaredRoutes) {}

  static with(settings: WireSettings): DynamicModule {
    return {
      module: WireModule,
      imports: [DiscoveryModule],
      providers: [
        { provide: WireSettings, useValue: settings },
        { provide: AnonymousSearches, useFactory: () => new AnonymousSearches() },
        {
          provide: SecurityEvents,
          inject: [Clock, Transactions],
          useFactory: (clock: Clock, transactions: Transactions) => new SecurityLog(clock, transactions),
        },
        {
          provide: DeclaredRoutes,
          inject: [DiscoveryService],
          useFactory: (discovery: DiscoveryService) => new DeclaredRoutes(discovery),
        },
        {
          provide: HeavyCalls,
          useValue: new HeavyCalls({ ofOneCaller: settings.heavyOfOneCaller, inAll: settings.heavyInAll }),
        },
        HeavyTurns,
      ],
      exports: [WireSettings, AnonymousSearches, DeclaredRoutes, SecurityEvents, HeavyCalls, HeavyTurns],
    };
  }

  /** The server refuses to boot, and says all that is wrong at once. */
  onModuleInit(): void {
    const faults = routeFaults(this.routes.all);
    if (faults.length > 0) throw new Error(`routes that may not start:\n  ${faults.join('\n  ')}`);
  }
}
