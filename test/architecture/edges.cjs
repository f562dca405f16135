/** The tables "Edges" of the architecture page, as data: .dependency-cruiser.cjs makes its rules from them. */

/** Room: the other rooms whose front door (index.ts) it may use. */
const rooms = {
  access: [],
  commerce: ['access'],
  'customer-documents': ['commerce'],
  'pricing-customer': ['commerce'],
  'pricing-list': ['commerce'],
  'pricing-category': ['commerce'],
  'pricing-matrix': ['commerce'],
  'pricing-calc': ['commerce', 'import-export'],
  dpp: ['commerce'],
  'import-export': ['commerce'],
  desk: ['access'],
  jobs: [],
  audit: [],
  webhooks: ['access', 'audit', 'commerce'],
  // Its folder follows: reads the shop platform and stores what it finds.
  'shop-pull': ['commerce'],
};

/**
 * Rooms that have inner rooms, and of each inner room the others whose front doors it may use. An inner room has the
 * layers of a room; what its domain shows to the domains of others stands in `domain/index.ts`, all else in `index.ts`.
 */
const inner = {
  dpp: {
    passport: [],
    templates: ['passport'],
    versions: ['passport', 'templates'],
    registry: ['passport', 'templates', 'versions'],
    authoring: ['passport', 'templates', 'versions', 'registry'],
    runs: ['passport', 'templates', 'versions', 'authoring'],
    labels: ['passport', 'authoring', 'runs'],
    public: ['passport', 'templates', 'versions'],
    readers: ['passport', 'templates', 'versions', 'public'],
  },
};

/** Library: the other libraries it may use. */
const libs = {
  kernel: [],
  records: ['kernel'],
  operations: ['kernel', 'records'],
  pricing: ['kernel'],
  cache: ['kernel'],
  codes: [],
  config: [],
  outbound: ['kernel'],
  oauth1: ['kernel'],
  database: ['kernel', 'records', 'operations'],
  web: ['kernel', 'records', 'operations'],
  calls: ['kernel', 'records', 'operations', 'web'],
  rest: ['kernel', 'records', 'operations', 'web', 'calls'],
  soap: ['kernel', 'records', 'operations', 'web', 'calls'],
  openapi: ['kernel', 'records', 'operations', 'web'],
  jobs: ['kernel', 'records', 'operations', 'web', 'calls', 'rest'],
  manifest: ['kernel', 'records', 'operations', 'config', 'database'],
};

/**
 * Folders of a room or an inner room; what ships is data, read by adapters alone; `desk` holds screens of the staff page,
 * which are no part of the server.
 */
const layers = ['domain', 'ports', 'application', 'adapters', 'migrations', 'shipped', 'desk'];

/** Files at the root of a room. */
const roomFiles = [/^index\.ts$/, /^room\.ts$/, /^settings\.ts$/, /\.module\.ts$/, /\.record\.ts$/];

/** What puts the rooms together and so may import everything: files of src/, and folders beside the rooms. */
const assembly = { files: ['app.module', 'main'], folders: ['boot', 'cli'] };

/** Folders of src/ that are no rooms and know none. */
const apart = ['config'];

module.exports = { rooms, inner, libs, layers, roomFiles, assembly, apart };
