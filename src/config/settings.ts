import {
  isHostName,
  isSecretKeys,
  ListSetting,
  ownSettings,
  settingsOf,
  type SettingsClass,
  SwitchSetting,
  TextSetting,
  WholeSetting,
  WordSetting,
} from '../../libs/config/index.js';
import type { Room, RoomManifest } from '../../libs/manifest/index.js';
import { LISTEN_DEFAULTS } from './environment.js';
import {
  holdsBarePassword,
  isBaseUrl,
  isDatabaseUrl,
  isHttpUrl,
  isListenAddress,
  isMysqlUrl,
  isOrigin,
  isProxy,
  isProxyUrl,
  isSecurityContact,
  isSegment,
  withPassword,
} from './setting-domains.js';

/** The settings that belong to no single module (running.md, "Settings"). Modules declare the others. */
export class Settings {
  /** Declared by `roomChoice`. */
  declare readonly PRICING_SEGMENT: string;
  declare readonly ADD_ONS: readonly string[];
  readonly #rooms: readonly Room[];
  readonly #doubts: readonly string[];

  @WholeSetting({
    about: 'Port to listen on; 0 selects a free port',
    default: LISTEN_DEFAULTS.PORT,
    min: 0,
    max: 65_535,
  })
  readonly PORT!: number;

  @TextSetting({
    about: 'IP address or host name to listen on',
    default: LISTEN_DEFAULTS.HOST,
    accepts: isListenAddress,
    expects: 'an IP address or a host name',
  })
  readonly HOST!: string;

  @WordSetting({
    about:
      'Lowest level of log lines to write: trace, debug, info, warn, error, fatal or silent. Level warn omits successful requests.',
    default: 'info',
    words: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
  })
  readonly LOG_LEVEL!: string;

  @WholeSetting({
    about: 'Separate port for Prometheus metrics at /metrics; unset disables metrics; 0 selects a free port',
    min: 0,
    max: 65_535,
  })
  readonly METRICS_PORT: number | undefined;

  @TextSetting({
    about: 'IP address or host name to listen on for METRICS_PORT',
    instead: 'same as HOST',
    accepts: isListenAddress,
    expects: 'an IP address or a host name',
  })
  readonly METRICS_HOST: string | undefined;

  @TextSetting({
    about:
      'URL of the collector that receives traces over OTLP/HTTP (protobuf), such as http://collector:4318; unset disables tracing',
    accepts: isHttpUrl,
    expects: 'a URL such as http://collector:4318',
  })
  readonly OTEL_EXPORTER_OTLP_ENDPOINT: string | undefined;

  @TextSetting({
    about: 'Headers of requests to the OTLP collector, as comma-separated name=value pairs',
    accepts: (text) => /^[^=,\s]+=[^,]*(,[^=,\s]+=[^,]*)*$/.test(text),
    expects: 'comma-separated name=value pairs',
    secret: true,
  })
  readonly OTEL_EXPORTER_OTLP_HEADERS: string | undefined;

  @TextSetting({
    about: 'Service name to report in traces',
    default: 'kontor',
    accepts: (text) => text.length <= 255,
    expects: 'a name of at most 255 characters',
  })
  readonly OTEL_SERVICE_NAME!: string;

  @WordSetting({
    about:
      'Sampler for traces: always_on, always_off or traceidratio. With the prefix parentbased_, the sampler follows the sampling decision of the caller.',
    default: 'parentbased_always_on',
    words: [
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ],
  })
  readonly OTEL_TRACES_SAMPLER!: string;

  @TextSetting({
    about: 'Share of traces that the traceidratio samplers record, from 0 to 1; unset means 1',
    accepts: (text) => /^(0(\.\d+)?|1(\.0+)?)$/.test(text),
    expects: 'a number from 0 to 1',
  })
  readonly OTEL_TRACES_SAMPLER_ARG: string | undefined;

