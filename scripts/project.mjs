// Shared code of the scripts. They run under the Node that npm was started with (20 or newer) and need no package: they
// install packages first, and run everything after that under a Node that Kontor supports.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');
export const windows = process.platform === 'win32';
const bin = join(root, 'node_modules', '.bin');
const npm = windows ? 'npm.cmd' : 'npm';
const platform = `${windows ? 'win' : process.platform}-${process.arch}`;
/** The Node that is installed if the machine's own is too old. npm has a package of it for each platform. */
const NODE = {
  version: '24.21.0',
  integrity: {
    'linux-arm64': 'FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
    'linux-x64': '3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
    'win-x64': '0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
};
/** npm keeps folders whose names start with a dot, except in `npm ci`. */
const nodeFolder = join(root, 'node_modules', '.node');
const installedNode = join(nodeFolder, 'bin');

/** The environment in which the installed Node and commands come first, as npm sets it up for its scripts. */
export const environment = (more = {}) => ({
  ...process.env,
  PATH: [installedNode, bin, process.env.PATH ?? ''].join(delimiter),
  ...more,
});

/** Whether Kontor runs on this version of Node. src/boot/node-version.ts holds the same bounds, and a test compares them. */
export const isSupportedNode = (version) => {
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number);
  return major >= 24 || (major === 23 && minor >= 6) || (major === 22 && minor >= 14);
};

/** The Node to run with: the installed one where the machine's own is too old. */
export const node = () => {
  const own = join(installedNode, windows ? 'node.exe' : 'node');
  return existsSync(own) ? own : process.execPath;
};

/** The JavaScript file of an installed package. */
export const tool = (path) => join(root, 'node_modules', ...path.split('/'));

/** Forwards SIGINT and SIGTERM to a child process. Returns a function that stops forwarding. */
export const passOnSignals = (child) => {
  // On a terminal Ctrl-C reaches the child by itself; a second signal would cut its graceful stop short.
  const onInt = () => process.stdin.isTTY || child.kill('SIGINT');
  const onTerm = () => child.kill('SIGTERM');
  process.on('SIGINT', onInt).on('SIGTERM', onTerm);
  return () => process.off('SIGINT', onInt).off('SIGTERM', onTerm);
};

/** Runs a command to its end. Returns its exit code and, if `quiet`, its output. */
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
  console.error(`Node ${process.versions.node} is too old. Install Node 20 or newer (24 is best) and run this again.`);
  process.exit(1);
};

/** The workspaces that each level of installation adds to the root package (docs/adr/0070). */
export const LEVELS = {
  run: ['kontor-desk'],
  test: ['kontor-desk', 'kontor-test'],
  bench: ['kontor-desk', 'kontor-test', 'kontor-bench'],
  everything: ['kontor-desk', 'kontor-test', 'kontor-test-clients', 'kontor-test-browser', 'kontor-bench'],
};

/** Inside node_modules, so that it is deleted together with the packages. */
const stamp = join(root, 'node_modules', '.kontor-installed');

