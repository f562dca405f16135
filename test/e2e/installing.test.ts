import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(__dirname, '..', '..');

describe('packages are installed', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'kontor-install-'));
    for (const file of ['package.json', 'package-lock.json', '.npmrc', 'scripts/project.mjs'])
      cpSync(join(ROOT, file), join(home, file));
    mkdirSync(join(home, 'bin'));
    // Records how it is called. `npm ci` deletes the folder first, `npm install` adds to it.
    const npm = join(home, 'bin', 'npm');
    writeFileSync(
      npm,
      `#!/bin/sh
echo "$@" >> calls
[ "$1" = ci ] && rm -rf node_modules
mkdir -p node_modules
case "$*" in *kontor-node*) mkdir -p node_modules/kontor-node;; esac
`,
    );
    chmodSync(npm, 0o755);
  });
  afterEach(() => rmSync(home, { recursive: true }));

  /** Installs a level under a Node that says it is this version. Returns what is printed. */
  const install = (level: string, version = 'v24.21.0'): string => {
    const script = `
      Object.defineProperty(process, 'version', { value: '${version}' });
      const { install } = await import(${JSON.stringify(pathToFileURL(join(home, 'scripts', 'project.mjs')).href)});
      process.exitCode = (await install('${level}')) ? 0 : 1;`;
    return execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${join(home, 'bin')}${delimiter}${process.env['PATH'] ?? ''}` },
    });
  };
  const calls = (): readonly string[] =>
    readFileSync(join(home, 'calls'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.replace(' --no-audit --no-fund --loglevel=error', ''));

  it('what runs and builds: the root package and that of the page, once', () => {
    expect(install('run')).toMatch(/^Packages installed by Node .* in [\d.]+ s\.$/m);
    expect(install('run')).toBe('');
    expect(calls()).toEqual(['ci --include-workspace-root --workspace=kontor-desk']);
  });

  it('a further level adds its workspaces to what is there; a lower one changes nothing', () => {
    install('run');
    install('test');
    expect(install('run')).toBe('');
    expect(install('test')).toBe('');
    install('everything');
    expect(install('bench')).toBe('');
    expect(calls()).toEqual([
      'ci --include-workspace-root --workspace=kontor-desk',
      'install --no-save --include-workspace-root --workspace=kontor-desk --workspace=kontor-test',
      'install --no-save --include-workspace-root --workspace=kontor-desk --workspace=kontor-test --workspace=kontor-test-clients ' +
        '--workspace=kontor-test-browser --workspace=kontor-bench',
    ]);
  });

  it('a Node that Kontor supports only where the machine’s own is too old, and that one is kept', () => {
    install('run', 'v20.20.2');
    expect(install('run')).toBe('');
    install('test');
    rmSync(join(home, 'node_modules', '.kontor-installed'));
    install('run');
    expect(calls()).toEqual([
      'ci --include-workspace-root --workspace=kontor-desk --workspace=kontor-node',
      'install --no-save --include-workspace-root --workspace=kontor-desk --workspace=kontor-node --workspace=kontor-test',
      'ci --include-workspace-root --workspace=kontor-desk --workspace=kontor-node',
    ]);
  });

  it('again where the lock file is another one, or the packages were deleted', () => {
    install('run');
    writeFileSync(join(home, 'package-lock.json'), '{}');
    install('run');
    rmSync(join(home, 'node_modules'), { recursive: true });
    install('run');
    expect(calls()).toHaveLength(3);
    expect(existsSync(join(home, 'node_modules', '.kontor-installed'))).toBe(true);
  });
});
