import type { INestApplication } from '@nestjs/common';
import { IdempotencyStore, NonceStore } from '../../libs/kernel/index.js';
import { ChangeLogRetention, Persistence } from '../../libs/database/index.js';
import type { Chore } from './housekeeping.js';
import { isMigrated } from './schema-at-start.js';
import type { Settings } from '../config/settings.js';

/** Deletes outdated data: entries of the change log, stored responses, and the expired data of the modules. */
export const choresOf = (app: INestApplication, settings: Settings): readonly Chore[] => {
  const { PRICE_LOG_DAYS, PRICE_LOG_ENTRIES } = settings;
  const forgetting = (what: string, forget: () => Promise<void>): Chore => ({
    failure: `deleting old data failed: ${what}`,
    work: async () => {
      if (await isMigrated(app.get(Persistence))) await forget();
    },
  });
  return [
    forgetting('change log', () => app.get(ChangeLogRetention).prune(PRICE_LOG_DAYS, PRICE_LOG_ENTRIES)),
    forgetting('stored responses', () => app.get(IdempotencyStore).prune()),
    forgetting('used one-time keys', () => app.get(NonceStore).prune()),
    ...settings.installedRooms
      .flatMap(({ manifest }) => (manifest.chores ?? []).map((chore) => ({ ...chore, own: settings.of(manifest) })))
      .map(({ what, prune, own }) => forgetting(what, () => prune((token) => app.get(token), own))),
  ];
};
