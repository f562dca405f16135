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
  isSecurityContact,
  isSegment,
  withPassword,
} from './setting-domains.js';

/** The settings that no room has alone, each once (running.md, "Settings"); those of its rooms stand beside them. */
export class Settings {
  /** What there is among the rooms (`roomChoice`). */
  declare readonly PRICING_SEGMENT: string;
  declare readonly ADD_ONS: readonly string[];
  readonly #rooms: readonly Room[];

  @WholeSetting({
    about: 'Port to listen on; 0 lets the system choose',
    default: LISTEN_DEFAULTS.PORT,
    min: 0,
    max: 65_535,
  })
  readonly PORT!: number;

  @TextSetting({
    about: 'Address to listen on',
    default: LISTEN_DEFAULTS.HOST,
    accepts: isListenAddress,
    expects: 'an IP address or a host name',
  })
  readonly HOST!: string;

  @WholeSetting({
    about: 'Port on which metrics are told at /metrics, and nowhere else; unset: none are; 0 lets the system choose',
    min: 0,
    max: 65_535,
  })
  readonly METRICS_PORT: number | undefined;

  @TextSetting({
    about: 'Address on which METRICS_PORT is listened to',
    instead: 'as HOST',
    accepts: isListenAddress,
    expects: 'an IP address or a host name',
  })
  readonly METRICS_HOST: string | undefined;

  @TextSetting({
    about:
      'Collector that traces are sent to by OTLP over HTTP (protobuf), as http://collector:4318; unset: none are written',
    accepts: isHttpUrl,
    expects: 'an address such as http://collector:4318',
  })
  readonly OTEL_EXPORTER_OTLP_ENDPOINT: string | undefined;

  @TextSetting({
    about: 'Headers for that collector, name=value with commas between',
    accepts: (text) => /^[^=,\s]+=[^,]*(,[^=,\s]+=[^,]*)*$/.test(text),
    expects: 'name=value with commas between',
    secret: true,
  })
  readonly OTEL_EXPORTER_OTLP_HEADERS: string | undefined;

  @TextSetting({
    about: 'Name of this service in traces',
    default: 'kontor',
    accepts: (text) => text.length <= 255,
    expects: 'at most 255 characters',
  })
  readonly OTEL_SERVICE_NAME!: string;

  @WordSetting({
    about: 'Which traces are written; parentbased: where a caller names a trace, as the caller says',
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
    about: 'Share of traces that traceidratio writes, 0 to 1',
    accepts: (text) => /^(0(\.\d+)?|1(\.0+)?)$/.test(text),
    expects: 'a number from 0 to 1',
  })
  readonly OTEL_TRACES_SAMPLER_ARG: string | undefined;

  @TextSetting({
    about:
      'The database: sqlite:<file>, or mysql://user:password@host:3306/name, with ?ssl=verify&ca=<file> for TLS; of several ' +
      'hosts (host,host:3307) the first that is well and may write',
    default: 'sqlite:var/kontor.sqlite',
    accepts: isDatabaseUrl,
    expects: (text) =>
      /^postgres/.test(text)
        ? "SQLite or a server of MySQL's protocol: PostgreSQL speaks another language, and isn't supported (databases.md)"
        : holdsBarePassword(text)
          ? 'the password percent-encoded (%23 for #, %2F for /, %3F for ?, %40 for @, %25 for %), or leave it out of the ' +
            'address and set it as it is in DATABASE_PASSWORD or the file of DATABASE_PASSWORD_FILE'
          : 'sqlite:<file> or mysql://user:password@host:3306/name, its TLS options being ssl=verify and ca=<file>',
    secret: true,
  })
  readonly DATABASE_URL!: string;

  @TextSetting({
    about:
      'Replicas for price questions alone, mysql://user:password@host,host/name; one that is behind is passed over',
    accepts: isMysqlUrl,
    expects: 'mysql://user:password@host:3306/name with one host or several, as DATABASE_URL is written',
    secret: true,
  })
  readonly DATABASE_READ_URL: string | undefined;

  @TextSetting({
    about: 'Password of DATABASE_URL, as it is, where that holds none: mysql://user@host:3306/name',
    accepts: (text) => text.length <= 1000,
    expects: 'at most 1,000 characters',
    secret: true,
  })
  readonly DATABASE_PASSWORD: string | undefined;

