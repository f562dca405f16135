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
  'pricing-calc': ['commerce'],
  dpp: ['commerce'],
  'import-export': [
    'commerce',
    'customer-documents',
    'pricing-customer',
    'pricing-list',
    'pricing-category',
    'pricing-matrix',
  ],
};

/** Library: the other libraries it may use. */
const libs = {
  kernel: [],
  records: ['kernel'],
  pricing: ['kernel'],
  webapi: ['kernel', 'records', 'pricing'],
  persistence: ['kernel', 'records', 'pricing'],
};

/** Folders of a room; templates are data, read by adapters alone. */
const layers = ['domain', 'ports', 'application', 'adapters', 'templates'];

/** Files at the root of a room. */
const roomFiles = [/^index\.ts$/, /\.module\.ts$/, /\.record\.ts$/];

/** Files of src/ that put the rooms together and so may import everything. */
const assembly = ['app.module', 'main', 'cli', 'cli-[a-z]+'];

module.exports = { rooms, libs, layers, roomFiles, assembly };
