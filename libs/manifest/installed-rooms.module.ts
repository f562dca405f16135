import { type DynamicModule, Global, Module } from '@nestjs/common';
import { PersonalDataInIdempotencyStore } from '../database/index.js';
import { Clock, Words } from '../kernel/index.js';
import { type PriceChecks, PriceCodes, PriceLint, type PriceSource, PriceSources } from '../pricing/index.js';
import {
  PersonalData,
  type PersonalDataInResource,
  RecordBytes,
  RecordServices,
  RecordStore,
  References,
  type RowSaver,
  RowSavers,
  type ServedResource,
  serviceOf,
} from '../records/index.js';
import type { AllRooms } from './all-rooms.js';
import type { DeclaredRight, RoomManifest } from './room-manifest.js';

/** A room with its module; what the manifest names, the module exports. */
export interface InstalledRoom {
  readonly manifest: RoomManifest;
  readonly module: DynamicModule | Promise<DynamicModule>;
}

class InstalledServices extends RecordServices {
  private readonly byName: ReadonlyMap<string, ServedResource>;

  constructor(served: readonly ServedResource[]) {
    super();
    this.byName = new Map(served.map((one) => [one.resource.resource, one]));
  }

  named(resource: string): ServedResource | undefined {
    return this.byName.get(resource);
  }
}

/** The names of the rooms that are installed, in the order of their tables. */
export class InstalledRoomNames {
  constructor(readonly all: readonly string[]) {}
}

/** The rights of the installed rooms: all that can be granted. */
export class InstalledRights {
  constructor(readonly all: readonly DeclaredRight[]) {}
}

/** Where no room keeps files there is no record that has one. */
class NoBytes extends RecordBytes {
  put(): Promise<void> {
    return Promise.reject(new Error('no installed room keeps files'));
  }

  take(): Promise<void> {
    return this.put();
  }
}

/** What a room's module exports for the others. */
export const exportsOf = ({ services = [], rowSavers = [], priceSources = [], priceChecks = [] }: RoomManifest) => [
  ...services.map((resource) => serviceOf(resource)),
  ...rowSavers.map(([, saver]) => saver),
  ...priceSources,
  ...priceChecks,
];

/** The combined manifests of the installed modules, for code that works with all of them. */
@Global()
@Module({})
export class InstalledRoomsModule {
  static with(rooms: readonly InstalledRoom[], { priceCodes, words, personal }: AllRooms): DynamicModule {
    const manifests = rooms.map(({ manifest }) => manifest);
    const resources = manifests.flatMap(({ services = [] }) => services);
    const savers = manifests.flatMap(({ rowSavers = [] }) => rowSavers);
    const sourceNames = manifests.flatMap(({ name, priceSources = [] }) => priceSources.map(() => name));
    return {
      module: InstalledRoomsModule,
      imports: rooms.map(({ module }) => module),
      providers: [
        { provide: InstalledRoomNames, useValue: new InstalledRoomNames(manifests.map(({ name }) => name)) },
        { provide: InstalledRights, useValue: new InstalledRights(manifests.flatMap(({ rights = [] }) => rights)) },
        { provide: PriceCodes, useValue: priceCodes },
        { provide: Words, useValue: words },
        {
          provide: PriceSources,
          inject: manifests.flatMap(({ priceSources = [] }) => priceSources),
          useFactory: (...sources: readonly PriceSource[]) => new PriceSources(sources, sourceNames),
        },
        {
          provide: PriceLint,
          inject: manifests.flatMap(({ priceChecks = [] }) => priceChecks),
          useFactory: (...checks: readonly PriceChecks[]) => new PriceLint(checks),
        },
        PersonalDataInIdempotencyStore,
        {
          provide: PersonalData,
          inject: [
            RecordStore,
            References,
            Clock,
            PersonalDataInIdempotencyStore,
            ...manifests.flatMap(({ personal: keeping }) => keeping?.traces?.in ?? []),
          ],
          useFactory: (
            store: RecordStore,
            references: References,
            clock: Clock,
            ...traces: readonly PersonalDataInResource[]
          ) => new PersonalData({ records: personal, traces, store, references, clock }),
        },
        {
          provide: RecordBytes,
          inject: manifests.flatMap(({ recordBytes }) => recordBytes ?? []),
          useFactory: (found: RecordBytes = new NoBytes()) => found,
        },
        {
          provide: RecordServices,
          inject: resources.map((resource) => serviceOf(resource)),
          useFactory: (...services: readonly ServedResource['service'][]) =>
            new InstalledServices(
              resources.flatMap((resource, place) => {
                const service = services[place];
                return service ? [{ resource, service }] : [];
              }),
            ),
        },
        {
          provide: RowSavers,
          inject: [RecordServices, ...savers.map(([, saver]) => saver)],
          useFactory: (services: RecordServices, ...found: readonly RowSaver[]) =>
            new RowSavers(services, new Map(found.map((saver, place) => [savers[place]?.[0].resource ?? '', saver]))),
        },
      ],
      exports: [
        InstalledRoomNames,
        InstalledRights,
        PriceCodes,
        Words,
        PriceSources,
        PriceLint,
        RecordServices,
        RowSavers,
        RecordBytes,
        PersonalData,
      ],
    };
  }
}
