import { Global, Module } from '@nestjs/common';
import { EntitledReading } from '../public/index.js';
import { MeasuredController } from './adapters/interface/measured.controller.js';
import { PassportsController } from './adapters/interface/passports.controller.js';
import { MeasurementsController } from './adapters/rest/measurements.controller.js';
import { GroupedAccessLog } from './adapters/sql/grouped-access-log.js';
import { RecordsGrants } from './adapters/sql/records-grants.js';
import { EntitledByGrant } from './application/entitled-by-grant.js';
import { KeepAccessLog } from './application/keep-access-log.js';
import { ManageGrants } from './application/manage-grants.js';
import { Measure } from './application/measure.js';
import { MeasuredValues } from './application/measured-values.js';
import { ReadPassports } from './application/read-passports.js';
import { WhoReads } from './application/who-reads.js';
import { AccessLog } from './ports/access-log.js';
import { Grants } from './ports/grants.js';

/** Grants, and the data that they give access to: restricted data and measurements. */
@Global()
@Module({
  controllers: [PassportsController, MeasurementsController, MeasuredController],
  providers: [
    { provide: Grants, useClass: RecordsGrants },
    { provide: AccessLog, useClass: GroupedAccessLog },
    { provide: EntitledReading, useClass: EntitledByGrant },
    ReadPassports,
    ManageGrants,
    KeepAccessLog,
    WhoReads,
    Measure,
    MeasuredValues,
  ],
  exports: [EntitledReading, AccessLog, ManageGrants],
})
export class ReadersModule {}
