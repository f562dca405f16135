import { Global, Module } from '@nestjs/common';
import { SqlMeasurements } from './adapters/sql/sql-measurements.js';
import { SqlPassportVersions } from './adapters/sql/sql-passport-versions.js';
import { SqlSharedBodies } from './adapters/sql/sql-shared-bodies.js';
import { Measurements } from './ports/measurements.js';
import { PassportVersions, SharedBodies } from './ports/passport-versions.js';

/** Published versions: their content in parts, and their measurements. */
@Global()
@Module({
  providers: [
    { provide: SharedBodies, useClass: SqlSharedBodies },
    { provide: PassportVersions, useClass: SqlPassportVersions },
    { provide: Measurements, useClass: SqlMeasurements },
  ],
  exports: [SharedBodies, PassportVersions, Measurements],
})
export class VersionsModule {}
