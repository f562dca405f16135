import { type DynamicModule, Global, Module } from '@nestjs/common';
import { ServedOperations } from '../calls/index.js';
import { KeptAnswers, Transactions } from '../kernel/index.js';
import { Jobs, type Operation } from '../operations/index.js';
import { Callers, StoreViews, WireSettings } from '../web/index.js';
import { AcceptCalls } from './accept-calls.js';
import { BeginJobs } from './begin-jobs.js';
import { asyncController } from './async-controllers.js';
import { JobQueue } from './ports.js';
import { RunCalls } from './run-calls.js';
import { WorkWaiting } from './work-waiting.js';

/** Calls of these operations that are accepted now and run later; another module implements `JobQueue`. */
@Global()
@Module({})
export class LaterModule {
  static with(operations: readonly Operation[]): DynamicModule {
    return {
      module: LaterModule,
      controllers: [asyncController(operations)],
      providers: [
        { provide: WorkWaiting, useFactory: () => new WorkWaiting() },
        {
          provide: AcceptCalls,
          inject: [ServedOperations, JobQueue, Transactions, WorkWaiting],
          useFactory: (served: ServedOperations, queue: JobQueue, transactions: Transactions, waiting: WorkWaiting) =>
            new AcceptCalls(served, queue, transactions, waiting),
        },
        {
          provide: Jobs,
          inject: [JobQueue, Transactions, KeptAnswers, WorkWaiting, WireSettings],
          useFactory: (
            queue: JobQueue,
            transactions: Transactions,
            keptAnswers: KeptAnswers,
            waiting: WorkWaiting,
            settings: WireSettings,
          ) => new BeginJobs({ queue, transactions, keptAnswers, waiting, settings }),
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
      exports: [AcceptCalls, Jobs, RunCalls, WorkWaiting],
    };
  }
}
