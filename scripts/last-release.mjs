/*
 * node scripts/last-release.mjs [--look]: builds the release before this one, from the history of this clone, with the
 * packages that are installed here, and prints the folder; what is built already is only printed. With --look it builds
 * nothing. Ends with 2 where the history doesn't reach so far back: a clone without its history asks its origin once.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';

/** As long as no release has a tag: the commit that was the newest before this line of work. */
const UNTAGGED = 'f62947b1a061a4ce765b0774b0bd737f7c69807b';

const git = (...args) =>
  spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
    // It asks nobody at the terminal.
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
    if (status !== 0) throw new Error(`git archive ${commit} ended with ${status}`);
    symlinkSync(join(root, 'node_modules'), join(draft, 'node_modules'));
    const script = join(draft, 'scripts', 'build.mjs');
    const built = spawnSync(process.execPath, [script], { cwd: draft, encoding: 'utf8' });
    if (built.status !== 0) throw new Error(`the last release isn't built:\n${built.stdout}\n${built.stderr}`);
    // Whole at once: who finds it finds all of it.
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
};

const commit = lastRelease();
if (commit === undefined) {
  console.error("The last release isn't in this clone: fetch its whole history (git fetch --unshallow).");
  process.exitCode = 2;
} else console.log(process.argv.includes('--look') ? commit : build(commit));
