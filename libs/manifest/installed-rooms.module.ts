import { type DynamicModule, Global, Module, type Type } from '@nestjs/common';
import { PersonalDataInIdempotencyStore } from '../database/index.js';
import { Clock, Words } from '../kernel/index.js';
import {
  PersonalData,
  type PersonalDataInResource,
  RecordBytes,
  type RecordFile,
  RecordServices,
  RecordStore,
  References,
  type RowSaver,
  RowSavers,
  type ServedResource,
  serviceOf,
} from '../records/index.js';
import type { AllRooms } from './all-rooms.js';
import type { DeclaredRight, ExtensionPoint, RoomManifest } from './room-manifest.js';

/** A manifest with its built module, which exports every provider that the manifest names. */
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

export class InstalledRoomNames {
  constructor(readonly all: readonly string[]) {}
}

/** All grantable rights: those of the installed modules. */
export class InstalledRights {
  constructor(readonly all: readonly DeclaredRight[]) {}
}

/** Used if no installed module stores files. */
class NoBytes extends RecordBytes {
  readonly right = undefined;

  put(): Promise<void> {
    return Promise.reject(new Error('no installed room keeps files'));
  }

  take(): Promise<void> {
    return this.put();
  }

  files(): Promise<ReadonlyMap<number, RecordFile>> {
    return Promise.resolve(new Map());
  }

  keep(files: readonly { readonly id: number }[]): Promise<readonly number[]> {
    return Promise.resolve(files.map(({ id }) => id));
  }

  /** Files stored by a module are not served once that module is removed. */
  kept(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}

/** Providers that a module exports to others. */
export const exportsOf = ({ services = [], rowSavers = [], provides = [] }: RoomManifest) => [
  ...services.map((resource) => serviceOf(resource)),
  ...rowSavers.map(([, saver]) => saver),
  ...provides.flatMap((one) => one.services ?? []),
];

const extendedService = (point: ExtensionPoint, made: object | undefined, manifests: readonly RoomManifest[]) => {
  const provide = point.service as Type;
  if (made) return { provide, useValue: made };
  const provided = manifests.flatMap(({ name, provides = [] }) =>
    provides
      .filter(({ to }) => to === point)
      .flatMap(({ services = [] }) => services.map((token) => ({ token, name }))),
  );
  const rooms = provided.map(({ name }) => name);
  return {
    provide,
    inject: provided.map(({ token }) => token as Type),
    useFactory: (...services: readonly object[]) => point.make(services as never, rooms),
  };
};

/** The combined manifests of the installed modules, for code that works with all of them. */
@Global()
@Module({})
export class InstalledRoomsModule {
  static with(rooms: readonly InstalledRoom[], { extensionPoints, words, personal }: AllRooms): DynamicModule {
    const manifests = rooms.map(({ manifest }) => manifest);
    const resources = manifests.flatMap(({ services = [] }) => services);
    const savers = manifests.flatMap(({ rowSavers = [] }) => rowSavers);
    const extended = [...extensionPoints].map(([point, made]) => extendedService(point, made, manifests));
    return {
      module: InstalledRoomsModule,
      imports: rooms.map(({ module }) => module),
      providers: [
        { provide: InstalledRoomNames, useValue: new InstalledRoomNames(manifests.map(({ name }) => name)) },
        { provide: InstalledRights, useValue: new InstalledRights(manifests.flatMap(({ rights = [] }) => rights)) },
        { provide: Words, useValue: words },
        ...extended,
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
              resources.flatMap((resource, index) => {
                const service = services[index];
                return service ? [{ resource, service }] : [];
              }),
            ),
        },
        {
          provide: RowSavers,
          inject: [RecordServices, ...savers.map(([, saver]) => saver)],
          useFactory: (services: RecordServices, ...found: readonly RowSaver[]) =>
            new RowSavers(services, new Map(found.map((saver, index) => [savers[index]?.[0].resource ?? '', saver]))),
        },
      ],
      exports: [
        InstalledRoomNames,
        InstalledRights,
        Words,
        ...extended.map(({ provide }) => provide),
        RecordServices,
        RowSavers,
        RecordBytes,
        PersonalData,
      ],
    };
  }
}
