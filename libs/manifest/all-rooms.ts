import { settingsOf } from '../config/index.js';
import { EVERYTHING, Words } from '../kernel/index.js';
import type { Migration } from '../database/index.js';
import type { Operation } from '../operations/index.js';
import { PRICE_CODES, PRICE_SCOPES, PriceCodes } from '../pricing/index.js';
import type { Resource } from '../records/index.js';
import type { RoomManifest } from './room-manifest.js';

/** What a room calls its own, by kind. */
const ownNames = ({
  name,
  resources,
  migrations,
  operations,
  settings,
  scopes = [],
}: RoomManifest): readonly string[] => [
  `name ${name}`,
  ...resources.map(({ table }) => `table ${table}`),
  ...migrations.map((migration) => `migration ${migration.name}`),
  ...operations.map((operation) => `operation ${operation.service} ${operation.name}`),
  ...operations.map(({ rest: { verb, path } }) => `route ${verb} ${path.replace(/:\w+/g, ':')}`),
  ...(settings ? settingsOf(settings).map((setting) => `setting ${setting.name}`) : []),
  ...scopes.map(({ scope }) => `scope ${scope}`),
];

/** What the manifests of all rooms come to, whether or not they are installed: what is stored outlives what is installed. */
export class AllRooms {
  readonly resources: readonly Resource[];
  readonly migrations: readonly Migration[];
  readonly priceCodes: PriceCodes;
  readonly words: Words;

  constructor(readonly manifests: readonly RoomManifest[]) {
    const names = manifests.flatMap(ownNames);
    const twice = names.find((name, place) => names.indexOf(name) !== place);
    // It would quietly be the later one's.
    if (twice !== undefined) throw new Error(`two rooms bring the ${twice}`);
    this.resources = manifests.flatMap(({ resources }) => resources);
    this.migrations = manifests.flatMap(({ migrations }) => migrations);
    this.priceCodes = new PriceCodes(manifests.flatMap(({ priceCodes = [] }) => priceCodes));
    const declared = manifests.flatMap(({ scopes = [] }) => scopes);
    const scopes = declared
      .flatMap(({ scope, rank }) => (rank === undefined ? [] : [{ scope, rank }]))
      .sort((one, other) => one.rank - other.rank)
      .map(({ scope }) => scope);
    this.words = new Words(
      new Map([
        [PRICE_CODES, this.priceCodes.all],
        [PRICE_SCOPES, [...scopes, EVERYTHING]],
      ]),
    );
  }

  /** Those that a room offers, with the words of all rooms. */
  operationsOf({ operations }: RoomManifest): readonly Operation[] {
    return this.words.in(operations);
  }
}
