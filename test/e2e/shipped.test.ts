import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const { PATH } = process.env;
interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly scripts?: object;
  readonly devDependencies?: object;
}

interface Lock {
  readonly packages: Readonly<Record<string, Partial<Manifest> & { integrity?: string; optional?: boolean }>>;
}

let folder: string;
let archive: string;
let files: readonly string[];

/** Copies the files that packing reads and changes, because other tests read the manifest meanwhile. */
const copyToPack = (): string => {
  const copy = join(folder, 'copy');
  for (const name of [
    'package.json',
    'package-lock.json',
    '.npmrc',
    'README.md',
    'LICENSE',
    'desk/package.json',
    'scripts',
    'dist',
  ])
    cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
};

/** Runs a script that `npm pack` runs before or after packing. */
const script = (copy: string, name: string, ...words: readonly string[]): void =>
  void execFileSync(process.execPath, [join(copy, 'scripts', name), ...words], { stdio: 'pipe' });

beforeAll(() => {
  if (process.env['TEST_BUILT'] !== '1') execFileSync(process.execPath, [join(ROOT, 'scripts', 'build.mjs')]);
  folder = mkdtempSync(join(tmpdir(), 'kontor-shipped-'));
  const copy = copyToPack();
  script(copy, 'sbom.mjs');
  script(copy, 'archive.mjs', 'before');
  const output = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: copy,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  script(copy, 'archive.mjs', 'after');
  const [packed] = JSON.parse(output) as [{ filename: string; files: readonly { path: string }[] }];
  archive = join(folder, packed.filename);
  files = packed.files.map(({ path }) => path);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The modules that a compiled file imports or requires, anywhere in it. */
const importsOf = (file: string): readonly string[] =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(/(?<!["'`.\w])(?:require|import)\((["'])([^"'`$]+)\1\)/g)].map(
    ([, , name = '']) => name,
  );

describe('the npm package', () => {
  /** A file of the archive. */
  const packed = (path: string): string =>
    execFileSync('tar', ['-xzOf', archive, `package/${path}`], { encoding: 'utf8', maxBuffer: 1e8 });

  it('contains compiled code and license files, but no maps, declarations, sources or tests', () => {
    const isCode = (path: string): boolean => /^dist\/(?!test\/).*(?<!\.test)\.js$/.test(path);
    const isPage = (path: string): boolean => /^dist\/desk\/assets\/[\w-]+\.(?:js|css)(?:\.br|\.gz)?$/.test(path);
    expect(files.filter((path) => !isCode(path) && !isPage(path) && !path.startsWith('dist/licences/')).sort()).toEqual(
      [
        'LICENSE',
        'README.md',
        'dist/desk/index.html',
        'dist/licences.txt',
        'dist/revision.txt',
        'dist/sbom.cdx.json',
        'npm-shrinkwrap.json',
        'package.json',
      ],
    );
    expect(files).toContain('dist/licences/rxjs/LICENSE.txt');
    expect(packed('LICENSE')).toMatch(/All rights reserved/);
    const { components } = JSON.parse(packed('dist/sbom.cdx.json')) as { components: readonly object[] };
    expect(packed('dist/licences.txt').trim().split('\n')).toHaveLength(components.length);
  });

  it('depends only on packages that are not bundled, each with version and digest', () => {
    const { dependencies, version, scripts, devDependencies } = JSON.parse(packed('package.json')) as Manifest;
    expect(Object.keys(dependencies).sort()).toEqual([
      '@node-rs/argon2',
      'better-sqlite3',
      'dejavu-fonts-ttf',
      'swagger-ui-dist',
    ]);
    expect([scripts, devDependencies]).toEqual([undefined, undefined]);
    const lock = JSON.parse(packed('npm-shrinkwrap.json')) as Lock;
    expect(lock.packages['']).toMatchObject({ version, dependencies });
    const locked = Object.entries(lock.packages).filter(([place]) => place !== '');
    expect(locked.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''))).toEqual([]);
    const installed = locked.filter(([, { optional }]) => !optional);
    expect(installed.length).toBeLessThan(10);
    for (const [place, { version: own }] of installed) {
      const name = place.replace('node_modules/', '');
      if (name in dependencies) expect([name, dependencies[name]]).toEqual([name, own]);
    }
  });

  it('leaves package.json unchanged after packing', () => {
    const copy = join(folder, 'copy');
    expect(readFileSync(join(copy, 'package.json'), 'utf8')).toBe(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(existsSync(join(copy, 'npm-shrinkwrap.json'))).toBe(false);
  });

  it('contains every imported file and no unused one', () => {
    // The browser tests load the files of Desk.
    const shipped = files.filter((path) => path.endsWith('.js') && !path.startsWith('dist/desk/'));
    const asked = shipped.flatMap((file) =>
      importsOf(file)
        .filter((name) => name.startsWith('.'))
        .map((name) => normalize(join(dirname(file), name))),
    );
    const ours = asked.filter((path) => existsSync(join(ROOT, path)));
    expect(ours.filter((path) => !shipped.includes(path))).toEqual([]);
    // These files are not imported, but started as processes.
    const programs = [
      'main',
      'boot/job-worker',
      'cli/kontor',
      'dpp/authoring/adapters/validation/validation-program',
    ].map((name) => `dist/src/${name}.js`);
    expect(shipped.filter((path) => !ours.includes(path)).sort()).toEqual(
      ['dist/libs/database/sqlite/reading-program.js', ...programs].sort(),
    );
  });

  it('imports no package that is bundled', () => {
    const bundled = JSON.parse(readFileSync(join(ROOT, 'dist', 'bundled-packages.json'), 'utf8')) as readonly string[];
    const packages = files
      .filter((path) => path.endsWith('.js'))
      .flatMap(importsOf)
      .filter((name) => !name.startsWith('.') && !name.startsWith('node:') && !builtinModules.includes(name))
      .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
    expect(packages).toEqual(expect.arrayContaining(['better-sqlite3', '@node-rs/argon2']));
    expect([...new Set(packages)].filter((name) => bundled.includes(name))).toEqual([]);
  });

  it('is built with source maps that name the source files', () => {
    const { sources } = JSON.parse(readFileSync(join(ROOT, 'dist', 'kontor.js.map'), 'utf8')) as {
      readonly sources: readonly string[];
    };
    expect(sources).toContain('../src/boot/server.ts');
  });
});

describe('the application in the image', () => {
  const tree = (): string => {
    const app = join(folder, 'app');
    if (!existsSync(app)) execFileSync(process.execPath, [join(ROOT, 'scripts', 'image-tree.mjs'), app]);
    return app;
  };
  const paths = (): readonly string[] =>
    readdirSync(tree(), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(tree().length + 1));

  it('contains no TypeScript, maps, declarations or foreign binaries, and only unbundled packages', () => {
    const foreign = /(?:\.map|\.[cm]?ts|\.[ch]pp)$|@types|(?:^|\/)(?:typescript|node)\/bin/;
    expect(paths().filter((path) => foreign.test(path))).toEqual([]);
    expect(paths().filter((path) => path.endsWith('.node'))).toHaveLength(2);
    const packages = new Set(paths().map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]));
    expect([...packages].filter((name) => name !== undefined).sort()).toEqual([
      '@node-rs/argon2',
      `@node-rs/argon2-${process.platform}-${process.arch}-gnu`,
      'better-sqlite3',
      'dejavu-fonts-ttf',
      'swagger-ui-dist',
    ]);
  });

  it('is at most 80 MB', () => {
    const bytes = paths().reduce((sum, path) => sum + statSync(join(tree(), path)).size, 0);
    expect(bytes).toBeGreaterThan(10e6);
    expect(bytes).toBeLessThan(80e6);
  });

  it('runs on its own, and can draw images and hash passwords', () => {
    const program = `
      const { createRequire } = require('node:module');
      const own = createRequire(${JSON.stringify(join(tree(), 'dist', 'kontor.js'))});
      own.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
      require('node:fs').readFileSync(own('swagger-ui-dist/absolute-path.js')() + '/swagger-ui-bundle.js');
      new (own('better-sqlite3'))(':memory:').close();
      own('@node-rs/argon2').hashSync('x');
      for (const name of ${JSON.stringify(readdirSync(join(ROOT, 'dist', 'packages')).filter((name) => name.endsWith('.js')))})
        own('./packages/' + name);
      const font = own.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
      if (!own('./packages/fontkit.js').openSync(font).hasGlyphForCodePoint(0x41)) throw new Error('no A');
      const Document = own('./packages/pdfkit.js').default;
      new Document({ font }).text('A').end();
      own('./packages/bwip-js-node.js').default.toBuffer({ bcid: 'datamatrix', text: 'A' });`;
    execFileSync(process.execPath, ['-e', program], { stdio: 'pipe' });
    const kontor = join(tree(), 'dist', 'src', 'cli', 'kontor.js');
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string };
    const revision = readFileSync(join(ROOT, 'dist', 'revision.txt'), 'utf8').trim();
    expect(revision).toMatch(/^([0-9a-f]{40}|unknown)$/);
    expect(execFileSync(process.execPath, [kontor, '--version'], { encoding: 'utf8' })).toBe(
      `${version} (revision ${revision})\n`,
    );
  });
});

describe('the process that checks passports', () => {
  it('reports that it is ready after it has read linked data', async () => {
    const start = { publicBaseUrl: 'https://example.com', parentPid: process.pid, answerMs: 1000 };
    const child = fork(
      join(ROOT, 'dist/src/dpp/authoring/adapters/validation/validation-program.js'),
      [JSON.stringify(start)],
      {
        execArgv: [],
      },
    );
    try {
      expect(await once(child, 'message')).toEqual([{ ready: true }, undefined]);
    } finally {
      child.kill('SIGKILL');
    }
  });
});

describe('npm install --global', () => {
  let server: ChildProcess | undefined;
  afterEach(() => server?.kill('SIGKILL'));

  it('installs a kontor command that serves requests, reports its health and stops', async () => {
    const prefix = join(folder, 'installed');
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
    execFileSync('npm', ['install', '--global', '--prefix', prefix, ...options, archive], { stdio: 'pipe' });
    const packages = readdirSync(join(prefix, 'lib', 'node_modules', 'kontor', 'node_modules'), { recursive: true });
    expect(packages.filter((path) => /(?:^|\/)package\.json$/.test(String(path))).length).toBeLessThan(20);
    const kontor = join(prefix, 'bin', 'kontor');
    const settings = { PATH, HOST: '127.0.0.1', DRAIN_S: '0' };
    const child = spawn(kontor, ['serve'], { cwd: folder, env: { ...settings, PORT: '0' }, stdio: 'pipe' });
    server = child;
    let log = '';
    const port = await new Promise<string>((resolve, reject) => {
      child.on('exit', () => reject(new Error(log)));
      child.stderr.on('data', (text) => (log += String(text)));
      child.stdout.on('data', (text) => {
        log += String(text);
        const found = /"port":(\d+).*"msg":"listening"/.exec(log)?.[1];
        if (found !== undefined) resolve(found);
      });
    });
    const asked = execFileSync(kontor, ['health', '--ready'], { encoding: 'utf8', env: { ...settings, PORT: port } });
    expect(asked).toContain('"status":"ok"');
    // The files of this page are in a separate package.
    expect((await fetch(`http://127.0.0.1:${port}/swagger/swagger-ui-bundle.js`)).status).toBe(200);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});