  @TextSetting({
    about:
      'Database URL: sqlite:<file>, or mysql://user:password@host:3306/name, with ?ssl=verify&ca=<file> for TLS. With ' +
      'several hosts (host,host:3307), Kontor uses the first host that accepts writes.',
    default: 'sqlite:var/kontor.sqlite',
    accepts: isDatabaseUrl,
    expects: (text) =>
      /^postgres/.test(text)
        ? 'the URL of an SQLite, MySQL or MariaDB database; PostgreSQL is not supported (see docs/databases.md)'
        : holdsBarePassword(text)
          ? 'a URL with a percent-encoded password (%23 for #, %2F for /, %3F for ?, %40 for @, %25 for %), or omit the ' +
            'password from the URL and set it without encoding in DATABASE_PASSWORD or DATABASE_PASSWORD_FILE'
          : 'sqlite:<file> or mysql://user:password@host:3306/name, with the optional TLS parameters ssl=verify and ca=<file>',
    secret: true,
  })
  readonly DATABASE_URL!: string;

  @TextSetting({
    about:
      'Read replicas for price requests, as mysql://user:password@host,host/name; unset uses none. Kontor skips replicas that lag behind.',
    accepts: isMysqlUrl,
    expects: 'mysql://user:password@host:3306/name with one or more hosts, in the format of DATABASE_URL',
    secret: true,
  })
  readonly DATABASE_READ_URL: string | undefined;

  @TextSetting({
    about:
      'Database password without percent-encoding; used if DATABASE_URL contains no password (mysql://user@host:3306/name)',
    accepts: (text) => text.length <= 1000,
    expects: 'a password of at most 1,000 characters',
    secret: true,
  })
  readonly DATABASE_PASSWORD: string | undefined;

  @TextSetting({
    about: 'Secret that signs tokens, at least 32 bytes; required with MySQL',
    instead: 'generated and stored next to the SQLite database',
    accepts: (text) => Buffer.byteLength(text) >= 32,
    expects: 'at least 32 bytes, for example the output of: openssl rand -hex 32',
    secret: true,
  })
  readonly JWT_SECRET: string | undefined;

  @TextSetting({
    about:
      'Comma-separated keys that encrypt stored secrets, newest first, each 32 bytes in hex or base64; required with MySQL for OAuth',
    instead: 'generated and stored next to the SQLite database',
    accepts: isSecretKeys,
    expects:
      'comma-separated keys of 32 bytes in hex or base64, each optionally preceded by a name and a colon, ' +
      'for example the output of: openssl rand -hex 32',
    secret: true,
  })
  readonly SECRETS_KEY: string | undefined;

  @TextSetting({
    about:
      'Prefix of the ACL resource names; MageB2B, for example, results in MageB2B_CustomerDocuments::save. Empty means no prefix.',
    default: '',
    accepts: (text) => /^([A-Za-z][A-Za-z0-9]{0,63})?$/.test(text),
    expects: 'a prefix of letters and digits that starts with a letter, or leave it empty',
  })
  readonly ACL_VENDOR!: string;

  @WholeSetting({ about: 'Maximum number of records per page of a search', default: '300', min: 1, max: 10_000 })
  readonly PAGE_SIZE_MAX!: number;

  @WordSetting({
    about: 'Time format in REST responses: iso (2026-01-31T10:15:00.000Z) or platform (2026-01-31 10:15:00, UTC)',
    default: 'iso',
    words: ['iso', 'platform'],
  })
  readonly INSTANTS!: 'iso' | 'platform';

  @WholeSetting({ about: 'Maximum number of search filters per request', default: '50', min: 1, max: 5000 })
  readonly SEARCH_FILTERS_MAX!: number;

  @WholeSetting({
    about: 'Maximum number of values per request in the search conditions "in", "nin" and "finset"',
    default: '1000',
    min: 1,
    max: 30_000,
  })
  readonly SEARCH_VALUES_MAX!: number;

  @WholeSetting({
    about: 'Maximum number of additional processes that run searches on SQLite; idle processes exit',
    default: '3',
    min: 1,
    max: 16,
  })
  readonly SEARCH_PROCESSES!: number;

