import 'reflect-metadata';
import { LISTEN_DEFAULTS } from './environment.js';
import { ListSetting, SwitchSetting, TextSetting, WholeSetting, WordSetting } from './setting.js';
import {
  ADD_ON_NAMES,
  holdsBarePassword,
  isBaseUrl,
  isDatabaseUrl,
  isHostName,
  isListenAddress,
  isOrigin,
  isPricingSegment,
  isProxy,
  isStorageUrl,
} from './setting-domains.js';

/** Every setting, once (running.md, "Settings"): its range, its default, and the line that `.env.example` shows. */
export class Settings {
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

  @TextSetting({
    about: 'The database: sqlite:<file>, or mysql://user:password@host:3306/name, with ?ssl=verify&ca=<file> for TLS',
    default: 'sqlite:var/kontor.sqlite',
    accepts: isDatabaseUrl,
    expects: (text) =>
      holdsBarePassword(text)
        ? 'the password percent-encoded (%23 for #, %2F for /, %3F for ?, %40 for @, %25 for %), or leave it out of the ' +
          'address and set it as it is in DATABASE_PASSWORD or the file of DATABASE_PASSWORD_FILE'
        : 'sqlite:<file> or mysql://user:password@host:3306/name, its TLS options being ssl=verify and ca=<file>',
    secret: true,
  })
  readonly DATABASE_URL!: string;

  @TextSetting({
    about: 'Password of DATABASE_URL, as it is, where that holds none: mysql://user@host:3306/name',
    accepts: (text) => text.length <= 1000,
    expects: 'at most 1,000 characters',
    secret: true,
  })
  readonly DATABASE_PASSWORD: string | undefined;

  @TextSetting({
    about: 'Creates this administrator at start if there is none yet',
    accepts: (text) => text === text.trim() && text.length <= 255,
    expects: 'a name of at most 255 characters without spaces at its ends',
  })
  readonly ADMIN_USERNAME: string | undefined;

  @TextSetting({
    about: "That administrator's password",
    accepts: (text) => text.length <= 1000,
    expects: 'at most 1,000 characters',
    secret: true,
  })
  readonly ADMIN_PASSWORD: string | undefined;

  @TextSetting({
    about: 'Signs the tokens, 32 bytes or more; required with MySQL',
    instead: 'generated and kept beside an SQLite database',
    accepts: (text) => Buffer.byteLength(text) >= 32,
    expects: '32 bytes or more, for example the output of: openssl rand -hex 32',
    secret: true,
  })
  readonly JWT_SECRET: string | undefined;

  @TextSetting({
    about: 'Prefix of the ACL resources: MageB2B gives MageB2B_CustomerDocuments::save',
    default: '',
    accepts: (text) => /^([A-Za-z][A-Za-z0-9]{0,63})?$/.test(text),
    expects: 'letters and digits, a letter first, or nothing',
  })
  readonly ACL_VENDOR!: string;

  @TextSetting({
    about: 'Path segment of the pricing routes',
    default: 'pricing',
    accepts: isPricingSegment,
    expects: 'small letters, digits and dashes, a letter first, and no segment that another area has',
  })
  readonly PRICING_SEGMENT!: string;

  @ListSetting({
    about: 'Add-ons that have routes and prices; migrations run for all',
    default: ADD_ON_NAMES.join(','),
    accepts: (word) => (ADD_ON_NAMES as readonly string[]).includes(word),
    expects: `names out of ${ADD_ON_NAMES.join(', ')}, with commas between`,
  })
  readonly ADD_ONS!: readonly string[];

  @WholeSetting({ about: 'Largest page of a search', default: '300', min: 1, max: 10_000 })
  readonly PAGE_SIZE_MAX!: number;

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

  @WholeSetting({ about: 'Most items of one price request', default: '500', min: 1, max: 10_000 })
  readonly PRICING_MAX_ITEMS!: number;

