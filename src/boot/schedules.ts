import { type INestApplication, Logger as NestLogger } from '@nestjs/common';
import type { Logger } from 'pino';
import { IdempotencyStore, NonceStore } from '../../libs/kernel/index.js';
import { ChangeLogRetention, Lease, Persistence } from '../../libs/database/index.js';
import { HOUR_MS, type Schedule } from '../../libs/manifest/index.js';
import type { Settings } from '../config/settings.js';
import { type BoundSchedule, Scheduler } from './scheduler.js';
import { isMigrated } from './schema-at-start.js';

/** The schedules of the libraries, which delete old data. */
const librarySchedules = ({ PRICE_LOG_DAYS, PRICE_LOG_ENTRIES }: Settings): readonly Schedule[] => {
  const hourly = (name: string, run: Schedule['run']): Schedule => ({
    name,
    every: HOUR_MS,
    once: 'process',
    failure: `old data could not be deleted: ${name}`,
    run,
  });
  return [
    hourly('change log', ({ find }) => find(ChangeLogRetention).prune(PRICE_LOG_DAYS, PRICE_LOG_ENTRIES)),
    hourly('stored responses', ({ find }) => find(IdempotencyStore).prune()),
    hourly('used one-time keys', ({ find }) => find(NonceStore).prune()),
  ];
};

/** The scheduler of a server, with the schedules of the libraries and the installed modules. */
export const schedulerOf = (app: INestApplication, settings: Settings, logger: Logger): Scheduler => {
  const persistence = app.get(Persistence);
  const { database, transactions } = persistence;
  const bound = (schedule: Schedule, room: string, own: object): BoundSchedule => ({
    ...schedule,
    run: (run) => schedule.run(run, own),
    warn: (error) => {
      const { failure, every } = schedule;
      if (every >= HOUR_MS) logger.warn({ err: error }, failure);
      else new NestLogger(room).warn({ msg: failure, err: error });
    },
  });
  return new Scheduler(
    [
      ...librarySchedules(settings).map((schedule) => bound(schedule, 'database', {})),
      ...settings.installedRooms.flatMap(({ manifest }) =>
        (manifest.schedules ?? []).map((schedule) => bound(schedule, manifest.name, settings.ofModule(manifest))),
      ),
    ],
    {
      find: (token) => app.get(token, { strict: false }),
      isReady: () => isMigrated(persistence),
      leaseOf: (name) => Lease.named(database, transactions, name),
    },
  );
};
