/*
 * node scripts/last-release.mjs [--look]: builds the previous release from the Git history, with the packages installed
 * here, and prints its folder. An existing build is reused. With --look it prints the commit and builds nothing.
 * A shallow clone fetches the commit from its origin; exits with 2 if the commit is still missing.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';

/** Stands for the previous release until a release has a tag. */
const UNTAGGED = 'f62947b1a061a4ce765b0774b0bd737f7c69807b';

const git = (...args) =>
  spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
    // Without it Git could wait for a password at the terminal.
    env: { ...process.env, GIT_TERMINAL_PROMPT: '0' },
  });
const commitOf = (name) => {
  const { status, stdout } = git('rev-parse', '--quiet', '--verify', `${name}^{commit}`);
  return status === 0 ? stdout.trim() : undefined;
};

const lastRelease = () => {
  const { status, stdout } = git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^');
  const name = status === 0 ? stdout.trim() : UNTAGGED;
  if (commitOf(name) === undefined) git('fetch', '--quiet', '--depth=1', 'origin', name);
  return commitOf(name);
};

const build = (commit) => {
  const folder = join(root, 'var', 'last-release', commit);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    const unpack = 'git archive "$1" | tar -x -C "$2"';
    const { status } = spawnSync('sh', ['-c', unpack, 'sh', commit, draft], { cwd: root, stdio: 'inherit' });
    if (status !== 0) throw new Error(`git archive ${commit} failed with exit code ${status}`);
    symlinkSync(join(root, 'node_modules'), join(draft, 'node_modules'));
    const script = join(draft, 'scripts', 'build.mjs');
    const built = spawnSync(process.execPath, [script], { cwd: draft, encoding: 'utf8' });
    if (built.status !== 0) throw new Error(`The build of the last release failed:\n${built.stdout}\n${built.stderr}`);
    // The rename is atomic, so no other process sees a partial build.
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
};

const commit = lastRelease();
if (commit === undefined) {
  console.error('The commit of the last release is missing from this clone. Run git fetch --unshallow.');
  process.exitCode = 2;
} else console.log(process.argv.includes('--look') ? commit : build(commit));
