import { type DynamicModule, Global, Module } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { ServedOperations } from '../calls/index.js';
import { IdempotencyStore, Transactions } from '../kernel/index.js';
import { type JobKind, Jobs, type Operation } from '../operations/index.js';
import { Callers, StoreViews, WireSettings } from '../web/index.js';
import { AcceptCalls } from './accept-calls.js';
import { BeginJobs, WorkWaiting } from './begin-jobs.js';
import { asyncController } from './async-controllers.js';
import { JobRights } from './job-rights.js';
import { JobQueue } from './ports.js';
import { RunCalls } from './run-calls.js';

interface LaterParts {
  readonly operations: readonly Operation[];
  readonly kinds: readonly JobKind[];
  /** Maximum number of open jobs per caller. */
  readonly perCaller: number;
}

/** Accepts calls of these operations and queues them; another module implements `JobQueue`. */
@Global()
@Module({})
export class AsyncCallsModule {
  static with({ operations, kinds, perCaller }: LaterParts): DynamicModule {
    return {
      module: AsyncCallsModule,
      controllers: [asyncController(operations)],
      providers: [
        { provide: WorkWaiting, useFactory: () => new WorkWaiting() },
        {
          provide: JobRights,
          inject: [ServedOperations, WireSettings, ModuleRef],
          useFactory: (served: ServedOperations, settings: WireSettings, modules: ModuleRef) =>
            new JobRights({ kinds, served, settings, find: (token) => modules.get(token, { strict: false }) }),
        },
        {
          provide: AcceptCalls,
          inject: [ServedOperations, JobQueue, Transactions, WorkWaiting],
          useFactory: (served: ServedOperations, queue: JobQueue, transactions: Transactions, waiting: WorkWaiting) =>
            new AcceptCalls(served, queue, transactions, waiting),
        },
        {
          provide: Jobs,
          inject: [JobQueue, Transactions, IdempotencyStore, WorkWaiting, WireSettings],
          useFactory: (
            queue: JobQueue,
            transactions: Transactions,
            idempotencyStore: IdempotencyStore,
            waiting: WorkWaiting,
            settings: WireSettings,
          ) => new BeginJobs({ queue, transactions, idempotencyStore, waiting, settings, perCaller }),
        },
        {
          provide: RunCalls,
          inject: [ServedOperations, JobQueue, Transactions, Callers, StoreViews, WireSettings],
          useFactory: (
            served: ServedOperations,
            queue: JobQueue,
            transactions: Transactions,
            callers: Callers,
            storeViews: StoreViews,
            settings: WireSettings,
          ) => new RunCalls({ served, queue, transactions, callers, storeViews, settings }),
        },
      ],
      exports: [AcceptCalls, JobRights, Jobs, RunCalls, WorkWaiting],
    };
  }
}
