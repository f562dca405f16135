// What the scripts share. They run under whichever Node npm was started with (20 or newer) and need no package:
// they install the packages first, and everything after that runs under the project's own Node.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');
export const windows = process.platform === 'win32';
const bin = join(root, 'node_modules', '.bin');

/** The environment in which the project's Node comes first, as npm sets it up for its scripts. */
export const environment = (more = {}) => ({
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
  ...more,
});

export const node = () => {
  const own = join(bin, windows ? 'node.cmd' : 'node');
  return existsSync(own) ? own : process.execPath;
};

/** A JavaScript entry of an installed package. */
export const tool = (path) => join(root, 'node_modules', ...path.split('/'));

/** Hands a stop of this process on to a child; answers how to end that. */
export const passOnSignals = (child) => {
  // On a terminal Ctrl-C reaches the child by itself, and twice would cut its graceful stop short.
  const onInt = () => process.stdin.isTTY || child.kill('SIGINT');
  const onTerm = () => child.kill('SIGTERM');
  process.on('SIGINT', onInt).on('SIGTERM', onTerm);
  return () => process.off('SIGINT', onInt).off('SIGTERM', onTerm);
};

/** Runs a command to its end and answers its exit code; a stop of this process stops it too. */
export const run = (command, args, { env = {}, input, quiet = false, stdout = 'inherit', limitS } = {}) =>
  new Promise((done) => {
    const child = spawn(command, args, {
      cwd: root,
      env: environment(env),
      stdio: [input === undefined ? 'inherit' : 'pipe', quiet ? 'pipe' : stdout, quiet ? 'pipe' : 'inherit'],
      shell: windows,
    });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    if (input !== undefined) child.stdin.end(input);
    const release = passOnSignals(child);
    const timer = limitS === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), limitS * 1000);
    const finish = (code) => {
      clearTimeout(timer);
      release();
      done({ code, output });
    };
    child.on('error', (error) => finish(String(error)));
    child.on('close', (code, signal) => finish(code ?? signal));
  });

export const refuseOldNode = () => {
  if (Number(process.versions.node.split('.')[0]) >= 20) return;
  console.error(`Node ${process.versions.node} is too old: install Node 20 or newer (24 is best) and run this again.`);
  process.exit(1);
};

/** Goes with the packages: whoever deletes or installs them anew takes it away. */
const stamp = join(root, 'node_modules', '.kontor-installed');

/** What an installation follows from; not the Node that installs: the first run has the machine's, later ones the project's. */
const wanted = () => {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`);
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex');
};

const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === wanted();

/** The packages of the lock file. With `ifNeeded` those that were installed from it are left alone. */
export const install = async ({ ifNeeded = false } = {}) => {
  if (ifNeeded && isInstalled()) return true;
  console.log(`Node ${process.versions.node} installs.`);
  // Node 20 installs what Node 24 will run, so the packages' wishes for the installing Node don't matter.
  const { code } = await run(windows ? 'npm.cmd' : 'npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code === 0) writeFileSync(stamp, `${wanted()}\n`);
  return code === 0;
};

/** After the installation: which Node runs from here on; undefined if it is too old, with what to do about it. */
export const projectNode = () => {
  const { stdout } = spawnSync(node(), ['--version'], { encoding: 'utf8', env: environment(), shell: windows });
  const version = (stdout ?? '').trim();
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number);
  // As src/boot/node-version.ts judges at each start; that file can't be read before the build.
  if (major >= 24 || (major === 23 && minor >= 6) || (major === 22 && minor >= 14)) return version;
  console.error(
    `Node ${version || process.version} is too old: kontor needs 22.14, 23.6 or newer, and the Node that the project brings ` +
      'was not installed (npm ran no install scripts). Run `npm rebuild node`, or install Node 24.',
  );
  return undefined;
};
