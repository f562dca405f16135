import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ManageAccounts } from '../../src/access/index.js';
import { startApp, type TestApp } from '../support/app.js';

const BIN = join(__dirname, '..', '..', 'node_modules', '.bin');
const run = promisify(execFile);

interface Request {
  readonly method: string;
  readonly url: { readonly path: readonly string[] };
  readonly header: readonly { readonly key: string; readonly value: string; readonly disabled?: boolean }[];
  readonly body?: { readonly raw: string };
}

interface Folder {
  readonly name: string;
  readonly item?: readonly Folder[];
  readonly request?: Request;
}

interface Collection extends Folder {
  readonly variable: readonly { readonly key: string; readonly value: string }[];
}

interface Converted {
  readonly result: boolean;
  readonly reason?: string;
  readonly output: readonly [{ readonly data: Collection }];
}

interface Converter {
  convertV2(
    input: { readonly type: 'string'; readonly data: string },
    options: object,
    done: (error: Error | null, converted: Converted) => void,
  ): void;
}

const first = ({ item = [], request }: Folder): Request | undefined => request ?? (item[0] && first(item[0]));

/** Checks our document with OpenAPI tools (wire.md, "7. API description"). */
describe('the OpenAPI document', () => {
  let app: TestApp;
  let folder: string;
  let text: string;
  const tool = async (name: string, ...args: readonly string[]): Promise<string> => {
    const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', CI: '1', NO_COLOR: '1' };
    const options = { cwd: folder, env: environment, maxBuffer: 64 * 1024 * 1024 };
    return run(process.execPath, [join(BIN, name), ...args], options).then(
      ({ stdout, stderr }) => stdout + stderr,
      ({ stdout, stderr }: { stdout: string; stderr: string }) => {
        throw new Error(`${name}: ${stdout}${stderr}`);
      },
    );
  };

  beforeAll(async () => {
    app = await startApp();
    folder = await mkdtemp(join(tmpdir(), 'kontor-openapi-'));
    text = JSON.stringify((await app.call('GET', '/rest/schema')).body);
    await writeFile(join(folder, 'openapi.json'), text);
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('has no errors in Redocly', async () => {
    const report = await tool('redocly', 'lint', 'openapi.json', '--format=json');
    const { totals, problems } = JSON.parse(report.slice(report.indexOf('{'), report.lastIndexOf('}') + 1)) as {
      totals: { errors: number };
      problems: readonly { ruleId: string }[];
    };
    expect(totals.errors).toBe(0);
    // This interface has always had paths such as /a/{id} and /a/search.
    expect([...new Set(problems.map(({ ruleId }) => ruleId))]).toEqual(['no-ambiguous-paths']);
  }, 60_000);

  it('has no errors in Spectral', async () => {
    await writeFile(join(folder, '.spectral.json'), '{"extends":["spectral:oas"]}');
    const report = await tool('spectral', 'lint', 'openapi.json', '-r', '.spectral.json', '-f', 'json').catch(
      ({ message }: Error) => message,
    );
    const problems = JSON.parse(report.slice(report.indexOf('['), report.lastIndexOf(']') + 1)) as {
      severity: number;
      path: string[];
    }[];
    // It mistakes objects inside an example for parts of the document if they have members of the same names.
    const isInExample = ({ path }: { path: string[] }): boolean =>
      path.slice(0, -1).some((name) => name === 'example' || name === 'examples');
    expect(problems.filter((problem) => problem.severity === 0 && !isInExample(problem))).toEqual([]);
  }, 600_000);

  it('has no errors in swagger-parser', async () => {
    const script =
      "import('@apidevtools/swagger-parser').then(({ default: parser }) => parser.validate(process.argv[1])).then(() => console.log('valid'))";
    const { stdout } = await run(process.execPath, ['-e', script, join(folder, 'openapi.json')], {
      cwd: join(__dirname, '..', '..'),
    });
    expect(stdout.trim()).toBe('valid');
  }, 60_000);

  it('generates clients that compile in strict mode: openapi-typescript, hey-api, orval', async () => {
    await tool('openapi-typescript', 'openapi.json', '-o', 'types.d.ts');
    await tool('openapi-ts', '-i', 'openapi.json', '-o', 'hey');
    const orval = { target: './orval/api.ts', client: 'fetch', mode: 'single' };
    const config = { kontor: { input: { target: './openapi.json' }, output: orval } };
    await writeFile(join(folder, 'orval.config.mjs'), `export default ${JSON.stringify(config)};\n`);
    await tool('orval', '--config', 'orval.config.mjs');
    const use = `import type { operations } from './types.js';
      import { integrationAdminTokenServiceV1CreateAdminAccessToken as sign } from './hey/index.js';
      import { pricingCalculatedPriceV1GetFinalPrice as price } from './orval/api.js';
      type Found = operations['pricingCustomerPriceRepositoryV1GetList']['responses'][200]['content']['application/json'];
      export const total = ({ total_count }: Found): number => total_count;
      export const token = async (): Promise<string> =>
        (await sign({ body: { username: 'ada', password: 'x' }, throwOnError: true })).data;
      export const asked = () => price({ sku: 'A1', qty: 5 });\n`;
    await writeFile(join(folder, 'use.ts'), use);
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'ES2022',
      module: 'ESNext',
      moduleResolution: 'bundler',
      lib: ['ES2022', 'DOM', 'DOM.Iterable'],
      types: [],
    };
    const files = ['use.ts', 'types.d.ts', 'hey/index.ts', 'orval/api.ts'];
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    expect(await tool('tsc', '-p', 'tsconfig.json')).toBe('');
  }, 180_000);

  it('converts to a Postman collection by module, whose first request works', async () => {
    // The package has no types.
    const converter = jest.requireActual<Converter>('openapi-to-postmanv2');
    const options = { folderStrategy: 'Tags', parametersResolution: 'Example', enableOptionalParameters: false };
    const { result, reason, output } = await new Promise<Converted>((resolve, reject) => {
      converter.convertV2({ type: 'string', data: text }, options, (error, converted) =>
        error ? reject(error) : resolve(converted),
      );
    });
    expect([result, reason]).toEqual([true, undefined]);
    const [{ data }] = output;
    const document = JSON.parse(text) as { tags: { name: string }[] };
    expect((data.item ?? []).map(({ name }) => name)).toEqual(document.tags.map(({ name }) => name));
    expect(data.variable).toContainEqual(expect.objectContaining({ key: 'baseUrl', value: 'http://kontor.test/rest' }));
    const request = first(data);
    if (!request?.body) throw new Error('the first request sends nothing');
    const account = JSON.parse(request.body.raw) as { username: string; password: string };
    await app.get<ManageAccounts>(ManageAccounts).createAdmin(account);
    const response = await fetch(`${app.url}/rest/${request.url.path.join('/')}`, {
      method: request.method,
      headers: Object.fromEntries(
        request.header.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, value]),
      ),
      body: request.body.raw,
    });
    expect([response.status, await response.json()]).toEqual([200, expect.stringMatching(/^\S+\.\S+\.\S+$/)]);
  }, 600_000);
});