  @WholeSetting({
    about: 'Size of the cache for price rows in MiB; 0 disables the cache',
    default: '64',
    min: 0,
    max: 65_536,
  })
  readonly PRICING_MEMORY_MB!: number;

  @WholeSetting({
    about: 'Maximum number of concurrent heavy calls per process (lint, timeline, simulation, large explanations)',
    default: '8',
    min: 1,
    max: 1000,
  })
  readonly HEAVY_CALLS!: number;

  @WholeSetting({
    about: 'Maximum number of concurrent heavy calls per caller (see HEAVY_CALLS)',
    default: '2',
    min: 1,
    max: 1000,
  })
  readonly HEAVY_CALLS_PER_CALLER!: number;

  @WholeSetting({
    about:
      'Maximum number of requests per minute and process, for each client address and each caller; 0 means no limit',
    default: '0',
    min: 0,
    max: 1_000_000,
  })
  readonly RATE_LIMIT!: number;

  @SwitchSetting({
    about: 'Migrate the database schema at start: 1 on, 0 off (run kontor migrate instead)',
    default: '1',
  })
  readonly MIGRATE_AT_START!: boolean;

  @WholeSetting({
    about: 'Maximum number of connections of each process to MySQL or MariaDB',
    default: '10',
    min: 2,
    max: 1000,
  })
  readonly DATABASE_POOL!: number;

  @WholeSetting({
    about:
      'Seconds that requests wait for a lost database connection to be restored, limited by their deadline; with 0, they fail immediately',
    default: '10',
    min: 0,
    max: 3600,
  })
  readonly DATABASE_FAILOVER_S!: number;

  @WholeSetting({
    about: 'Seconds that a starting server waits for an unreachable MySQL or MariaDB server before it exits',
    default: '120',
    min: 0,
    max: 86_400,
  })
  readonly DATABASE_START_S!: number;

  @WholeSetting({
    about: 'Deadline in seconds for price requests and anonymous reads; requests that exceed it fail with 503',
    default: '2',
    min: 1,
    max: 3600,
  })
  readonly DEADLINE_QUOTE_S!: number;

  @WholeSetting({
    about:
      'Deadline in seconds for reads, except price requests and anonymous reads; requests that exceed it fail with 503',
    default: '5',
    min: 1,
    max: 3600,
  })
  readonly DEADLINE_READ_S!: number;

  @WholeSetting({
    about: 'Deadline in seconds for writes; requests that exceed it fail with 503',
    default: '10',
    min: 1,
    max: 3600,
  })
  readonly DEADLINE_WRITE_S!: number;

  @WholeSetting({
    about:
      'Deadline in seconds for bulk calls, imports, uploads and calls that read all prices; requests that exceed it fail with 503',
    default: '30',
    min: 1,
    max: 3600,
  })
  readonly DEADLINE_BULK_S!: number;

  @WholeSetting({
    about:
      'Maximum number of client connections; a client address that is not in TRUST_PROXY can use at most a quarter of them',
    default: '2000',
    min: 8,
    max: 1_000_000,
  })
  readonly MAX_CONNECTIONS!: number;

  @WholeSetting({ about: 'Seconds to keep an idle client connection open', default: '75', min: 1, max: 3600 })
  readonly KEEP_ALIVE_S!: number;

  @WholeSetting({
    about: 'Seconds to keep accepting requests after SIGTERM, while /health/ready reports that the server is not ready',
    default: '20',
    min: 0,
    max: 3600,
  })
  readonly DRAIN_S!: number;

  @WholeSetting({ about: 'Retention of the price change log, in days', default: '7', min: 1, max: 3650 })
  readonly PRICE_LOG_DAYS!: number;

  @WholeSetting({
    about: 'Maximum number of entries in the price change log',
    default: '1000000',
    min: 1000,
    max: 1_000_000_000,
  })
  readonly PRICE_LOG_ENTRIES!: number;

  @WholeSetting({ about: 'Maximum size of a request body in KiB', default: '1024', min: 1, max: 1_048_576 })
  readonly BODY_MAX_KB!: number;

  @WholeSetting({ about: 'Maximum size of a bulk request body in MiB', default: '32', min: 1, max: 1024 })
  readonly BULK_MAX_MB!: number;

