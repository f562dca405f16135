import { DEADLINES_MS, type DeadlineTable, type RefusalForm } from '../kernel/index.js';
import type { PagePolicy } from '../operations/index.js';
import type { SearchBudget } from './search-budget.js';
import { BODY_LIMITS, type BodyLimits } from './http/body-pace.js';
import { CONNECTION_LIMITS, type ConnectionLimits } from './http/connection-limits.js';

/** Who may read the API description. */
type ApiDocs = 'public' | 'signed_in' | 'off';

/** A chapter of the API description: a module. */
export interface Chapter {
  readonly title: string;
  readonly about: string;
  /** Names of the services that it offers. */
  readonly services: readonly string[];
}

/** The settings of the wire, filled in by the code that reads the environment. Sizes in bytes. */
export class WireSettings {
  /** Prefix of every ACL id: `MageB2B` makes `MageB2B_CustomerDocuments::save` (access.md, "Rights"). */
  readonly aclVendor: string = '';
  /** Names that this installation gives leading path segments, by the declared name. */
  readonly segments: Readonly<Record<string, string>> = {};
  /** Response header with the version of the change log that an answer is true of. */
  readonly versionHeader: string = 'X-Version';
  /** First sentence of the API description. */
  readonly about: string = '';
  /** Largest and default page size of a search (wire.md §4). */
  readonly pageSizeMax: number = 300;
  /** Format of instants in REST answers (wire.md, "3. Responses"). */
  readonly instants: 'iso' | 'platform' = 'iso';
  /** Limits of the searches of one request (wire.md §4). */
  readonly searchBudget: SearchBudget = { filters: 50, values: 1000 };
  /** The largest body, of bulk routes and of all others (wire.md §2). */
  readonly bulkMaxBytes: number = 32 * 1024 * 1024;
  readonly bodyMaxBytes: number = 1024 * 1024;
  /** The largest body of a question (a POST that only reads), and of a sign-in. */
  readonly questionMaxBytes: number = 256 * 1024;
  readonly tokenMaxBytes: number = 4 * 1024;
  /** Largest number of connections; one address that is no proxy gets a quarter of them. */
  readonly maxConnections: number = 2000;
  /** Proxies whose X-Forwarded-For is trusted: addresses, subnets, `loopback`, `linklocal`, `uniquelocal`. */
  readonly trustedProxies: readonly string[] = [];
  /** Additional limits of connections. */
  readonly connections: ConnectionLimits = CONNECTION_LIMITS;
  /** Limits of arriving bodies. */
  readonly bodies: BodyLimits = BODY_LIMITS;
  /** Who may read the API description (wire.md §7). */
  readonly apiDocs: ApiDocs = 'public';
  /** Request line and headers together; more is 431. */
  readonly headerMaxBytes: number = 64 * 1024;
  /** Origins whose scripts may call the routes that aren't public (wire.md §1). */
  readonly corsOrigins: readonly string[] = [];
  /** Paths below which every script may read, and exceptions from them (wire.md §1). */
  readonly openPaths: readonly string[] = [];
  readonly closedPaths: readonly string[] = [];
  /** The paths whose refusals differ from the platform's format. */
  readonly refusalForms: readonly RefusalForm[] = [];
  /** Documents with a Content-Security-Policy of their own. */
  readonly pages: readonly PagePolicy[] = [];
  /** Below `/rest/V1`: what follows opens something without a token, and is never logged. */
  readonly secretPaths: readonly string[] = [];
  /** Time limits for requests of each kind in milliseconds (operations.md, "Deadlines"). */
  readonly deadlines: DeadlineTable = DEADLINES_MS;
  /** Largest number of parallel heavy calls, per caller and in total (wire.md §8). */
  readonly heavyOfOneCaller: number = 2;
  readonly heavyInAll: number = 8;
  /** Requests per minute of one address and of one caller; 0: unlimited (wire.md, "9. Requests per minute"). */
  readonly rateLimit: number = 0;
  /** The address under which clients reach this server, without a slash at its end. */
  readonly publicBaseUrl: string = 'http://localhost:3000';
  /** The chapters of the OpenAPI document, in this order. */
  readonly chapters: readonly Chapter[] = [];
  /** The version that the OpenAPI document names. */
  readonly version: string = '0.0.0';

  constructor(given: Partial<WireSettings> = {}) {
    Object.assign(this, given);
  }
}

/** The right as clients know it: `_Customerprice::manage` with the vendor's prefix. */
export const aclId = (settings: WireSettings, right: string): string => `${settings.aclVendor}${right}`;
