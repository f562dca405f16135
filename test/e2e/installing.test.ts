import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(__dirname, '..', '..');

describe('package installation', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'kontor-install-'));
    for (const file of ['package.json', 'package-lock.json', '.npmrc', 'scripts/project.mjs'])
      cpSync(join(ROOT, file), join(home, file));
    mkdirSync(join(home, 'bin'));
    // Records its arguments. Like npm, `ci` deletes the folder first and `install` adds to it.
    const npm = join(home, 'bin', 'npm');
    writeFileSync(
      npm,
      `#!/bin/sh
echo "$@" >> calls
[ "$1" = ci ] && rm -rf node_modules
mkdir -p node_modules
[ "$1" = pack ] && cp archive.tgz "$4"
exit 0
`,
    );
    chmodSync(npm, 0o755);
  });
  afterEach(() => rmSync(home, { recursive: true }));

  /** Installs a level with a Node that reports this version. Returns the output. */
  const install = (level: string, version = 'v24.21.0'): string => {
    const script = `
      Object.defineProperty(process, 'version', { value: '${version}' });
      const { install } = await import(${JSON.stringify(pathToFileURL(join(home, 'scripts', 'project.mjs')).href)});
      process.exitCode = (await install('${level}')) ? 0 : 1;`;
    return execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      stdio: 'pipe',
      env: { ...process.env, PATH: `${join(home, 'bin')}${delimiter}${process.env['PATH'] ?? ''}` },
    });
  };
  const calls = (): readonly string[] =>
    readFileSync(join(home, 'calls'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.replace(' --no-audit --no-fund --loglevel=error', ''));

  it('at level run installs the root and desk packages once', () => {
    expect(install('run')).toMatch(/^Packages installed by Node .* in [\d.]+ s\.$/m);
    expect(install('run')).toBe('');
    expect(calls()).toEqual(['ci --include-workspace-root --workspace=kontor-desk']);
  });

  it('adds the workspaces of a higher level, and changes nothing for a lower one', () => {
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

  describe('with an unsupported Node', () => {
    /** Creates the archive that npm downloads and sets its expected digest. */
    const archive = (digest?: string): void => {
      mkdirSync(join(home, 'package', 'bin'), { recursive: true });
      writeFileSync(join(home, 'package', 'bin', 'node'), '#!/bin/sh\necho v24.21.0\n', { mode: 0o755 });
      writeFileSync(join(home, 'package', 'LICENSE'), 'MIT');
      execFileSync('tar', ['-czf', 'archive.tgz', 'package'], { cwd: home });
      const known =
        digest ??
        createHash('sha512')
          .update(readFileSync(join(home, 'archive.tgz')))
          .digest('base64');
      const script = join(home, 'scripts', 'project.mjs');
      writeFileSync(script, readFileSync(script, 'utf8').replace(/'[\w+/]{86}=='/g, `'${known}'`));
    };
    const pack = `pack node-linux-${process.arch}@24.21.0`;
    const callsOf = (): readonly string[] => calls().map((line) => line.replace(/ --pack-destination .*/, ''));
    const run = (): string => execFileSync(join(home, 'node_modules', '.bin', 'node'), { encoding: 'utf8' });

    it('installs a supported one, and keeps it', () => {
      archive();
      install('run', 'v20.20.2');
      expect(run()).toBe('v24.21.0\n');
      expect(install('run')).toBe('');
      install('test');
      expect(callsOf().toSorted()).toEqual([
        'ci --include-workspace-root --workspace=kontor-desk',
        'install --no-save --include-workspace-root --workspace=kontor-desk --workspace=kontor-test',
        pack,
      ]);
      rmSync(join(home, 'node_modules', '.kontor-installed'));
      install('run');
      expect(callsOf().slice(3).toSorted()).toEqual(['ci --include-workspace-root --workspace=kontor-desk', pack]);
      expect(run()).toBe('v24.21.0\n');
    });

    it('fails if the archive has another digest or the download fails', () => {
      archive('A'.repeat(86) + '==');
      expect(() => install('run', 'v20.20.2')).toThrow(/its SHA-512 is not the expected one/);
      expect(existsSync(join(home, 'node_modules', '.node'))).toBe(false);
      rmSync(join(home, 'archive.tgz'));
      expect(() => install('run', 'v20.20.2')).toThrow(/could not be downloaded/);
      expect(existsSync(join(home, 'node_modules', '.kontor-installed'))).toBe(false);
    });
  });

  it('runs again if the lock file changed or the packages were deleted', () => {
    install('run');
    writeFileSync(join(home, 'package-lock.json'), '{}');
    install('run');
    rmSync(join(home, 'node_modules'), { recursive: true });
    install('run');
    expect(calls()).toHaveLength(3);
    expect(existsSync(join(home, 'node_modules', '.kontor-installed'))).toBe(true);
  });
});