  @WordSetting({
    about: 'Access to the API documentation: public, signed_in (administrators and integrations) or off',
    default: 'public',
    words: ['public', 'signed_in', 'off'],
  })
  readonly API_DOCS!: 'public' | 'signed_in' | 'off';

  @ListSetting({
    about:
      'Origins of web pages that can call the API, such as https://shop.example, separated by commas; empty allows none',
    default: '',
    accepts: isOrigin,
    expects: 'comma-separated origins such as https://shop.example: scheme and host, no path',
  })
  readonly CORS_ORIGINS!: readonly string[];

  @ListSetting({
    about:
      'Proxies whose X-Forwarded-For header is trusted, separated by commas: IP addresses, subnets, or the keywords loopback, linklocal and uniquelocal',
    default: '',
    accepts: isProxy,
    expects: 'comma-separated IP addresses, subnets such as 10.0.0.0/8, or loopback, linklocal, uniquelocal',
  })
  readonly TRUST_PROXY!: readonly string[];

  @ListSetting({
    about:
      'Contacts for security issues in /.well-known/security.txt, separated by commas: mailto:, tel: or https URLs, such as mailto:security@shop.example',
    default: '',
    accepts: isSecurityContact,
    expects: 'comma-separated addresses that start with mailto:, https:// or tel:',
  })
  readonly SECURITY_CONTACT!: readonly string[];

  @ListSetting({
    about:
      'Hosts allowed for external documents and for endpoints of integrations, separated by commas; empty allows all hosts',
    default: '',
    accepts: isHostName,
    expects: 'comma-separated host names without scheme and port',
  })
  readonly EXTERNAL_HOSTS!: readonly string[];

  @TextSetting({
    about:
      'HTTP proxy for requests to webhooks, integrations and key servers, such as http://user:password@proxy:3128; unset connects directly',
    accepts: isProxyUrl,
    expects: 'a URL with scheme, host and port, such as http://proxy:3128, optionally with user and password',
    secret: true,
  })
  readonly OUTBOUND_PROXY: string | undefined;

  @ListSetting({
    about: 'Hosts to reach without OUTBOUND_PROXY, separated by commas; localhost is always reached directly',
    default: '',
    accepts: isListenAddress,
    expects: 'comma-separated host names or addresses without scheme and port',
  })
  readonly OUTBOUND_DIRECT!: readonly string[];

  @TextSetting({
    about: 'Public URL of this server, used in links and in the QR codes of passports; required with MySQL',
    instead: 'http://localhost:<PORT> with SQLite',
    accepts: isBaseUrl,
    expects: 'a URL such as https://prices.example, without query and user',
  })
  readonly PUBLIC_BASE_URL: string | undefined;

  /**
   * `again`: reads the current text of a setting, for example from a file that has changed. `doubts`: names in the
   * environment that may be misspelled.
   */
  constructor(
    rooms: readonly Room[],
    readonly again: (name: string) => string | undefined,
    doubts: readonly string[],
  ) {
    this.#rooms = rooms;
    this.#doubts = doubts;
    // Not a setting, and must not be printed.
    Object.defineProperty(this, 'again', { value: again, enumerable: false });
  }

  /** All modules, including those that are not installed. */
  get rooms(): readonly Room[] {
    return this.#rooms;
  }

  /** Only the settings that a module declares, so that no module gets another one's password. */
  ofModule({ settings }: RoomManifest): object {
    return settings ? ownSettings(settings, this) : {};
  }

  get installedRooms(): readonly Room[] {
    return this.rooms.filter(
      ({ manifest }) =>
        (!manifest.addOn || this.ADD_ONS.includes(manifest.name)) && (manifest.isOn?.(this.ofModule(manifest)) ?? true),
    );
  }

  /** DATABASE_URL including DATABASE_PASSWORD. */
  get databaseAddress(): string {
    return withPassword(this.DATABASE_URL, this.DATABASE_PASSWORD);
  }

