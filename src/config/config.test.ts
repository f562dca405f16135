import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { type Environment, readSettings, SettingsRefused } from './config.js';
import { parseDatabaseUrl } from '../../libs/database/index.js';
import { failureOf } from '../boot/failure.js';
import { settingsOf, WholeSetting } from '../../libs/config/index.js';
import { ROOMS } from '../app.module.js';
import { Settings, settingsClasses } from './settings.js';
import { storedSecret } from './token-secret.js';

const MYSQL = {
  DATABASE_URL: 'mysql://kontor:geheim@db:3306/kontor',
  JWT_SECRET: 'x'.repeat(32),
  PUBLIC_BASE_URL: 'https://prices.example',
};

const SETTINGS = settingsClasses(ROOMS).flatMap(settingsOf);

const faultsOf = (environment: Environment): readonly string[] => {
  try {
    readSettings(environment, ROOMS);
    return [];
  } catch (error) {
    if (error instanceof SettingsRefused) return error.faults;
    throw error;
  }
};

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'kontor-config-'))));
afterAll(() => rmSync(folder, { recursive: true }));

describe('readSettings', () => {
  it('rejects a METRICS_PORT that equals PORT, unless both are 0', () => {
    expect(faultsOf({ METRICS_PORT: '3000' })).toEqual([expect.stringMatching(/^METRICS_PORT is the same as PORT/)]);
    expect(faultsOf({ METRICS_PORT: '0', PORT: '0' })).toEqual([]);
    expect(faultsOf({ METRICS_PORT: '9464' })).toEqual([]);
  });

  describe('with names that resemble a setting', () => {
    const meant = (given: string, setting: string): string =>
      `${given} is not a setting. Did you mean ${setting}? Correct the name; if other software uses it, set ${setting} as well.`;

    it.each([
      ['DATABSE_URL', 'DATABASE_URL'],
      ['DATABASE_URI', 'DATABASE_URL'],
      ['DATABASEURL', 'DATABASE_URL'],
      ['DATABASE-URL', 'DATABASE_URL'],
      ['database_url', 'DATABASE_URL'],
      ['DATABASE_ULR', 'DATABASE_URL'],
      ['DATABSE_URL_FILE', 'DATABASE_URL_FILE'],
      ['PUBLIC_BASEURL', 'PUBLIC_BASE_URL'],
      ['STORAGE_ULR', 'STORAGE_URL'],
      ['JWT_SECRETS', 'JWT_SECRET'],
      ['METRIC_PORT', 'METRICS_PORT'],
    ])('rejects %s if %s is not set', (given, setting) => {
      expect(faultsOf({ [given]: 'x' })).toEqual([meant(given, setting)]);
    });

    it('only warns if the setting is set, directly or by a file', () => {
      const file = join(folder, 'address');
      writeFileSync(file, 'sqlite:a');
      for (const own of [{ DATABASE_URL: 'sqlite:a' }, { DATABASE_URL_FILE: file }]) {
        const settings = readSettings({ ...own, DATABASE_URI: 'postgres://db' }, ROOMS);
        expect(Settings.warnings(settings)).toContain(
          'DATABASE_URI is not a setting and is ignored. If it is a misspelling of DATABASE_URL, which is set, remove it',
        );
      }
    });

    it('ignores names that are short or less similar, and empty values', () => {
      const others = {
        POST: '1',
        HOSTS: 'a',
        DATABSE_URL: '',
        DATABASE_NAME: 'x',
        APP_DATABASE_URL: 'x',
        PATH: '/bin',
      };
      expect(Settings.warnings(readSettings(others, ROOMS))).toEqual(Settings.warnings(readSettings({}, ROOMS)));
    });
  });

  it('returns the documented defaults', () => {
    expect(readSettings({}, ROOMS)).toEqual({
      PORT: 3000,
      HOST: '0.0.0.0',
      OTEL_SERVICE_NAME: 'kontor',
      OTEL_TRACES_SAMPLER: 'parentbased_always_on',
      IMPORT_MAX_MB: 512,
      INSTANTS: 'iso',
      AUDIT_DAYS: 400,
      WEBHOOK_HOSTS: [],
      WEBHOOK_LOG_DAYS: 30,
      JOBS_PER_CALLER: 20,
      JOB_DAYS: 30,
      JOB_WORKERS: 1,
      DATABASE_URL: 'sqlite:var/kontor.sqlite',
      ADMIN_USERNAME: undefined,
      ADMIN_PASSWORD: undefined,
      ADMIN_PASSWORDS: '1',
      JWT_SECRET: undefined,
      SECRETS_KEY: undefined,
      OAUTH_SHA1: false,
      DESK: true,
      OIDC_ISSUER: undefined,
      OIDC_CLIENT_ID: undefined,
      OIDC_CLIENT_SECRET: undefined,
      OIDC_SCOPE: 'openid profile email',
      OIDC_ROLE_CLAIM: 'roles',
      OIDC_ROLES: undefined,
      ACL_VENDOR: '',
      PRICING_SEGMENT: 'pricing',
      ADD_ONS: [
        'pricing-customer',
        'pricing-list',
        'pricing-category',
        'pricing-matrix',
        'pricing-calc',
        'dpp',
        'customer-documents',
      ],
      PAGE_SIZE_MAX: 300,
      SEARCH_FILTERS_MAX: 50,
      SEARCH_VALUES_MAX: 1000,
      SEARCH_PROCESSES: 3,
      PASSPORT_CHECK_MB: 128,
      DPP_RELEASE: false,
      DPP_AUDIENCES: ['legitimate_interest=1+2+4', 'authority=1+2+3'],
      DPP_ACCESS_DAYS: 400,
      DPP_LIST_PER_MINUTE: 600,
      PASSPORT_CHECK_MS: 2000,
      PASSPORT_CHECK_PROCESSES: 2,
      PRICING_MAX_ITEMS: 500,
      SIMULATION_MAX_MS: 500,
      PRICING_MEMORY_MB: 64,
      FILE_MAX_MB: 10,
      FILE_EXTENSIONS:
        'pdf doc docx xls xlsx ppt pptx odt ods odp rtf txt csv jpg jpeg png gif webp tif tiff zip xml'.split(' '),
      EXTERNAL_HOSTS: [],
      OUTBOUND_DIRECT: [],
      MIGRATE_AT_START: true,
      DATABASE_PASSWORD: undefined,
      DATABASE_POOL: 10,
      DATABASE_FAILOVER_S: 10,
      DATABASE_START_S: 120,
      LOG_LEVEL: 'info',
      DEADLINE_QUOTE_S: 2,
      DEADLINE_READ_S: 5,
      DEADLINE_WRITE_S: 10,
      DEADLINE_BULK_S: 30,
      MAX_CONNECTIONS: 2000,
      KEEP_ALIVE_S: 75,
      DRAIN_S: 20,
      PRICE_LOG_DAYS: 7,
      PRICE_LOG_ENTRIES: 1_000_000,
      HEAVY_CALLS: 8,
      HEAVY_CALLS_PER_CALLER: 2,
      RATE_LIMIT: 0,
      SECURITY_CONTACT: [],
      BODY_MAX_KB: 1024,
      BULK_MAX_MB: 32,
      DOWNLOAD_LOG_DAYS: 400,
      LINK_SECONDS: 300,
      GRAPHQL_LANDING: true,
      API_DOCS: 'public',
      CORS_ORIGINS: [],
      TRUST_PROXY: [],
      JWT_KEYS_FILE: undefined,
      STORAGE_URL: 'file:var/documents',
      CLAMAV_URL: undefined,
      PUBLIC_BASE_URL: undefined,
    });
  });

  it.each([
    ['PORT', '80', 80],
    ['PORT', '0', 0],
    ['ADD_ONS', 'dpp, pricing-list', ['dpp', 'pricing-list']],
    ['MIGRATE_AT_START', '0', false],
    ['CORS_ORIGINS', 'https://shop.example,http://localhost:8080', ['https://shop.example', 'http://localhost:8080']],
    ['TRUST_PROXY', 'loopback,10.0.0.0/8,::1', ['loopback', '10.0.0.0/8', '::1']],
    ['HOST', '::', '::'],
    ['EXTERNAL_HOSTS', '', []],
    ['OUTBOUND_PROXY', 'http://user:p%40ss@proxy.example:3128', 'http://user:p%40ss@proxy.example:3128'],
    ['OUTBOUND_DIRECT', 'erp.example, 10.0.0.7', ['erp.example', '10.0.0.7']],
    ['PORT', '', 3000],
    ['PAGE_SIZE_MAX', '1', 1],
    ['PAGE_SIZE_MAX', '10000', 10_000],
  ] as const)('accepts %s=%s', (name, text, value) => {
    expect(readSettings({ [name]: text }, ROOMS)).toMatchObject({ [name]: value });
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', '3000.5'],
    ['PORT', '-1'],
    ['PORT', '1e3'],
    ['HOST', 'not a host'],
    ['DATABASE_URL', 'postgres://localhost/kontor'],
    ['DATABASE_URL', 'sqlite:'],
    ['DATABASE_URL', 'sqlite::memory:'],
    ['DATABASE_URL', 'sqlite://:memory:'],
    ['DATABASE_URL', 'mysql://localhost/'],
    ['DATABASE_URL', 'mysql://localhost/kontor?ssl=maybe'],
    ['DATABASE_URL', 'mysql://one,,two/kontor'],
    ['DATABASE_URL', 'mysql://one,two:port/kontor'],
    ['DATABASE_READ_URL', 'sqlite:var/kontor.sqlite'],
    ['DATABASE_READ_URL', 'mysql://one/'],
    ['DATABASE_URL', 'mysql://localhost/kontor?ca=/etc/ca.pem'],
    ['JWT_SECRET', 'x'.repeat(31)],
    ['SECRETS_KEY', 'x'.repeat(31)],
    ['SECRETS_KEY', `a:${'0'.repeat(64)},a:${'1'.repeat(64)}`],
    ['OAUTH_SHA1', 'yes'],
    ['OIDC_SCOPE', 'profile email'],
    ['ACL_VENDOR', 'My Vendor'],
    ['PRICING_SEGMENT', 'commerce'],
    ['PRICING_SEGMENT', 'a/b'],
    ['ADD_ONS', 'pricing-list,pricing-lists'],
    ['PAGE_SIZE_MAX', '0'],
    ['PAGE_SIZE_MAX', '10001'],
    ['PRICING_MEMORY_MB', '-64'],
    ['FILE_EXTENSIONS', '.pdf'],
    ['EXTERNAL_HOSTS', 'https://files.example'],
    ['OUTBOUND_PROXY', 'socks5://proxy.example:1080'],
    ['OUTBOUND_PROXY', 'http://proxy.example/path'],
    ['OUTBOUND_DIRECT', 'https://erp.example'],
    ['MIGRATE_AT_START', 'yes'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'https://shop.example/'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['STORAGE_URL', 's3://'],
    ['STORAGE_URL', '/var/documents'],
    ['PUBLIC_BASE_URL', 'prices.example'],
    ['PUBLIC_BASE_URL', 'https://prices.example/?a=1'],
    ['PUBLIC_BASE_URL', 'https://user:word@prices.example'],
    ['PUBLIC_BASE_URL', 'https://:word@prices.example'],
  ])('rejects %s=%s and says what to set it to', (name, text) => {
    expect(faultsOf({ ...MYSQL, [name]: text })).toEqual([expect.stringMatching(`^${name} is .*\\. Set it to .+\\.$`)]);
  });

  it('reports every fault at once', () => {
    const faults = faultsOf({ PORT: 'http', HOST: '?', ADMIN_USERNAME: 'admin', BODY_MAX_KB: '0' });
    expect(faults.map((fault) => fault.split(/[ :]/)[0])).toEqual(['PORT', 'HOST', 'BODY_MAX_KB', 'ADMIN_USERNAME']);
  });

  it('never repeats a secret in a fault', () => {
    const faults = faultsOf({ JWT_SECRET: 'geheim', DATABASE_URL: 'mysql://u:geheim@db' }).join();
    expect(faults).toContain('JWT_SECRET');
    expect(faults).toContain('DATABASE_URL');
    expect(faults).not.toContain('geheim');
  });

  it('requires JWT_SECRET and PUBLIC_BASE_URL with MySQL', () => {
    expect(faultsOf(MYSQL)).toEqual([]);
    expect(faultsOf({ ...MYSQL, JWT_SECRET: '' })).toEqual([expect.stringMatching('^JWT_SECRET is required')]);
    expect(faultsOf({ ...MYSQL, PUBLIC_BASE_URL: '' })).toEqual([
      expect.stringMatching('^PUBLIC_BASE_URL is required'),
    ]);
  });

  it.each([
    'mysql://kontor:ge/heim@db:3306/kontor',
    'mysql://kontor:ge#heim@db:3306/kontor',
    'mysql://kontor:ge?heim@db:3306/kontor',
    'mysql://kontor:12/heim@db/kontor',
    'mysql://kontor:g@h/eim@db/kontor',
    'mysql://kontor:50%heim@db/kontor',
  ])('explains how to write a password such as the one in %s', (DATABASE_URL) => {
    const [fault = '', ...others] = faultsOf({ DATABASE_URL });
    expect(others).toEqual([]);
    expect(fault).toMatch(/^DATABASE_URL is invalid\. Set it to a URL with a percent-encoded password \(%23 for #/);
    expect(fault).toContain('DATABASE_PASSWORD_FILE');
    expect(fault).not.toContain('heim');
  });

  it.each(['p@ss', '/ # @ ? %', '%41', 'geheim', 'ümläut'])(
    'puts the password %s into the database URL unchanged',
    (password) => {
      const environment = { ...MYSQL, DATABASE_URL: 'mysql://u@db/x?ssl=verify', DATABASE_PASSWORD: password };
      const settings = readSettings(environment, ROOMS);
      expect(parseDatabaseUrl(settings.databaseAddress)).toMatchObject({
        servers: [{ username: 'u', password, host: 'db' }],
      });
    },
  );

  it('puts the password into URLs of several hosts and of replicas', () => {
    const { databaseAddress, replicaAddress } = readSettings(
      {
        ...MYSQL,
        DATABASE_URL: 'mysql://u@one,two:3307/x',
        DATABASE_READ_URL: 'mysql://u@three,four/x',
        DATABASE_PASSWORD: 'p@ss',
      },
      ROOMS,
    );
    const password = 'p@ss';
    expect(parseDatabaseUrl(databaseAddress)).toMatchObject({
      servers: [
        { host: 'one', password },
        { host: 'two', port: 3307, password },
      ],
    });
    expect(parseDatabaseUrl(replicaAddress ?? '')).toMatchObject({
      servers: [
        { host: 'three', password },
        { host: 'four', password },
      ],
    });
  });

  it('rejects replicas of SQLite, and says that PostgreSQL is not supported', () => {
    expect(faultsOf({ DATABASE_READ_URL: 'mysql://u@three/x' })).toEqual([
      expect.stringMatching(/^DATABASE_READ_URL is set, but SQLite has no replicas/),
    ]);
    expect(faultsOf({ DATABASE_URL: 'postgresql://u@db/x' })).toEqual([
      expect.stringMatching(/PostgreSQL is not supported/),
    ]);
  });

  it('rejects a second database password, and any password with SQLite', () => {
    expect(faultsOf({ ...MYSQL, DATABASE_URL: 'mysql://u:a@db/x', DATABASE_PASSWORD: 'b' })).toEqual([
      'DATABASE_PASSWORD is set, but DATABASE_URL also contains a password. Keep only one of them.',
    ]);
    expect(faultsOf({ DATABASE_PASSWORD: 'b' })).toEqual([
      expect.stringMatching(/^DATABASE_PASSWORD is set, but SQLite/),
    ]);
  });

  it('reads a setting from the file that its _FILE variable names', () => {
    const file = join(folder, 'secret');
    writeFileSync(file, `${'s'.repeat(40)}\n`);
    expect(readSettings({ JWT_SECRET_FILE: file }, ROOMS).JWT_SECRET).toBe('s'.repeat(40));
    expect(faultsOf({ JWT_SECRET_FILE: file, JWT_SECRET: 'x'.repeat(32) })).toEqual([
      'JWT_SECRET and JWT_SECRET_FILE are both set. Keep only one of them.',
    ]);
    expect(faultsOf({ PORT_FILE: join(folder, 'absent') })).toEqual([
      expect.stringMatching(/^PORT_FILE is .*absent.*ENOENT/),
    ]);
  });
});

describe('readSettings for an identity provider', () => {
  const whole = { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'kontor', OIDC_ROLES: '{"staff":"Clerks"}' };

  it.each([
    ['OIDC_ISSUER', 'http://login.example'],
    ['OIDC_ISSUER', 'https://login.example/?a=b'],
    ['OIDC_ROLES', '{"a":1}'],
    ['OIDC_ROLES', '[]'],
    ['OIDC_ROLES', '{}'],
    ['OIDC_ROLES', 'admins'],
  ])('rejects %s=%s', (name, text) => {
    expect(faultsOf({ ...whole, [name]: text })).toEqual([expect.stringMatching(new RegExp(`^${name} is "`))]);
  });

  it.each(Object.keys(whole))('requires %s if the other two are set', (name) => {
    expect(faultsOf(whole)).toEqual([]);
    expect(faultsOf({ ...whole, [name]: undefined })).toEqual([expect.stringContaining('Set all of them or none.')]);
  });
});

describe('.env.example', () => {
  const text = readFileSync(join(__dirname, '..', '..', '.env.example'), 'utf8');
  const uncommented = parseEnv(text.replace(/^# ?(?=[A-Z0-9_]+=)/gm, ''));

  it('lists exactly the settings', () => {
    expect(Object.keys(uncommented).sort()).toEqual(SETTINGS.map(({ name }) => name).sort());
  });

  it.each(SETTINGS)('shows the default and the description of $name', ({ name, about, instead, ...setting }) => {
    expect(uncommented[name]).toBe(setting.default ?? '');
    expect(text).toContain(`# ${about}${instead === undefined ? '' : `; default: ${instead}`}\n# ${name}=`);
  });

  it('sets nothing by itself', () => {
    expect(parseEnv(text)).toEqual({});
  });
});

describe('docs/running.md', () => {
  const [, table = ''] = readFileSync(join(__dirname, '..', '..', 'docs', 'running.md'), 'utf8').split('## Settings');

  it('has a row for each setting, and for nothing else', () => {
    const named = [...table.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(
      ([, names = '']) => names.match(/[A-Z_0-9]+/g) ?? [],
    );
    expect(named.sort()).toEqual(SETTINGS.map(({ name }) => name).sort());
  });
});

describe('storedSecret', () => {
  it('creates the secret once, readable only by its owner, and reuses it', () => {
    const database = join(folder, 'deep', 'kontor.sqlite');
    const secret = storedSecret(database);
    expect(Buffer.byteLength(secret)).toBeGreaterThanOrEqual(32);
    expect(storedSecret(database)).toBe(secret);
    expect(statSync(`${database}.jwt-secret`).mode & 0o777).toBe(0o600);
  });

  it('restricts a secret file that others can read', () => {
    const database = join(folder, 'open.sqlite');
    const secret = storedSecret(database);
    chmodSync(`${database}.jwt-secret`, 0o644);
    expect(storedSecret(database)).toBe(secret);
    expect(statSync(`${database}.jwt-secret`).mode & 0o777).toBe(0o600);
  });

  it('rejects a secret that is too short', () => {
    const database = join(folder, 'short.sqlite');
    writeFileSync(`${database}.jwt-secret`, 'short');
    expect(() => storedSecret(database)).toThrow(/fewer than 32 bytes/);
  });

  it("reports a failure with the setting's name and without a stack", () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const failure = (database: string): object => {
      try {
        return { secret: storedSecret(database) };
      } catch (error) {
        return failureOf(error);
      }
    };
    const broken = join(folder, 'broken.sqlite');
    writeFileSync(`${broken}.jwt-secret`, 'short');
    expect(failure(join(file, 'kontor.sqlite'))).toEqual({
      message: expect.stringMatching(/^JWT_SECRET is not set.*ENOTDIR/),
    });
    expect(failure(broken)).toEqual({ message: expect.stringMatching(/^JWT_SECRET: .*fewer than 32 bytes/) });
  });
});

describe('settings of several modules', () => {
  class Same {
    @WholeSetting({ about: 'A port of its own', default: '1', min: 1, max: 9 })
    readonly PORT!: number;
  }

  it('are rejected if a module declares one that already exists', () => {
    const manifest = { name: 'same', settings: Same, resources: [], migrations: [], operations: [] };
    expect(() => settingsClasses([...ROOMS, { manifest, module: Same }])).toThrow('two declare the setting PORT');
  });

  it('are passed only to the module that declares them', () => {
    const settings = readSettings({ ADMIN_USERNAME: 'ada', ADMIN_PASSWORD: 'a long password' }, ROOMS);
    const handed = ROOMS.map(({ manifest }) => [manifest.name, Object.keys(settings.ofModule(manifest))] as const);
    expect(new Map(handed).get('access')).toEqual([
      'JWT_KEYS_FILE',
      'ADMIN_USERNAME',
      'ADMIN_PASSWORD',
      'ADMIN_PASSWORDS',
      'OAUTH_SHA1',
    ]);
    expect(handed.filter(([, names]) => names.includes('ADMIN_PASSWORD'))).toHaveLength(1);
    expect(handed.filter(([, names]) => names.some((name) => /^(JWT_SECRET|DATABASE_)/.test(name)))).toEqual([]);
  });
});

describe('readSettings with unreadable files', () => {
  it('reports one fault per file and does not report the setting as missing', () => {
    const environment = { ...MYSQL, JWT_SECRET: undefined, JWT_SECRET_FILE: '/nowhere', ADMIN_USERNAME: 'ada' };
    expect(() => readSettings({ ...environment, ADMIN_PASSWORD_FILE: '/nowhere' }, ROOMS)).toThrow(
      new SettingsRefused([
        'JWT_SECRET_FILE is "/nowhere", which cannot be read (ENOENT). Correct the path or the permissions of the file.',
        'ADMIN_PASSWORD_FILE is "/nowhere", which cannot be read (ENOENT). Correct the path or the permissions of the file.',
      ]),
    );
  });
});
