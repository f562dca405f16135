import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import { Webhook } from 'standardwebhooks';
import { migratedDatabase } from '../support/databases.js';
import { KontorProcess, runCli } from '../support/process.js';

const ROOT = join(__dirname, '..', '..');
const CLIENT = join(ROOT, 'clients', 'typescript');
const run = promisify(execFile);
const node = (args: readonly string[], cwd: string) =>
  run(process.execPath, args, { cwd, maxBuffer: 16 * 1024 * 1024 }).catch(
    ({ stdout, stderr, message }: { stdout: string; stderr: string; message: string }) => {
      throw new Error(`${message}\n${stdout}\n${stderr}`);
    },
  );

const ADMIN = { username: 'ada', password: 'correct horse battery staple' };
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** Packs the client as its author would, and returns the path of the file. */
const packed = async (folder: string): Promise<string> => {
  const source = join(folder, 'source');
  for (const part of ['package.json', 'README.md', 'tsconfig.json', 'src', 'scripts'])
    await cp(join(CLIENT, part), join(source, part), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: source,
    env: { ...process.env, npm_config_update_notifier: 'false', npm_config_cache: join(folder, 'cache') },
  });
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ readonly filename: string }];
  return join(folder, filename);
};

/** Installs a packed file, with its one dependency. */
const install = async (file: string, folder: string): Promise<void> => {
  const own = join(folder, 'node_modules', 'kontor-client');
  await mkdir(join(own, 'node_modules'), { recursive: true });
  await run('tar', ['-xzf', file, '--strip-components=1', '-C', own]);
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    await symlink(join(ROOT, 'node_modules', name), join(own, 'node_modules', name));
};

describe('the TypeScript client package', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kontor-client-'));
    await mkdir(join(folder, 'author'));
    await install(await packed(join(folder, 'author')), folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('has the types that are generated from the current OpenAPI document', async () => {
    const made = join(folder, 'generated');
    await mkdir(made);
    const { code, stdout } = await runCli({ DATABASE_URL: 'sqlite:/nowhere/at/all.sqlite' }, ['openapi']);
    expect(code).toBe(0);
    await writeFile(join(folder, 'openapi.json'), stdout);
    await node([join(CLIENT, 'scripts', 'generate.mjs'), join(folder, 'openapi.json'), made], CLIENT);
    for (const file of ['schema.ts', 'known.ts']) {
      const [found, expected] = await Promise.all([
        readFile(join(CLIENT, 'src', 'generated', file), 'utf8'),
        readFile(join(made, file), 'utf8'),
      ]);
      if (found !== expected) throw new Error(`clients/typescript/src/generated/${file} is not what generate makes`);
    }
  });

  it('is less than 12 KB compressed, its dependency included', () => {
    const { outputFiles } = buildSync({
      entryPoints: [join(CLIENT, 'src', 'index.ts')],
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'neutral',
      write: false,
    });
    const bytes = Buffer.concat(outputFiles.map(({ contents }) => contents));
    expect(gzipSync(bytes, { level: 9 }).length).toBeLessThan(12 * 1024);
  });

  it('has one dependency at run time', async () => {
    const { dependencies } = JSON.parse(await readFile(join(CLIENT, 'package.json'), 'utf8')) as {
      dependencies: object;
    };
    const { dependencies: tested } = JSON.parse(
      await readFile(join(ROOT, 'test', 'support', 'package.json'), 'utf8'),
    ) as {
      dependencies: Readonly<Record<string, string>>;
    };
    expect(dependencies).toEqual({ 'openapi-fetch': tested['openapi-fetch'] });
  });

  it('contains only the files that it needs', async () => {
    const own = join(folder, 'node_modules', 'kontor-client');
    expect((await readdir(own)).sort()).toEqual(['README.md', 'dist', 'node_modules', 'package.json']);
    for (const form of ['esm', 'cjs'])
      expect(await readdir(join(own, 'dist', form))).toEqual(expect.arrayContaining(['index.js', 'index.d.ts']));
  });

  it('can be loaded as an ES module and as CommonJS', async () => {
    await writeFile(
      join(folder, 'a.mjs'),
      "import { Kontor } from 'kontor-client'; new Kontor({ baseUrl: 'http://x' });",
    );
    await writeFile(
      join(folder, 'a.cjs'),
      "const { Kontor } = require('kontor-client'); new Kontor({ baseUrl: 'http://x' });",
    );
    await node(['a.mjs'], folder);
    await node(['a.cjs'], folder);
  });

  it('runs the examples of its README against a server', async () => {
    const database = await migratedDatabase('sqlite');
    const server = KontorProcess.start('main', {
      DATABASE_URL: database.url,
      JWT_SECRET: 'a secret of the tests, long enough',
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      DRAIN_S: '0',
    });
    try {
      const url = await server.url();
      const readme = await readFile(join(CLIENT, 'README.md'), 'utf8');
      // Blocks of other languages would not be tested.
      expect(readme.match(/^```(?!ts$|sh$|$).*/gm)).toBeNull();
      const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
      const [id, at, body] = ['msg_1', new Date(), '{"type":"sample"}'];
      const delivery = {
        body,
        headers: {
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
          'webhook-signature': new Webhook(SECRET).sign(id, at, body),
        },
      };
      const before = `declare const console: { log(...values: readonly unknown[]): void };\nconst delivery = ${JSON.stringify(delivery)};\n`;
      const code = before + blocks.join('\n').replace('https://prices.example', url);
      await writeFile(join(folder, 'readme.mts'), `export {};\n${code}`);
      const compilerOptions = {
        strict: true,
        target: 'ES2022',
        module: 'nodenext',
        lib: ['ES2022', 'DOM', 'DOM.Iterable'],
        types: [],
        exactOptionalPropertyTypes: true,
      };
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['readme.mts'] }));
      await node([join(ROOT, 'node_modules', 'typescript-7', 'bin', 'tsc'), '-p', folder], folder);
      const { stdout } = await node(['readme.mjs'], folder);
      const expected = blocks
        .join('\n')
        .split('\n')
        .flatMap((line) => (line.includes(' // ') ? [line.slice(line.indexOf(' // ') + 4)] : []))
        .flatMap((text) => (text === '1000 2000 2500' ? text.split(' ') : [text]));
      expect(stdout.trim().split('\n')).toEqual(expected);
    } finally {
      server.signal('SIGTERM');
      await server.exited;
      await database.drop();
    }
  });
});
