import { EVERYTHING, Words } from '../kernel/index.js';
import type { Migration } from '../database/index.js';
import type { Operation } from '../operations/index.js';
import { PRICE_CODES, PRICE_SCOPES, PriceCodes } from '../pricing/index.js';
import type { PersonalRecords, Resource } from '../records/index.js';
import type { RoomManifest } from './room-manifest.js';

/** What a room calls its own, by kind. */
const ownNames = ({
  name,
  resources,
  migrations,
  operations,
  rights = [],
  scopes = [],
  jobs = [],
}: RoomManifest): readonly string[] => [
  `name ${name}`,
  ...resources.map(({ table }) => `table ${table}`),
  ...migrations.map((migration) => `migration ${migration.name}`),
  ...operations.map((operation) => `operation ${operation.service} ${operation.name}`),
  ...operations.map(({ rest: { verb, path } }) => `route ${verb} ${path.replace(/:\w+/g, ':')}`),
  ...rights.map((right) => `right ${right.name}`),
  ...scopes.map(({ scope }) => `scope ${scope}`),
  ...jobs.map((kind) => `kind of jobs ${kind.name}`),
];

/** The width of the change log's column. */
const SCOPE_MAX = 16;

const misfitOf = ({ name, addOn, resources, personal, scopes = [] }: RoomManifest): string | undefined => {
  const foreign = resources.find(({ room }) => room !== name);
  if (foreign) return `${name} brings the resource ${foreign.resource}, which says that its room is ${foreign.room}`;
  if (addOn && personal?.traces)
    return `${name} is optional, but stores personal data that would not be erased without it`;
  const long = scopes.find(({ scope }) => scope.length > SCOPE_MAX);
  return long && `${name} brings the scope ${long.scope}, which is longer than ${SCOPE_MAX} characters`;
};

/** What the manifests of all rooms come to, whether or not they are installed: what is stored outlives what is installed. */
export class AllRooms {
  readonly resources: readonly Resource[];
  readonly migrations: readonly Migration[];
  readonly priceCodes: PriceCodes;
  readonly words: Words;
  /** In the order of the modules, so that referenced ones come first. */
  readonly personal: readonly PersonalRecords[];

  constructor(readonly manifests: readonly RoomManifest[]) {
    const misfit = manifests.map(misfitOf).find((found) => found !== undefined);
    if (misfit !== undefined) throw new Error(misfit);
    const names = manifests.flatMap(ownNames);
    const twice = names.find((name, place) => names.indexOf(name) !== place);
    // It would quietly be the later one's.
    if (twice !== undefined) throw new Error(`two rooms bring the ${twice}`);
    this.resources = manifests.flatMap(({ resources }) => resources);
    this.migrations = manifests.flatMap(({ migrations }) => migrations);
    this.priceCodes = new PriceCodes(manifests.flatMap(({ priceCodes = [] }) => priceCodes));
    this.personal = manifests.flatMap(({ personal }) => personal?.records ?? []);
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
