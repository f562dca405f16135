// Which test files belong to which module. Unit tests are next to their sources, contract tests name the sources that they
// import; end-to-end tests run the whole application, so this table says which modules each of them is about.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from './project.mjs';

/** Beginnings of the names of end-to-end tests, by module or library. */
const END_TO_END = {
  access: ['access-', 'oauth', 'security-', 'wire-rights'],
  audit: ['audit-', 'customer-data'],
  boot: ['health', 'running', 'shutdown', 'starting', 'traces', 'metrics', 'server-timing', 'shipped', 'installing'],
  cli: ['health-command', 'running-commands', 'pricing-lint-command', 'running-process'],
  commerce: ['commerce-'],
  config: ['access-settings', 'starting', 'running-faults'],
  'customer-documents': ['documents-', 'demo-documents', 'export-documents'],
  desk: ['desk-'],
  dpp: ['dpp-'],
  'import-export': ['import', 'export'],
  jobs: ['jobs'],
  'pricing-calc': ['pricing-', 'demo-prices'],
  'pricing-category': ['pricing-category', 'pricing-quotes'],
  'pricing-customer': ['pricing-records', 'pricing-quotes', 'bulk.'],
  'pricing-list': ['pricing-records', 'pricing-quotes', 'bulk-lists'],
  'pricing-matrix': ['pricing-matrix', 'pricing-quotes'],
  webhooks: ['webhook', 'typescript-client-webhooks'],
  cache: ['pricing-changes', 'pricing-explain-memory'],
  calls: ['heavy-calls', 'idempotency', 'wire-'],
  codes: ['dpp-qr', 'dpp-labels'],
  database: ['running-faults', 'writer-hold', 'deadlines', 'hostile-searches'],
  kernel: ['wire-answers', 'pricing-quotes'],
  manifest: ['added-room'],
  oauth1: ['oauth'],
  openapi: ['openapi-', 'wire-documentation', 'typescript-client'],
  operations: ['wire-', 'bulk'],
  outbound: ['webhook', 'oauth-endpoints', 'access-settings'],
  pricing: ['pricing-quotes', 'pricing-explain'],
  records: ['wire-', 'bulk', 'search-budget'],
  rest: ['wire-', 'idempotency'],
  soap: ['soap-'],
  web: ['wire-', 'request-limits', 'heavy-calls'],
};

/**
 * End-to-end tests that `npm test` also runs on MariaDB: what depends on locks, plans, transactions and types of the
 * database. The others, and the conformance suites, run there with `npm run verify:all`. Contracts run on both always.
 */
const ON_MARIADB = [
  ...[
    'audit-trail',
    'bulk',
    'bulk-lists',
    'bulk-removal',
    'bulk-replace',
    'bulk-repeated',
    'bulk-stops',
    'commerce-batches',
    'commerce-ports',
  ],
  ...[
    'deadlines',
    'documents-plans',
    'documents-races',
    'dpp-documents',
    'dpp-plans',
    'dpp-runs',
    'dpp-upgraded',
    'export-round-trip',
    'hostile-searches',
  ],
  ...[
    'idempotency',
    'import-wholesale',
    'jobs',
    'jobs-groups',
    'jobs-leases',
    'jobs-once',
    'jobs-turns',
    'oauth-processes',
  ],
  ...[
    'pricing-bulk',
    'pricing-category-plans',
    'pricing-changes',
    'pricing-matrix-plans',
    'pricing-plans',
    'pricing-quotes',
  ],
  ...[
    'pricing-records',
    'running-faults',
    'running-silence',
    'running-stopped',
    'search-budget',
    'webhook-owners',
    'webhooks',
  ],
  ...['wire-instants', 'wire-long-text', 'wire-statuses'],
];

/** Whether `npm test` runs a test file on MariaDB too. */
export const isOnMariadb = (file) =>
  file.startsWith('test/contracts/') || ON_MARIADB.some((name) => file === `test/e2e/${name}.test.ts`);

/** The names of the list, for its test. */
export const onMariadb = () => ON_MARIADB;

/** The module or library that a file of src/ or libs/ is part of. */
export const moduleOf = (file) => /^(?:src|libs)\/([^/.]+)\//.exec(file)?.[1];

const text = (file) => readFileSync(join(root, file), 'utf8');

/** The test files of one module: its unit tests, contract tests that import it, and end-to-end tests from the table. */
export const testsOfModule = (name, all) =>
  all.filter((file) => moduleOf(file) === name || testsOfModules([name], [file]).length > 0);

/** The same without unit tests. */
export const testsOfModules = (names, all) =>
  all.filter((file) => {
    if (file.startsWith('test/contracts/'))
      return names.some((name) => new RegExp(`from '[./]*/(?:src|libs)/${name}/`).test(text(file)));
    if (!file.startsWith('test/e2e/')) return false;
    return names.some((name) => (END_TO_END[name] ?? []).some((beginning) => basename(file).startsWith(beginning)));
  });

/** The modules of the table, for its test. */
export const endToEndModules = () => END_TO_END;

const git = (...args) => {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr.trim());
  return stdout.split('\n').filter((line) => line !== '');
};

/** Files that differ from where this branch left main: committed, changed and new ones. */
export const changedFiles = () => {
  const [base = 'HEAD'] = git('merge-base', 'HEAD', 'main');
  return [...new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')])];
};
