import { EVERYTHING, grouped, RANKED_SCOPES, Words } from '../kernel/index.js';
import type { Migration, TableShape } from '../database/index.js';
import type { Operation } from '../operations/index.js';
import type { PersonalRecords, Resource } from '../records/index.js';
import type { ExtensionPoint, RoomManifest } from './room-manifest.js';

/** Names that only one module may declare, each with its kind. */
const ownNames = ({
  name,
  resources,
  tables = [],
  migrations,
  operations,
  rights = [],
  scopes = [],
  jobs = [],
  schedules = [],
}: RoomManifest): readonly string[] => [
  `name ${name}`,
  ...resources.map(({ table }) => `table ${table}`),
  ...tables.map((table) => `table ${table.name}`),
  ...migrations.map((migration) => `migration ${migration.name}`),
  ...operations.map((operation) => `operation ${operation.service} ${operation.name}`),
  ...operations.map(({ rest: { verb, path } }) => `route ${verb} ${path.replace(/:\w+/g, ':')}`),
  ...rights.map((right) => `right ${right.name}`),
  ...scopes.map(({ scope }) => `scope ${scope}`),
  ...jobs.map((kind) => `job kind ${kind.name}`),
  ...schedules.map((schedule) => `schedule ${schedule.name}`),
];

/** Width of the column in the change log. */
const SCOPE_MAX = 16;

const misfitOf = ({ name, addOn, resources, personal, scopes = [] }: RoomManifest): string | undefined => {
  const foreign = resources.find(({ room }) => room !== name);
  if (foreign) return `${name} contains the resource ${foreign.resource}, which belongs to the module ${foreign.room}`;
  if (addOn && personal?.traces)
    return `${name} is optional, but stores personal data that would not be erased without it`;
  const long = scopes.find(({ scope }) => scope.length > SCOPE_MAX);
  return long && `${name} declares the scope ${long.scope}, which is longer than ${SCOPE_MAX} characters`;
};

const extensionPointsOf = (manifests: readonly RoomManifest[]): ReadonlyMap<ExtensionPoint, object | undefined> => {
  const provisions = manifests.flatMap(({ provides = [] }) => provides);
  return new Map(
    [...grouped(provisions, ({ to }) => to)].map(([point, some]) => {
      const values = some.flatMap((one) => one.values ?? []);
      return [point, values.length === 0 ? undefined : point.make(values as never, [])];
    }),
  );
};

/**
 * The combined manifests of all modules, installed or not, because data of modules stays in the database when they are
 * removed.
 */
export class AllRooms {
  readonly resources: readonly Resource[];
  readonly migrations: readonly Migration[];
  readonly tables: readonly TableShape[];
  /** All extension points to which modules provide something, with the service if it is made of plain values. */
  readonly extensionPoints: ReadonlyMap<ExtensionPoint, object | undefined>;
  readonly words: Words;
  /** In module order, so that referenced records come first. */
  readonly personal: readonly PersonalRecords[];

  constructor(readonly manifests: readonly RoomManifest[]) {
    const misfit = manifests.map(misfitOf).find((found) => found !== undefined);
    if (misfit !== undefined) throw new Error(misfit);
    const names = manifests.flatMap(ownNames);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    // Otherwise the later declaration would silently win.
    if (twice !== undefined) throw new Error(`two modules declare the ${twice}`);
    this.resources = manifests.flatMap(({ resources }) => resources);
    this.tables = manifests.flatMap(({ tables = [] }) => tables);
    this.migrations = manifests.flatMap(({ migrations }) => migrations);
    this.extensionPoints = extensionPointsOf(manifests);
    this.personal = manifests.flatMap(({ personal }) => personal?.records ?? []);
    const declared = manifests.flatMap(({ scopes = [] }) => scopes);
    const scopes = declared
      .flatMap(({ scope, rank }) => (rank === undefined ? [] : [{ scope, rank }]))
      .sort((one, other) => one.rank - other.rank)
      .map(({ scope }) => scope);
    this.words = new Words(
      new Map([
        ...[...this.extensionPoints].flatMap(([{ words }, service]) =>
          words && service ? [[words.list, words.of(service as never)] as const] : [],
        ),
        [RANKED_SCOPES, [...scopes, EVERYTHING]],
      ]),
    );
  }

  /** Operations of a module, with word lists completed by all modules. */
  operationsOf({ operations }: RoomManifest): readonly Operation[] {
    return this.words.in(operations);
  }
}