  @TextSetting({
    about: 'Signs the tokens, 32 bytes or more; required with MySQL',
    instead: 'generated and kept beside an SQLite database',
    accepts: (text) => Buffer.byteLength(text) >= 32,
    expects: '32 bytes or more, for example the output of: openssl rand -hex 32',
    secret: true,
  })
  readonly JWT_SECRET: string | undefined;

  @TextSetting({
    about: 'Keys under which secrets are stored, 32 bytes each, the newest first; required with MySQL for OAuth',
    instead: 'generated and kept beside an SQLite database',
    accepts: isSecretKeys,
    expects:
      'keys of 32 bytes in hex or base64, each maybe behind a name and a colon, with commas between: ' +
      'for example the output of: openssl rand -hex 32',
    secret: true,
  })
  readonly SECRETS_KEY: string | undefined;

  @TextSetting({
    about: 'Prefix of the ACL resources: MageB2B gives MageB2B_CustomerDocuments::save',
    default: '',
    accepts: (text) => /^([A-Za-z][A-Za-z0-9]{0,63})?$/.test(text),
    expects: 'letters and digits, a letter first, or nothing',
  })
  readonly ACL_VENDOR!: string;

  @WholeSetting({ about: 'Largest page of a search', default: '300', min: 1, max: 10_000 })
  readonly PAGE_SIZE_MAX!: number;

  @WordSetting({
    about: 'How REST tells instants: iso (2026-01-31T10:15:00.000Z) or platform (2026-01-31 10:15:00, in UTC)',
    default: 'iso',
    words: ['iso', 'platform'],
  })
  readonly INSTANTS!: 'iso' | 'platform';

  @WholeSetting({ about: 'Most filters of the searches of one request', default: '50', min: 1, max: 5000 })
  readonly SEARCH_FILTERS_MAX!: number;

  @WholeSetting({
    about: 'Most values in the lists (in, nin, finset) of the searches of one request',
    default: '1000',
    min: 1,
    max: 30_000,
  })
  readonly SEARCH_VALUES_MAX!: number;

  @WholeSetting({
    about: 'SQLite: most processes that search beside the server; each ends when it is idle',
    default: '3',
    min: 1,
    max: 16,
  })
  readonly SEARCH_PROCESSES!: number;

  @WholeSetting({ about: 'Memory for price rows, in MiB; 0 switches it off', default: '64', min: 0, max: 65_536 })
  readonly PRICING_MEMORY_MB!: number;

  @WholeSetting({
    about: 'Heavy calls (lint, timeline, simulation, large explanations) answered at once by a process',
    default: '8',
    min: 1,
    max: 1000,
  })
  readonly HEAVY_CALLS!: number;

  @WholeSetting({ about: 'Of these so many of one caller', default: '2', min: 1, max: 1000 })
  readonly HEAVY_CALLS_PER_CALLER!: number;

  @WholeSetting({
    about: 'Requests a minute of one address, and of one caller, at a process; 0: no limit',
    default: '0',
    min: 0,
    max: 1_000_000,
  })
  readonly RATE_LIMIT!: number;

  @SwitchSetting({ about: 'Bring the schema up to date at start', default: '1' })
  readonly MIGRATE_AT_START!: boolean;

  @WholeSetting({ about: 'Connections to MySQL', default: '10', min: 2, max: 1000 })
  readonly DATABASE_POOL!: number;

  @WholeSetting({
    about: 'Seconds for which requests wait for a lost database, as long as their deadlines let; 0: they fail at once',
    default: '10',
    min: 0,
    max: 3600,
  })
  readonly DATABASE_FAILOVER_S!: number;

  @WholeSetting({
    about: 'Seconds that an anonymous read or a price question may wait for the database, then 503',
    default: '2',
    min: 1,
    max: 3600,
  })
  readonly DEADLINE_QUOTE_S!: number;

  @WholeSetting({ about: 'The same for other reads', default: '5', min: 1, max: 3600 })
  readonly DEADLINE_READ_S!: number;

  @WholeSetting({ about: 'The same for writes', default: '10', min: 1, max: 3600 })
  readonly DEADLINE_WRITE_S!: number;