  /** DATABASE_READ_URL including the password. */
  get replicaAddress(): string | undefined {
    return this.DATABASE_READ_URL && withPassword(this.DATABASE_READ_URL, this.DATABASE_PASSWORD);
  }

  get usesSqlite(): boolean {
    return this.DATABASE_URL.startsWith('sqlite:');
  }

  /** Warnings about settings that are more permissive than usual, and about names that may be misspelled. */
  static warnings(settings: Settings): readonly string[] {
    return [
      ...settings.#doubts,
      ...(settings.EXTERNAL_HOSTS.length === 0
        ? [
            'EXTERNAL_HOSTS is empty, so external documents and endpoints of integrations can use any host. Set it to the allowed hosts',
          ]
        : []),
    ];
  }

  static faults(settings: Settings): readonly string[] {
    const { DATABASE_URL, DATABASE_PASSWORD, JWT_SECRET, PUBLIC_BASE_URL } = settings;
    if (typeof DATABASE_URL !== 'string') return [];
    const { usesSqlite } = settings;
    return [
      ...(settings.METRICS_PORT !== undefined && settings.METRICS_PORT === settings.PORT && settings.PORT !== 0
        ? ['METRICS_PORT is the same as PORT. Use a separate port that only the monitoring system can reach.']
        : []),
      ...(!usesSqlite && JWT_SECRET === undefined
        ? [
            'JWT_SECRET is required with MySQL, so that all processes use the same secret. Set it to the output of: openssl rand -hex 32',
          ]
        : []),
      ...(!usesSqlite && PUBLIC_BASE_URL === undefined
        ? ['PUBLIC_BASE_URL is required with MySQL. Set it to the URL that clients use for this server.']
        : []),
      ...(settings.DATABASE_READ_URL !== undefined && usesSqlite
        ? [
            'DATABASE_READ_URL is set, but SQLite has no replicas. Set DATABASE_URL to the primary server, or unset DATABASE_READ_URL.',
          ]
        : []),
      ...(DATABASE_PASSWORD !== undefined && usesSqlite
        ? [
            'DATABASE_PASSWORD is set, but SQLite has no password. Set DATABASE_URL to mysql://user@host:3306/name, or unset DATABASE_PASSWORD.',
          ]
        : []),
      ...(DATABASE_PASSWORD !== undefined && /^[a-z]+:\/\/[^/]*:[^/]*@/.test(DATABASE_URL)
        ? ['DATABASE_PASSWORD is set, but DATABASE_URL also contains a password. Keep only one of them.']
        : []),
    ];
  }
}

/** The path segment that operations declare. */
const PRICING = 'pricing';

/** The settings that select modules. */
const roomChoice = (rooms: readonly Room[]): SettingsClass => {
  const addOns = rooms.flatMap(({ manifest: { name, addOn } }) => (addOn ? name : []));
  const areas = rooms.flatMap(({ manifest }) => manifest.operations.map(({ rest }) => rest.path.split('/', 1)[0]));
  class RoomChoice {
    @TextSetting({
      about: 'Path segment of the pricing routes, as in /rest/V1/pricing',
      default: PRICING,
      accepts: (text) => isSegment(text) && (text === PRICING || !areas.includes(text)),
      expects:
        'a segment of lowercase letters, digits and hyphens that starts with a letter and that no other module uses',
    })
    readonly PRICING_SEGMENT!: string;

    @ListSetting({
      about: 'Optional modules to install, separated by commas. Migrations always run for all modules.',
      default: addOns.join(','),
      accepts: (word) => addOns.includes(word),
      expects: `comma-separated names from ${addOns.join(', ')}`,
    })
    readonly ADD_ONS!: readonly string[];
  }
  return RoomChoice;
};

/** The classes that declare the settings of these modules and the shared ones. */
export const settingsClasses = (rooms: readonly Room[]): readonly SettingsClass[] => {
  const classes = [Settings, roomChoice(rooms), ...rooms.flatMap(({ manifest }) => manifest.settings ?? [])];
  const names = classes.flatMap(settingsOf).map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`two declare the setting ${twice}`);
  return classes;
};