/** The files that decide which packages are installed. The version of Node is not part of it: it changes during a run. */
const lockDigest = () => {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`);
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex');
};

/** The installed workspaces, or undefined where the packages are missing or belong to another lock file. */
const installedWorkspaces = () => {
  if (!existsSync(stamp)) return undefined;
  const { digest, workspaces } = JSON.parse(readFileSync(stamp, 'utf8'));
  return digest === lockDigest() ? workspaces : undefined;
};

/**
 * Downloads the archive of Node separately, because npm takes 6 s to unpack it and `tar` takes one.
 * Returns its path, or undefined after a message.
 */
const downloadNode = async (folder) => {
  const name = `node-${platform}@${NODE.version}`;
  const args = ['pack', name, '--pack-destination', folder, '--prefer-offline', '--loglevel=error'];
  const { code, output } = await run(npm, args, { quiet: true });
  const file = readdirSync(folder).find((entry) => entry.endsWith('.tgz'));
  if (code !== 0 || !file) return void console.error(`${name} could not be downloaded.\n${output}`);
  const path = join(folder, file);
  const digest = createHash('sha512').update(readFileSync(path)).digest('base64');
  if (digest === NODE.integrity[platform]) return path;
  console.error(`${name} was not installed, because its SHA-512 is not the expected one: ${digest}.`);
};

/** Unpacks Node, and links it where npm looks for the programs of packages. Returns whether it succeeded. */
const unpackNode = async (archive) => {
  mkdirSync(nodeFolder, { recursive: true });
  const names = ['package/bin', 'package/LICENSE'];
  const { code } = await run('tar', ['-xzf', archive, '-C', nodeFolder, '--strip-components=1', ...names]);
  const link = join(bin, 'node');
  if (code === 0 && !windows && !existsSync(link)) {
    mkdirSync(bin, { recursive: true });
    symlinkSync(join('..', '.node', 'bin', 'node'), link);
  }
  return code === 0;
};

/** Installs the packages of these workspaces, or adds them to what is installed. Returns whether it succeeded. */
const installPackages = async (workspaces, isAdded) => {
  const selected = ['--include-workspace-root', ...workspaces.map((name) => `--workspace=${name}`)];
  // `npm ci` deletes what is there; `npm install` adds to it, and --no-save keeps the lock file as it is.
  const command = isAdded ? ['install', '--no-save'] : ['ci'];
  return (await run(npm, [...command, ...selected, '--no-audit', '--no-fund', '--loglevel=error'])).code === 0;
};

/** Installs the packages of a level from the lock file; keeps those that are installed already. Returns whether it succeeded. */
export const install = async (level = 'run') => {
  const installed = installedWorkspaces();
  const workspaces = [...new Set([...(installed ?? []), ...LEVELS[level]])];
  // npm scripts of a later run start under the installed Node: that one stays.
  const needsNode = platform in NODE.integrity && (!isSupportedNode(process.version) || existsSync(nodeFolder));
  const isMissing = needsNode && !(installed && existsSync(nodeFolder));
  if (installed && workspaces.length === installed.length && !isMissing) return true;
  const since = Date.now();
  const downloads = mkdtempSync(join(tmpdir(), 'kontor-node-'));
  try {
    const [isDone, archive] = await Promise.all([
      installPackages(workspaces, installed !== undefined),
      isMissing ? downloadNode(downloads) : undefined,
    ]);
    if (!isDone || (isMissing && !(archive && (await unpackNode(archive))))) return false;
  } finally {
    rmSync(downloads, { recursive: true });
  }
  writeFileSync(stamp, `${JSON.stringify({ digest: lockDigest(), workspaces })}\n`);
  console.log(`Packages installed by Node ${process.versions.node} in ${((Date.now() - since) / 1000).toFixed(1)} s.`);
  return true;
};

/** The version of Node that runs from here on, or undefined with a message where it is too old. */
export const projectNode = () => {
  const { stdout } = spawnSync(node(), ['--version'], { encoding: 'utf8', env: environment() });
  const version = (stdout ?? '').trim();
  if (isSupportedNode(version)) return version;
  console.error(
    `Node ${version || process.version} is too old: Kontor requires Node 22.14, 23.6 or newer, and no suitable version could be ` +
      'installed for this platform. Install Node 24 and run this again.',
  );
  return undefined;
};

/**
 * Installs a level. Returns the version of Node that runs from here on; exits where either fails. Under a Node that is too
 * old the script starts again under the installed one, so what it imports after this call may use a newer Node.
 */
export const prepare = async (level) => {
  refuseOldNode();
  if (!(await install(level))) {
    console.error('\nThe packages could not be installed. The output above contains the reason.');
    process.exit(1);
  }
  const version = projectNode();
  if (!version) process.exit(1);
  if (!isSupportedNode(process.version)) {
    const { code } = await run(node(), process.argv.slice(1));
    process.exit(typeof code === 'number' ? code : 1);
  }
  return version;
};
