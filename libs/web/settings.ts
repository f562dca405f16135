import { DEADLINES_MS, type DeadlineTable, type RefusalForm } from '../kernel/index.js';
import type { PagePolicy } from '../operations/index.js';
import type { SearchBudget } from './search-budget.js';
import { BODY_LIMITS, type BodyLimits } from './http/body-pace.js';
import { CONNECTION_LIMITS, type ConnectionLimits } from './http/connection-limits.js';

/** Who may read the API description. */
type ApiDocs = 'public' | 'signed_in' | 'off';

/** A chapter of the API description; one per module. */
interface Chapter {
  readonly title: string;
  readonly about: string;
  /** Names of its services. */
  readonly services: readonly string[];
}

/** Settings of request handling. The application fills them in from the environment. Sizes are in bytes. */
export class WireSettings {
  /** Prefix of every ACL id: with `MageB2B`, `MageB2B_CustomerDocuments::save` (access.md, "Rights"). */
  readonly aclVendor: string = '';
  /** This installation's names of leading path segments, by declared name. */
  readonly segments: Readonly<Record<string, string>> = {};
  /** Response header with the change-log version for which the response is valid. */
  readonly versionHeader: string = 'X-Version';
  /** First sentence of the API description. */
  readonly about: string = '';
  /** Maximum and default page size of a search (wire.md §4). */
  readonly pageSizeMax: number = 300;
  /** Format of timestamps in REST responses (wire.md, "3. Responses"). */
  readonly instants: 'iso' | 'platform' = 'iso';
  /** Limits of the searches in one request (wire.md §4). */
  readonly searchBudget: SearchBudget = { filters: 50, values: 1000 };
  /** Maximum size of bulk bodies, and of all others (wire.md §2). */
  readonly bulkMaxBytes: number = 32 * 1024 * 1024;
  readonly bodyMaxBytes: number = 1024 * 1024;
  /** Maximum body size of a question (a POST that only reads), and of a sign-in. */
  readonly questionMaxBytes: number = 256 * 1024;
  readonly tokenMaxBytes: number = 4 * 1024;
  /** Maximum number of connections; an address that is not a proxy may use a quarter of them. */
  readonly maxConnections: number = 2000;
  /** Proxies whose X-Forwarded-For is trusted: addresses, subnets, `loopback`, `linklocal`, `uniquelocal`. */
  readonly trustedProxies: readonly string[] = [];
  /** Additional limits of connections. */
  readonly connections: ConnectionLimits = CONNECTION_LIMITS;
  readonly bodies: BodyLimits = BODY_LIMITS;
  /** Who may read the API description (wire.md §7). */
  readonly apiDocs: ApiDocs = 'public';
  /** Maximum size of request line and headers; larger ones are refused with 431. */
  readonly headerMaxBytes: number = 64 * 1024;
  /** Origins whose scripts may call non-public routes (wire.md §1). */
  readonly corsOrigins: readonly string[] = [];
  /** Paths below which any script may read, and exceptions (wire.md §1). */
  readonly openPaths: readonly string[] = [];
  readonly closedPaths: readonly string[] = [];
  /** Paths whose errors do not have the platform's format. */
  readonly refusalForms: readonly RefusalForm[] = [];
  /** Documents with their own Content-Security-Policy. */
  readonly pages: readonly PagePolicy[] = [];
  /** Paths below `/rest/V1` whose remainder grants access without a token and is never logged. */
  readonly secretPaths: readonly string[] = [];
  /** Time limits by kind of request, in milliseconds (operations.md, "Deadlines"). */
  readonly deadlines: DeadlineTable = DEADLINES_MS;
  /** Maximum number of concurrent heavy calls, per caller and in total (wire.md §8). */
  readonly heavyOfOneCaller: number = 2;
  readonly heavyInAll: number = 8;
  /** Requests per minute for an address and for a caller; 0 is unlimited (wire.md, "9. Requests per minute"). */
  readonly rateLimit: number = 0;
  /** Base URL under which clients reach this server, without a trailing slash. */
  readonly publicBaseUrl: string = 'http://localhost:3000';
  /** Chapters of the OpenAPI document, in order. */
  readonly chapters: readonly Chapter[] = [];
  /** Version in the OpenAPI document. */
  readonly version: string = '0.0.0';

  constructor(given: Partial<WireSettings> = {}) {
    Object.assign(this, given);
  }
}

/** A right as clients know it: `_Customerprice::manage` with the vendor's prefix. */
export const aclId = (settings: WireSettings, right: string): string => `${settings.aclVendor}${right}`;