  @WholeSetting({
    about: 'The same for bulk calls, imports, uploads and what goes through a whole book',
    default: '30',
    min: 1,
    max: 3600,
  })
  readonly DEADLINE_BULK_S!: number;

  @WholeSetting({
    about: 'Connections of clients at once; an address that is no proxy of TRUST_PROXY gets a quarter of them',
    default: '2000',
    min: 8,
    max: 1_000_000,
  })
  readonly MAX_CONNECTIONS!: number;

  @WholeSetting({ about: 'Seconds an idle connection of a client is kept', default: '75', min: 1, max: 3600 })
  readonly KEEP_ALIVE_S!: number;

  @WholeSetting({
    about: 'Seconds that requests are still taken after SIGTERM, while /health/ready is false',
    default: '20',
    min: 0,
    max: 3600,
  })
  readonly DRAIN_S!: number;

  @WholeSetting({ about: 'Days that the change log reaches back', default: '7', min: 1, max: 3650 })
  readonly PRICE_LOG_DAYS!: number;

  @WholeSetting({ about: 'Most entries of the change log', default: '1000000', min: 1000, max: 1_000_000_000 })
  readonly PRICE_LOG_ENTRIES!: number;

  @WholeSetting({ about: 'Largest body of a request, in KiB', default: '1024', min: 1, max: 1_048_576 })
  readonly BODY_MAX_KB!: number;

  @WholeSetting({ about: 'Largest body of a bulk request, in MiB', default: '32', min: 1, max: 1024 })
  readonly BULK_MAX_MB!: number;

  @WordSetting({
    about: 'Who may read the description of the interface: public, signed_in (administrators and integrations), off',
    default: 'public',
    words: ['public', 'signed_in', 'off'],
  })
  readonly API_DOCS!: 'public' | 'signed_in' | 'off';

  @ListSetting({
    about: 'Origins of web pages that may call the API, https://shop.example; others get no permission',
    default: '',
    accepts: isOrigin,
    expects: 'origins such as https://shop.example, with commas between: scheme and host, no path',
  })
  readonly CORS_ORIGINS!: readonly string[];

  @ListSetting({
    about: 'Proxies whose X-Forwarded-For counts: addresses, subnets, loopback, linklocal, uniquelocal',
    default: '',
    accepts: isProxy,
    expects: 'IP addresses, subnets such as 10.0.0.0/8, or loopback, linklocal, uniquelocal, with commas between',
  })
  readonly TRUST_PROXY!: readonly string[];

  @ListSetting({
    about:
      'Whom to tell of weaknesses, in /.well-known/security.txt: mailto:security@shop.example, or an https address',
    default: '',
    accepts: isSecurityContact,
    expects: 'addresses that begin with mailto:, https:// or tel:, with commas between',
  })
  readonly SECURITY_CONTACT!: readonly string[];

  @ListSetting({
    about: 'Hosts that external documents and endpoints of integrations may lie on; none listed = any',
    default: '',
    accepts: isHostName,
    expects: 'host names with commas between, without scheme and port',
  })
  readonly EXTERNAL_HOSTS!: readonly string[];

  @TextSetting({
    about: 'Address under which clients reach this server, for codes and links that are stored; required with MySQL',
    instead: 'http://localhost:<PORT> with SQLite',
    accepts: isBaseUrl,
    expects: 'an address such as https://prices.example, without query and user',
  })
  readonly PUBLIC_BASE_URL: string | undefined;

  /** `again`: the text of a setting as it stands now, in a file maybe, which may have changed since. */
  constructor(
    rooms: readonly Room[],
    readonly again: (name: string) => string | undefined = () => undefined,
  ) {
    this.#rooms = rooms;
    // No setting, and nobody's business who prints them.
    Object.defineProperty(this, 'again', { value: again, enumerable: false });
  }

  /** The rooms for which these were read, also those that are left out. */
  get rooms(): readonly Room[] {
    return this.#rooms;
  }

  /** Those that a room declares, and none beside them: no room is handed the password of another. */
  of({ settings }: RoomManifest): object {
    return settings ? ownSettings(settings, this) : {};
  }

  get installedRooms(): readonly Room[] {
    return this.rooms.filter(({ manifest: { name, addOn } }) => !addOn || this.ADD_ONS.includes(name));
  }

