import { type DynamicModule, Module } from '@nestjs/common';
import type { Installation } from '../../libs/manifest/index.js';
import { AuthoringModule } from './authoring/authoring.module.js';
import { LabelsModule } from './labels/labels.module.js';
import { DppSettings } from './passport/index.js';
import { PassportModule } from './passport/passport.module.js';
import { PublicModule } from './public/public.module.js';
import { audiencesOf } from './readers/domain/reader.js';
import { ReadersModule } from './readers/readers.module.js';
import { RunsModule } from './runs/runs.module.js';
import type { PassportSettings } from './settings.js';
import { TemplatesModule } from './templates/templates.module.js';
import { VersionsModule } from './versions/versions.module.js';

/** Digital product passports: templates, authoring and public access. */
@Module({})
export class DppModule {
  static readonly onlyComposes = true;

  static async with(own: PassportSettings, installation: Installation): Promise<DynamicModule> {
    const settings = new DppSettings({
      publicBaseUrl: installation.publicBaseUrl,
      audiences: audiencesOf(own.DPP_AUDIENCES),
      graphqlLanding: own.GRAPHQL_LANDING,
      release: own.DPP_RELEASE,
      listPerMinute: own.DPP_LIST_PER_MINUTE,
      checkMs: own.PASSPORT_CHECK_MS,
      checkProcesses: installation.maxChildProcesses(own.PASSPORT_CHECK_PROCESSES),
      checkMb: own.PASSPORT_CHECK_MB,
    });
    return {
      module: DppModule,
      imports: [
        PassportModule.with(settings),
        TemplatesModule,
        VersionsModule,
        AuthoringModule,
        RunsModule,
        LabelsModule,
        await PublicModule.with(settings, installation.mode === 'server'),
        ReadersModule,
      ],
    };
  }
}
