import type { SettingsClass } from '../config/index.js';
import type { Migration } from '../database/index.js';
import type { ChangeScope, DiskName, MetricGroup, RefusalForm } from '../kernel/index.js';
import type { JobKind, Operation, PagePolicy, ServiceToken } from '../operations/index.js';
import type { DeclaredPriceCode, PriceChecks, PriceSource } from '../pricing/index.js';
import type {
  PersonalRecords,
  PersonalDataInResource,
  RecordBytes,
  Resource,
  Rights,
  RowSaver,
} from '../records/index.js';

/** Finds what a room's module provides. */
export type FindService = <T>(token: ServiceToken<T>) => T;

/** Deletes outdated data, at server start and periodically. */
interface Chore<S extends object> {
  /** For the log, where it fails: `… could not be pruned`. */
  readonly what: string;
  prune(find: FindService, settings: S): Promise<void>;
}

interface ManifestDescription {
  readonly title: string;
  /** What it is for, in a sentence or two. */
  readonly about: string;
  /** Services of hand-written controllers, in addition to those of its operations. */
  readonly services?: readonly string[];
}

/** What a room keeps of a person; a test holds that no table is forgotten (privacy.md, "What a module declares"). */
interface PersonalKeeping {
  /** Of those of its resources that tell of one; of a room that is left out too. */
  readonly records?: readonly PersonalRecords[];
  /**
   * Other personal data, in these tables. Not in an optional module: it would not be erased if the module is not
   * installed.
   */
  readonly traces?: { readonly tables: readonly string[]; readonly in: ServiceToken<PersonalDataInResource> };
}

/** A right that roles and integrations can hold. */
export interface DeclaredRight {
  /** `_Area::verb`, without the vendor's prefix. */
  readonly name: string;
  /** What it allows. */
  readonly title: string;
}

/** The three rights of records, with titles that say what they are for: `shop data`. */
export const recordRights = ({ read, save, delete: remove }: Rights, what: string): readonly DeclaredRight[] => [
  { name: read, title: `Read ${what}` },
  { name: save, title: `Create and change ${what}` },
  { name: remove, title: `Delete ${what}` },
];

interface Scope {
  readonly scope: ChangeScope;
  /** Its rank among the scopes that price readers receive; without one, no price depends on it. */
  readonly rank?: number;
}

/**
 * All that a room brings, as data (architecture.md, "The manifest"). Tables, references, migrations, scopes, price
 * codes, paths and records that tell of a person are those of all rooms; a room that is left out gives nothing else.
 */
export interface RoomManifest<S extends object = object> {
  /** Its folder. */
  readonly name: string;
  /** Whether it can be left out; its name is then a word of ADD_ONS. */
  readonly addOn?: boolean;
  /** The chapter in the API documentation. */
  readonly chapter?: ManifestDescription;
  /** What the operator can set of it alone. */
  readonly settings?: SettingsClass<S>;
  readonly resources: readonly Resource[];
  readonly migrations: readonly Migration[];
  readonly operations: readonly Operation[];
  /** Every right that its operations, routes and fields require; the server does not start if one is missing. */
  readonly rights?: readonly DeclaredRight[];
  /** The resources whose services others use: imports, exports, simulations. */
  readonly services?: readonly Resource[];
  /** What saves the rows of files of a resource, where that isn't its service. */
  readonly rowSavers?: readonly (readonly [resource: Resource, saver: ServiceToken<RowSaver>])[];
  /** Paths below which every script of a browser may read; those of them below which none may. */
  readonly openPaths?: readonly string[];
  readonly closedPaths?: readonly string[];
  /** Paths below which a standard defines the format of refusals. */
  readonly refusalForms?: readonly RefusalForm[];
  /** Content-Security-Policy of its pages and images; all other answers have the usual one. */
  readonly pages?: readonly PagePolicy[];
  /** Paths below `/V1`, of which what follows opens something without a token, and is never logged. */
  readonly secretPaths?: readonly string[];
  /** What keeps files of its records. */
  readonly recordBytes?: ServiceToken<RecordBytes>;
  /** What its changes are about; a scope of another room may be written as well. */
  readonly scopes?: readonly Scope[];
  /** Under which codes its price sources offer prices. */
  readonly priceCodes?: readonly DeclaredPriceCode[];
  /** Where prices come from, and what is said about them. */
  readonly priceSources?: readonly ServiceToken<PriceSource>[];
  readonly priceChecks?: readonly ServiceToken<PriceChecks>[];
  /** How large a price question may be, in bytes, where it is more than the usual. */
  questionBytes?(settings: S): number;
  /** What it does later (jobs.md, "Kinds of jobs"). */
  readonly jobs?: readonly JobKind[];
  readonly chores?: readonly Chore<S>[];
  /** What it keeps of a person. */
  readonly personal?: PersonalKeeping;
  /** What is counted of it (metrics.md, "What is counted"). */
  readonly metrics?: MetricGroup<FindService>;
  /** Folders of this machine that it writes to. They must be writable at start, and their free space is reported. */
  folders?(settings: S): Readonly<Partial<Record<DiskName, string>>>;
  /** Checks at the start of a server, before the schema is migrated, what would fail late. Throws `OperatorFault`. */
  preflight?(settings: S): Promise<void> | void;
  /** Puts in what a server needs before it is ready, in several processes at once; what it answers is logged. */
  firstRecords?(find: FindService, settings: S): Promise<string | void>;
}