  /** DATABASE_URL, with DATABASE_PASSWORD in its place. */
  get databaseAddress(): string {
    return withPassword(this.DATABASE_URL, this.DATABASE_PASSWORD);
  }

  /** DATABASE_READ_URL, likewise. */
  get replicaAddress(): string | undefined {
    return this.DATABASE_READ_URL && withPassword(this.DATABASE_READ_URL, this.DATABASE_PASSWORD);
  }

  get usesSqlite(): boolean {
    return this.DATABASE_URL.startsWith('sqlite:');
  }

  /** What an operator should know of settings that let more through than most want. */
  static warnings({ EXTERNAL_HOSTS }: Settings): readonly string[] {
    return EXTERNAL_HOSTS.length === 0
      ? ['EXTERNAL_HOSTS lists no host: external documents may point anywhere, and so may endpoints of integrations']
      : [];
  }

  static faults(settings: Settings): readonly string[] {
    const { DATABASE_URL, DATABASE_PASSWORD, JWT_SECRET, PUBLIC_BASE_URL } = settings;
    if (typeof DATABASE_URL !== 'string') return [];
    const { usesSqlite } = settings;
    return [
      ...(settings.METRICS_PORT !== undefined && settings.METRICS_PORT === settings.PORT && settings.PORT !== 0
        ? ['METRICS_PORT is that of PORT: metrics are told on a port of their own, which nobody else should reach.']
        : []),
      ...(!usesSqlite && JWT_SECRET === undefined
        ? [
            'JWT_SECRET is required with MySQL, so that all processes agree: set it to the output of: openssl rand -hex 32',
          ]
        : []),
      ...(!usesSqlite && PUBLIC_BASE_URL === undefined
        ? ['PUBLIC_BASE_URL is required with MySQL: set it to the address under which clients reach this server.']
        : []),
      ...(settings.DATABASE_READ_URL !== undefined && usesSqlite
        ? [
            'DATABASE_READ_URL is set, but an SQLite file has no replicas: set DATABASE_URL to their primary, or unset it.',
          ]
        : []),
      ...(DATABASE_PASSWORD !== undefined && usesSqlite
        ? [
            'DATABASE_PASSWORD is set, but SQLite has no password: set DATABASE_URL to mysql://user@host:3306/name, or unset it.',
          ]
        : []),
      ...(DATABASE_PASSWORD !== undefined && /^[a-z]+:\/\/[^/]*:[^/]*@/.test(DATABASE_URL)
        ? ['DATABASE_PASSWORD is set, and DATABASE_URL holds a password as well: keep one of them.']
        : []),
    ];
  }
}

/** The segment as operations declare it. */
const PRICING = 'pricing';

/** The settings of which the rooms are the choice. */
const roomChoice = (rooms: readonly Room[]): SettingsClass => {
  const addOns = rooms.flatMap(({ manifest: { name, addOn } }) => (addOn ? name : []));
  const areas = rooms.flatMap(({ manifest }) => manifest.operations.map(({ rest }) => rest.path.split('/', 1)[0]));
  class RoomChoice {
    @TextSetting({
      about: 'Path segment of the pricing routes',
      default: PRICING,
      accepts: (text) => isSegment(text) && (text === PRICING || !areas.includes(text)),
      expects: 'small letters, digits and dashes, a letter first, and no segment that another area has',
    })
    readonly PRICING_SEGMENT!: string;

    @ListSetting({
      about: 'Add-ons that have routes and prices; migrations run for all',
      default: addOns.join(','),
      accepts: (word) => addOns.includes(word),
      expects: `names out of ${addOns.join(', ')}, with commas between`,
    })
    readonly ADD_ONS!: readonly string[];
  }
  return RoomChoice;
};

/** What declares the settings of these rooms, and of what they have in common. */
export const settingsClasses = (rooms: readonly Room[]): readonly SettingsClass[] => {
  const classes = [Settings, roomChoice(rooms), ...rooms.flatMap(({ manifest }) => manifest.settings ?? [])];
  const names = classes.flatMap(settingsOf).map(({ name }) => name);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) throw new Error(`two declare the setting ${twice}`);
  return classes;
};
