import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const textIn = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8');
const versionIn = (folder: string, file: string): string =>
  (JSON.parse(textIn(folder, file)) as { readonly version: string }).version;

/** Where the version is repeated. */
const REPEATED: Readonly<Record<string, (version: string) => string>> = {
  'package-lock.json': (version) => `"version": "${version}"`,
  'deploy/chart/Chart.yaml': (version) => `version: ${version}\nappVersion: ${version}\n`,
  'deploy/Dockerfile': (version) => `ARG VERSION=${version}\n`,
  'clients/typescript/package.json': (version) => `"version": "${version}"`,
  'clients/typescript/README.md': (version) => `kontor-client-${version}.tgz`,
  'CHANGELOG.md': (version) => `\n## [${version}] - `,
};

describe('the version', () => {
  it('is the same in every file that repeats it', () => {
    const version = versionIn(ROOT, 'package.json');
    expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    for (const [file, text] of Object.entries(REPEATED)) expect(textIn(ROOT, file)).toContain(text(version));
  });

  it('is updated in every file by `npm version`', () => {
    const copy = mkdtempSync(join(tmpdir(), 'kontor-version-'));
    try {
      for (const file of [...Object.keys(REPEATED), 'package.json', 'scripts/version.mjs', 'scripts/project.mjs'])
        cpSync(join(ROOT, file), join(copy, file));
      // The copy has no workspaces.
      const { workspaces: _workspaces, ...manifest } = JSON.parse(textIn(copy, 'package.json')) as Record<
        string,
        unknown
      >;
      writeFileSync(join(copy, 'package.json'), JSON.stringify(manifest, null, 2));
      const git = (...words: readonly string[]): string =>
        execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...words], { cwd: copy, encoding: 'utf8' });
      git('init', '--quiet');
      git('add', '.');
      git('commit', '--quiet', '--message', 'before');
      const env = {
        ...process.env,
        GIT_AUTHOR_NAME: 't',
        GIT_AUTHOR_EMAIL: 't@t',
        GIT_COMMITTER_NAME: 't',
        GIT_COMMITTER_EMAIL: 't@t',
      };
      execFileSync('npm', ['version', '9.8.7-rc.1'], { cwd: copy, env, stdio: 'pipe' });
      for (const [file, text] of Object.entries(REPEATED)) expect(textIn(copy, file)).toContain(text('9.8.7-rc.1'));
      expect(textIn(copy, 'CHANGELOG.md')).toMatch(/## \[Unreleased\]\n\n## \[9\.8\.7-rc\.1\] - \d{4}-\d{2}-\d{2}\n/);
      expect(git('tag').trim()).toBe('v9.8.7-rc.1');
      expect(git('status', '--porcelain')).toBe('');
    } finally {
      rmSync(copy, { recursive: true });
    }
  });
});
