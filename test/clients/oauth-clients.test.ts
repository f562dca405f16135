import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { emptyDatabase, describeOnDatabases, type TestDatabase } from '../support/databases.js';
import { KontorProcess, runCli } from '../support/process.js';

const SUPPORT = join(__dirname, '..', 'support');
const PYTHON = '/usr/bin/python3';
const PACKAGE = 'python3-requests-oauthlib';
const SKU = 'A/b c+ü';
const RIGHTS = ['_Commerce::manage', '_Commerce::save', '_Commerce::delete'];

const NPM = [
  'magento-api-rest (SHA-1)',
  'magento-api-rest (SHA-256)',
  'magento2-api-wrapper',
  'magento2-rest-client',
  'magento2-js',
  '@adobe/aio-commerce-lib-api',
  'oauth-1.0a',
];

interface Step {
  readonly step: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test that reads a wrong member fails by itself
  readonly answer?: any;
  readonly error?: string;
}

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const ran = async (command: string, args: readonly string[], input: string): Promise<Ended> => {
  const child = spawn(command, args, { stdio: 'pipe' });
  child.stdin.end(input);
  const [[code], out, err] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  return { code: code as number | null, out, err };
};

/** The result of each step. Other output of the client is ignored. */
const stepsOf = ({ out, err }: Ended): Readonly<Record<string, Step>> => {
  const lines = out.split('\n').filter((line) => line.startsWith('@'));
  if (lines.length === 0) throw new Error(`the client did nothing: ${err}${out}`);
  return Object.fromEntries(
    lines.map((line) => {
      const step = JSON.parse(line.slice(1)) as Step;
      return [step.step, step];
    }),
  );
};

describeOnDatabases('clients written for the platform', (kind) => {
  let database: TestDatabase;
  let server: KontorProcess;
  let input: string;

  beforeAll(async () => {
    database = await emptyDatabase(kind);
    const settings = {
      DATABASE_URL: database.url,
      OAUTH_SHA1: '1',
      DRAIN_S: '0',
      ...(kind === 'sqlite'
        ? {}
        : { JWT_SECRET: 'x'.repeat(32), PUBLIC_BASE_URL: 'http://kontor.test', SECRETS_KEY: 'ab'.repeat(32) }),
    };
    server = KontorProcess.start('main', settings);
    const url = await server.url();
    const cli = async (...args: readonly string[]): Promise<string> => {
      const { code, stdout, stderr } = await runCli(settings, args);
      if (code !== 0) throw new Error(stderr);
      return stdout;
    };
    await cli('integration', 'create', '--name', 'ERP', ...RIGHTS.flatMap((right) => ['--resource', right]));
    const printed = await cli('integration', 'oauth', '--name', 'ERP');
    const credentials = Object.fromEntries(
      printed
        .trim()
        .split('\n')
        .map((line) => line.split(' ')),
    ) as object;
    input = JSON.stringify({ url, credentials });
  });
  afterAll(async () => {
    server.signal('SIGTERM');
    await server.exited;
    await database.drop();
  });

  const mustHaveDone = (steps: Readonly<Record<string, Step>>): void => {
    const errors = Object.values(steps).filter(({ error }) => error !== undefined);
    expect(errors).toEqual([]);
    const { write, read, search, change, store, remove } = steps;
    expect(write?.answer).toMatchObject({ sku: SKU, name: 'A drill' });
    expect(read?.answer).toMatchObject({ sku: SKU, name: 'A drill' });
    expect(search?.answer.items).toMatchObject([{ sku: SKU }]);
    expect(change?.answer).toMatchObject({ sku: SKU, name: 'Another' });
    expect(store?.answer).toMatchObject({ sku: SKU, name: 'Another' });
    expect(remove?.answer).toBe(true);
  };

  it.each(NPM)('%s reads, searches, writes and deletes', async (client) => {
    const ended = await ran(process.execPath, [join(SUPPORT, 'oauth-clients.cjs'), client], input);
    const steps = stepsOf(ended);
    mustHaveDone(steps);
    if (steps['everything']) expect(steps['everything'].answer.total_count).toBeGreaterThan(0);
  });

  it('magento-api-rest sends asynchronous calls, single and bulk, and reads their status', async () => {
    const args = [join(SUPPORT, 'oauth-clients.cjs'), 'magento-api-rest (async)'];
    const { write, settled, change, read, one, remove, ...others } = stepsOf(await ran(process.execPath, args, input));
    expect(others).toEqual({});
    const items = write?.answer.request_items as readonly { readonly status: string }[];
    expect(items.map(({ status }) => status)).toEqual(['accepted', 'accepted', 'accepted', 'rejected']);
    const statuses = (step?: Step): readonly number[] =>
      (step?.answer.operations_list as readonly { readonly status: number }[]).map(({ status }) => status);
    expect([settled, change, one, remove].map(statuses)).toEqual([[1, 1, 1, 5], [1, 1, 1], [1], [1]]);
    expect(settled?.answer).toMatchObject({ user_type: 1, bulk_id: write?.answer.bulk_uuid, operation_count: 4 });
    expect(read?.answer).toMatchObject({ sku: 'later-2', name: 'Another' });
  });

  it(`${PACKAGE} reads, searches, writes and deletes`, async () => {
    const installed = await ran(PYTHON, ['-c', 'import requests_oauthlib'], '').catch(() => undefined);
    if (installed?.code !== 0)
      throw new Error(`The Debian package ${PACKAGE} isn't installed: apt-get install ${PACKAGE}`);
    mustHaveDone(stepsOf(await ran(PYTHON, [join(SUPPORT, 'oauth-client.py')], input)));
  });
});
