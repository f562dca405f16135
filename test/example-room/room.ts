import { type DynamicModule, Module } from '@nestjs/common';
import { everything, InputRefused } from '../../libs/kernel/index.js';
import {
  exportsOf,
  HOUR_MS,
  recordRights,
  recordService,
  type Room,
  type RoomManifest,
} from '../../libs/manifest/index.js';
import { bulkOperations, recordOperations } from '../../libs/operations/index.js';
import { priceCodes, priceSources } from '../../libs/pricing/index.js';
import { serviceOf } from '../../libs/records/index.js';
import { customerGroupResource } from '../../src/commerce/index.js';
import { clubPriceResource } from './club-price.record.js';
import { ClubPriceSource } from './club-price-source.js';
import { tellClub } from './club-operations.js';
import { Clubs, ClubPriceHooks } from './club-services.js';
import { CREATE_CLUB_PRICE } from './migrations/20270301090000-club-price.js';
import { ClubSettings } from './settings.js';

/**
 * A room as somebody else would add one: a record, an operation, a price source, a migration, settings, a chore, a first
 * record. What changes is told by the scope `club`: readers of the change feed hear of it, and so will webhooks.
 */
const CLUB_MANIFEST: RoomManifest<ClubSettings> = {
  name: 'example-club',
  addOn: true,
  settings: ClubSettings,
  resources: [clubPriceResource],
  migrations: [CREATE_CLUB_PRICE],
  rights: recordRights(clubPriceResource.rights, 'club prices'),
  operations: [...recordOperations(clubPriceResource), ...bulkOperations(clubPriceResource), tellClub],
  services: [clubPriceResource],
  scopes: [{ scope: 'club', rank: 35 }],
  // Behind the prices agreed with a customer, before those of lists.
  provides: [priceCodes({ code: 'club_price', rank: 25, individual: true }), priceSources(ClubPriceSource)],
  schedules: [
    {
      name: 'old club prices',
      every: HOUR_MS,
      once: 'process',
      failure: 'old data could not be deleted: club prices',
      run: ({ find }) => find(Clubs).prune(find(serviceOf(clubPriceResource))),
    },
  ],
  firstRecords: async (find) => {
    const groups = find(serviceOf(customerGroupResource));
    const isThere = async () => {
      const coded = [[{ property: 'code', condition: 'eq', values: ['Club'] }]] as const;
      return (await groups.search({ ...everything(1), groups: coded })).total > 0;
    };
    if (await isThere()) return undefined;
    try {
      await groups.create({ code: 'Club' });
      return 'the group Club is made';
    } catch (error) {
      // Another server that starts made it meanwhile.
      if (error instanceof InputRefused && (await isThere())) return undefined;
      throw error;
    }
  },
};

@Module({})
class ClubModule {
  static with(settings: ClubSettings): DynamicModule {
    return {
      module: ClubModule,
      providers: [
        { provide: ClubSettings, useValue: settings },
        ClubPriceHooks,
        recordService(clubPriceResource, { hooks: ClubPriceHooks }),
        Clubs,
        ClubPriceSource,
      ],
      exports: exportsOf(CLUB_MANIFEST),
    };
  }
}

export const CLUB_ROOM: Room = { manifest: CLUB_MANIFEST, module: ClubModule };
