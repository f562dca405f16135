import { hash } from 'node:crypto';
import { Global, Module } from '@nestjs/common';
import { Clock, Transactions } from '../../../libs/kernel/index.js';
import { PublishVersions } from '../authoring/index.js';
import { FindTemplate } from '../templates/index.js';
import { RecordsPassportRuns } from './adapters/records/records-passport-runs.js';
import { PrepareItems } from './application/prepare-items.js';
import { MakeItems } from './application/make-items.js';
import { PublishItems } from './application/publish-items.js';
import { ReserveItems } from './application/reserve-items.js';
import { BeginRuns } from './application/begin-runs.js';
import { WithdrawItems } from './application/withdraw-items.js';
import { PassportRuns } from './ports/passport-runs.js';

/** Runs of serial numbers. */
@Global()
@Module({
  providers: [
    { provide: PassportRuns, useClass: RecordsPassportRuns },
    BeginRuns,
    PrepareItems,
    ReserveItems,
    MakeItems,
    WithdrawItems,
    {
      provide: PublishItems,
      inject: [PassportRuns, FindTemplate, PrepareItems, PublishVersions, Transactions, Clock],
      useFactory: (
        runs: PassportRuns,
        templates: FindTemplate,
        items: PrepareItems,
        publishing: PublishVersions,
        transactions: Transactions,
        clock: Clock,
      ) =>
        new PublishItems({
          ...{ runs, templates, items, publishing, transactions, clock },
          sha256: (text) => hash('sha256', text),
        }),
    },
  ],
  exports: [PassportRuns, BeginRuns],
})
export class RunsModule {}
