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
    // It notes that it was asked, and makes the folder anew, as `npm ci` does.
    const npm = join(home, 'bin', 'npm');
    writeFileSync(npm, '#!/bin/sh\necho "$@" >> asked\nrm -rf node_modules && mkdir node_modules\n');
    chmodSync(npm, 0o755);
  });
  afterEach(() => rmSync(home, { recursive: true }));

  /** What quickstart asks for, under a Node that says to be this one. */
  const install = (version: string): string => {
    const script = `
      Object.defineProperty(process, 'version', { value: '${version}' });
      const { install } = await import(${JSON.stringify(pathToFileURL(join(home, 'scripts', 'project.mjs')).href)});
      process.exitCode = (await install({ ifNeeded: true })) ? 0 : 1;`;
    return execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${join(home, 'bin')}${delimiter}${process.env['PATH'] ?? ''}` },
    });
  };
  const timesAsked = (): number => readFileSync(join(home, 'asked'), 'utf8').trim().split('\n').length;

  it('once, though npm runs the machine’s Node first and the project’s own from then on', () => {
    expect(install('v20.20.2')).toMatch(/ installs\.$/m);
    expect(install('v24.21.0')).toBe('');
    expect(timesAsked()).toBe(1);
  });

  it('again where the lock file is another, or they were taken away', () => {
    install('v24.21.0');
    writeFileSync(join(home, 'package-lock.json'), '{}');
    install('v24.21.0');
    expect(timesAsked()).toBe(2);
    rmSync(join(home, 'node_modules'), { recursive: true });
    install('v24.21.0');
    expect(timesAsked()).toBe(3);
    expect(existsSync(join(home, 'node_modules', '.kontor-installed'))).toBe(true);
  });
});
