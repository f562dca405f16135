import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { healthAddress } from '../../src/cli/health.js';
import { startApp, type TestApp } from '../support/app.js';
import { type CommandResult, runCli } from '../support/process.js';

const ROOT = join(__dirname, '..', '..');
let folder: string;
let app: TestApp;
/** Not 127.0.0.1, so that a check that ignores HOST fails. */
const HOST = '127.0.0.2';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kontor-health-'));
  app = await startApp({ settings: { HOST } });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const health = (settings: Readonly<Record<string, string>>, ...options: string[]): Promise<CommandResult> =>
  runCli(settings, ['health', ...options]);

describe('kontor health', () => {
  it('uses HOST and PORT, also from PORT_FILE', async () => {
    const file = join(folder, 'port');
    writeFileSync(file, `${app.server.port}\n`);
    expect(await health({ HOST, PORT: '', PORT_FILE: file })).toMatchObject({
      code: 0,
      stdout: '{"status":"ok"}\n',
      stderr: '',
    });
    expect(await health({ HOST, PORT: String(app.server.port) }, '--ready')).toMatchObject({
      code: 0,
      stdout: '{"status":"ok","database":"ok","migrations":"ok"}\n',
    });
  });

  it('exits with 1 if no server responds or a setting is invalid', async () => {
    const { code, stderr } = await health({ HOST: '127.0.0.3', PORT: String(app.server.port) });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^http:\/\/127\.0\.0\.3:\d+\/health\/live: .*ECONNREFUSED/),
    ]);
    expect(await health({ PORT: '0' })).toMatchObject({ code: 1, stderr: expect.stringMatching(/^PORT is 0, /) });
  });

  it('reports a draining server as live but not ready', async () => {
    app.server.drain();
    const settings = { HOST, PORT: String(app.server.port) };
    expect((await health(settings)).code).toBe(0);
    const { code, stderr } = await health(settings, '--ready');
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/\/health\/ready returned 503: \{"status":"draining"\}\n$/),
    ]);
  });

  it('loads no other module of the application, because it runs every few seconds', () => {
    const program = "require('./src/cli/health.ts'); process.stdout.write(JSON.stringify(Object.keys(require.cache)));";
    const hook = join(ROOT, 'test', 'support', 'typescript-hook.cjs');
    const before = spawnSync(
      process.execPath,
      ['-r', hook, '-e', 'process.stdout.write(JSON.stringify(Object.keys(require.cache)))'],
      {
        cwd: ROOT,
        encoding: 'utf8',
      },
    );
    const { stdout } = spawnSync(process.execPath, ['-r', hook, '-e', program], { cwd: ROOT, encoding: 'utf8' });
    const ofHook = new Set(JSON.parse(before.stdout) as readonly string[]);
    // The compiler is loaded only if the two files are not compiled yet.
    const isOfHook = (path: string): boolean => ofHook.has(path) || path.includes(join('node_modules', '@swc'));
    const loaded = (JSON.parse(stdout) as readonly string[]).filter((path) => !isOfHook(path));
    const itsOwn = [join('cli', 'health.ts'), join('config', 'environment.ts')];
    expect(loaded.sort()).toEqual(itsOwn.map((file) => join(ROOT, 'src', file)));
  });
});

describe('the address of the health check', () => {
  it.each([
    [{}, 'http://127.0.0.1:3000/x'],
    [{ HOST: '::', PORT: '80' }, 'http://[::1]:80/x'],
    [{ HOST: 'fd00::2' }, 'http://[fd00::2]:3000/x'],
    [{ HOST: 'kontor.internal', PORT: '' }, 'http://kontor.internal:3000/x'],
  ])('for %j is %s', (environment, url) => {
    expect(healthAddress(environment, '/x')).toEqual({ url });
  });
});