  @WholeSetting({
    about: 'How long a simulation may keep others from writing to an SQLite database, in milliseconds',
    default: '500',
    min: 50,
    max: 60_000,
  })
  readonly SIMULATION_MAX_MS!: number;

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

  @WholeSetting({ about: 'Largest document file, in MiB', default: '10', min: 1, max: 1024 })
  readonly FILE_MAX_MB!: number;

  @ListSetting({
    about: 'Extensions that a document file may have',
    default: 'pdf,doc,docx,xls,xlsx,ppt,pptx,odt,ods,odp,rtf,txt,csv,jpg,jpeg,png,gif,webp,tif,tiff,zip',
    accepts: (word) => /^[a-z0-9]{1,16}$/.test(word),
    expects: 'extensions in small letters without the dot, with commas between',
  })
  readonly FILE_EXTENSIONS!: readonly string[];

  @ListSetting({
    about: 'Hosts that external documents may lie on; none listed = any',
    default: '',
    accepts: isHostName,
    expects: 'host names with commas between, without scheme and port',
  })
  readonly EXTERNAL_HOSTS!: readonly string[];

  @SwitchSetting({ about: 'Bring the schema up to date at start', default: '1' })
  readonly MIGRATE_AT_START!: boolean;

  @WholeSetting({ about: 'Connections to MySQL', default: '10', min: 2, max: 1000 })
  readonly DATABASE_POOL!: number;

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

  @WholeSetting({ about: 'Days that the log of downloads reaches back', default: '400', min: 1, max: 36_500 })
  readonly DOWNLOAD_LOG_DAYS!: number;

  @WholeSetting({ about: 'Seconds that a link to a document holds', default: '300', min: 1, max: 86_400 })
  readonly LINK_SECONDS!: number;

  @SwitchSetting({ about: 'Show a page to try queries on at /graphql', default: '1' })
  readonly GRAPHQL_LANDING!: boolean;

  @WholeSetting({
    about: 'Milliseconds that a passport or its template may take to be checked',
    default: '2000',
    min: 100,
    max: 60_000,
  })
  readonly PASSPORT_CHECK_MS!: number;

  @WholeSetting({ about: 'Processes that check passports and templates', default: '2', min: 1, max: 64 })
  readonly PASSPORT_CHECK_PROCESSES!: number;

  @WholeSetting({ about: 'Heap of each of them, in MiB', default: '128', min: 64, max: 4096 })
  readonly PASSPORT_CHECK_MB!: number;

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

  @TextSetting({
    about: "JSON file with further keys and trusted issuers of customers' tokens; read again on SIGHUP",
    accepts: () => true,
    expects: 'the path of a file',
  })
  readonly JWT_KEYS_FILE: string | undefined;

  @TextSetting({
    about: 'Where document files lie: file:<folder>, or s3://bucket/prefix with the usual AWS settings',
    default: 'file:var/documents',
    accepts: isStorageUrl,
    expects: 'file:<folder> or s3://bucket/prefix',
  })
  readonly STORAGE_URL!: string;

  @TextSetting({
    about: 'Address under which clients reach this server, for codes and links that are stored; required with MySQL',
    instead: 'http://localhost:<PORT> with SQLite',
    accepts: isBaseUrl,
    expects: 'an address such as https://prices.example, without query and user',
  })
  readonly PUBLIC_BASE_URL: string | undefined;

  /** DATABASE_URL, with DATABASE_PASSWORD in its place. */
  get databaseAddress(): string {
    if (this.DATABASE_PASSWORD === undefined || this.usesSqlite) return this.DATABASE_URL;
    const url = new URL(this.DATABASE_URL);
    // The setter leaves a lone % as it is, which nobody could decode.
    url.password = encodeURIComponent(this.DATABASE_PASSWORD);
    return url.href;
  }

  get usesSqlite(): boolean {
    return this.DATABASE_URL.startsWith('sqlite:');
  }
}
