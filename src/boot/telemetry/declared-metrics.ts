import { CACHE_METRICS, observeCache } from '../../../libs/cache/index.js';
import { DATABASE_METRICS, observeDatabase, Persistence } from '../../../libs/database/index.js';
import { JOB_METRICS } from '../../../libs/jobs/index.js';
import { ChangeLog, CacheManager, type MetricGroup, Gauge } from '../../../libs/kernel/index.js';
import type { FindService } from '../../../libs/manifest/index.js';
import { OUTBOUND_METRICS } from '../../../libs/outbound/index.js';
import { WEB_METRICS } from '../../../libs/web/index.js';
import { DISK_METRICS, observeDisks } from '../disks.js';
import { LOG_METRICS } from '../log-writer.js';
import type { Settings } from '../../config/settings.js';
import { REVISION, VERSION } from '../../config/version.js';

const BUILD = new Gauge({
  name: 'kontor_build_info',
  help: 'Build information; always 1. The labels contain the version and revision of Kontor and the version of Node.js.',
  labels: ['version', 'revision', 'node'],
});

const BUILD_INFO: MetricGroup<unknown> = {
  metrics: [BUILD],
  observe: () => BUILD.set(1, VERSION, REVISION, process.versions.node),
};

/** All metrics of the application: those of the libraries and the installed modules. */
export const declaredMetrics = (settings: Settings): readonly MetricGroup<FindService>[] => [
  BUILD_INFO,
  { metrics: WEB_METRICS },
  { metrics: LOG_METRICS },
  { metrics: DISK_METRICS, observe: () => observeDisks(settings) },
  { metrics: OUTBOUND_METRICS },
  { metrics: JOB_METRICS },
  { metrics: DATABASE_METRICS, observe: (find) => observeDatabase(find(Persistence)) },
  { metrics: CACHE_METRICS, observe: (find) => observeCache(find(CacheManager), find(ChangeLog)) },
  ...settings.installedRooms.flatMap(({ manifest }) => manifest.metrics ?? []),
];
