import type { SettingsClass } from '../config/index.js';
import type { Migration, TableShape } from '../database/index.js';
import type { ChangeScope, DiskName, MetricGroup, RefusalForm, WordList } from '../kernel/index.js';
import type { FindService, Schedule } from './schedule.js';
import type { JobKind, Operation, PagePolicy, ServiceToken } from '../operations/index.js';
import type {
  PersonalRecords,
  PersonalDataInResource,
  RecordBytes,
  Resource,
  Rights,
  RowSaver,
} from '../records/index.js';

interface ManifestDescription {
  readonly title: string;
  /** The purpose of the module, in one or two sentences. */
  readonly about: string;
  /** Services of hand-written controllers, in addition to those of its operations. */
  readonly services?: readonly string[];
}

/** Personal data that a module stores. A test checks that every table is listed (privacy.md, "What a module declares"). */
interface PersonalDataDeclaration {
  /** Records with personal data. They also count if the module is not installed. */
  readonly records?: readonly PersonalRecords[];
  /**
   * Personal data outside of records, in these tables. Not allowed for optional modules: the data would not be erased
   * while the module is not installed.
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

/** The three rights to a record type. `what` completes their titles: `shop data`. */
export const recordRights = ({ read, save, delete: remove }: Rights, what: string): readonly DeclaredRight[] => [
  { name: read, title: `Read ${what}` },
  { name: save, title: `Create and change ${what}` },
  { name: remove, title: `Delete ${what}` },
];

/** A service that combines what modules provide. The library that defines the service exports the extension point. */
export interface ExtensionPoint {
  readonly service: abstract new (...args: never[]) => object;
  /**
   * Creates the service, either from services of the installed modules and the names of those modules, or from values
   * of all modules.
   */
  readonly make: (provided: never, rooms: readonly string[]) => object;
  /** A word list whose words come from the service. */
  readonly words?: { readonly list: WordList; readonly of: (service: never) => readonly string[] };
}

/** What a module adds to an extension point: services, or values. Values count even if the module is not installed. */
export interface Provision {
  readonly to: ExtensionPoint;
  readonly services?: readonly ServiceToken<object>[];
  readonly values?: readonly object[];
}

interface Scope {
  readonly scope: ChangeScope;
  /** Sort order among the scopes that change-log readers receive. Without a rank, readers do not receive the scope. */
  readonly rank?: number;
}

/**
 * Everything that a module provides, as data (architecture.md, "The manifest"). Tables, references, migrations,
 * scopes, provided values, paths and records with personal data count for every module, the rest only for installed
 * modules.
 */
export interface RoomManifest<S extends object = object> {
  /** Name of the module's folder. */
  readonly name: string;
  /** Whether an installation can leave the module out. Its name is then an allowed value of ADD_ONS. */
  readonly addOn?: boolean;
  /** Whether the settings of the module switch it on. Default: yes. */
  isOn?(settings: S): boolean;
  /** Chapter of the API documentation. */
  readonly chapter?: ManifestDescription;
  /** Settings that only this module reads. */
  readonly settings?: SettingsClass<S>;
  readonly resources: readonly Resource[];
  readonly migrations: readonly Migration[];
  /** Tables of the module other than those of its records; registered with TypeORM. */
  readonly tables?: readonly TableShape[];
  readonly operations: readonly Operation[];
  /** All rights that its operations, routes and fields require. The server does not start if one is missing. */
  readonly rights?: readonly DeclaredRight[];
  /** Resources whose services other modules use, for example for imports, exports and simulations. */
  readonly services?: readonly Resource[];
  /** Services that save rows from files, for resources whose own service does not. */
  readonly rowSavers?: readonly (readonly [resource: Resource, saver: ServiceToken<RowSaver>])[];
  /** Paths that browser scripts from any origin may read (CORS), and exceptions below them. */
  readonly openPaths?: readonly string[];
  readonly closedPaths?: readonly string[];
  /** Paths below which a standard defines the format of errors. */
  readonly refusalForms?: readonly RefusalForm[];
  /** Content-Security-Policy of the module's pages and images. All other responses have the default policy. */
  readonly pages?: readonly PagePolicy[];
  /**
   * Paths below `/V1` whose remainder is a secret that grants access without a token. The remainder is never logged.
   */
  readonly secretPaths?: readonly string[];
  /** Service that stores the files of its records. */
  readonly recordBytes?: ServiceToken<RecordBytes>;
  /** Scopes of its change-log entries. It may also write scopes of other modules. */
  readonly scopes?: readonly Scope[];
  /** What the module adds to extension points. */
  readonly provides?: readonly Provision[];
  /** Body size limit of price questions in bytes, if it exceeds the default. */
  questionBytes?(settings: S): number;
  /** Kinds of jobs that the module runs (jobs.md, "Kinds of jobs"). */
  readonly jobs?: readonly JobKind[];
  /** Recurring work of the servers. */
  readonly schedules?: readonly Schedule<S>[];
  /** Personal data that the module stores. */
  readonly personal?: PersonalDataDeclaration;
  /** The module's metrics (metrics.md, "What is counted"). */
  readonly metrics?: MetricGroup<FindService>;
  /**
   * Local folders that the module writes to. They must be writable at startup, and a metric reports their free space.
   */
  folders?(settings: S): Readonly<Partial<Record<DiskName, string>>>;
  /**
   * Runs before a server migrates the schema, to detect problems that would otherwise appear late. Throws
   * `OperatorFault`.
   */
  preflight?(settings: S): Promise<void> | void;
  /**
   * Creates records that a server needs before it is ready. Several processes may run it concurrently. The result is
   * logged.
   */
  firstRecords?(find: FindService, settings: S): Promise<string | void>;
}
