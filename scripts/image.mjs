/*
 * node scripts/image.mjs <folder>: builds the image of deploy/Dockerfile without Docker and without an image registry,
 * with Debian's `buildah`, as root, in a separate storage in the folder. The base image has the name from the
 * Dockerfile. It is made from the essential Debian packages installed here and the installed Node. Prints where the
 * image's root is mounted, the sizes of image and base, and how to start it.
 * node scripts/image.mjs --remove <folder> removes all of it.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from './project.mjs';

const isRemoval = process.argv[2] === '--remove';
const folder = process.argv[isRemoval ? 3 : 2];
if (folder === undefined) throw new Error('Usage: node scripts/image.mjs <folder>');

const ask = (command, args, options = {}) => {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    cwd: root,
    maxBuffer: 1e9,
    ...options,
  });
  if (status !== 0) throw error ?? new Error(`${command} ${args.join(' ')}\n${stdout}\n${stderr}`);
  return stdout.trim();
};

/** A build writes and deletes some 60,000 package files, so it uses memory instead of the disk if there is enough. */
const NEEDED_BYTES = 4 * 1024 ** 3;
const keepInMemory = () => {
  const available = Number(/^MemAvailable:\s+(\d+)/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1]) * 1024;
  if (available < 2 * NEEDED_BYTES) return;
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${NEEDED_BYTES},mode=700`, 'tmpfs', folder]);
};
/** Overlays can be impossible inside another container. Complete copies are slower, but work anywhere. */
const STORAGE = (driver) => [
  `--root=${join(folder, 'storage')}`,
  `--runroot=${join(folder, 'run')}`,
  `--storage-driver=${driver}`,
];
const works = (name) => spawnSync('buildah', [...STORAGE(name), 'info']).status === 0;
let knownDriver;
const driver = () => (knownDriver ??= works('overlay') ? 'overlay' : 'vfs');
const buildah = (...args) => ask('buildah', [...STORAGE(driver()), ...args]);

/** Also removes what a killed run has left, but nothing from other file systems that are still mounted there. */
const remove = () => {
  for (const what of ['umount', 'rm']) spawnSync('buildah', [...STORAGE(driver()), what, '--all']);
  // buildah mounts the overlay folder onto itself.
  for (const place of [join(folder, 'storage', driver()), folder]) spawnSync('umount', ['--lazy', place]);
  ask('rm', ['--recursive', '--force', '--one-file-system', folder]);
};

const NOT_IN_SLIM = /^\/usr\/share\/(?:doc|man|locale|info|lintian|bug|doc-base)\/./;
/** The real path of a package's file, because /bin is a link to /usr/bin. */
const placeOf = (path) => (existsSync(dirname(path)) ? join(realpathSync(dirname(path)), basename(path)) : path);

/** The files of the essential Debian packages, of Node's library, and of their dependencies. */
const debianFiles = () => {
  const packages = new Map(
    ask('dpkg-query', ['-W', '-f', '${Package}\t${Essential}\t${Pre-Depends}, ${Depends}\n'])
      .split('\n')
      .map((line) => line.split('\t'))
      .map(([name, essential, needs]) => [name, { essential, needs: needs.match(/[a-z0-9][a-z0-9+.-]+/g) ?? [] }]),
  );
  const chosen = new Set();
  const choose = (name) => {
    if (chosen.has(name) || !packages.has(name)) return;
    chosen.add(name);
    packages.get(name).needs.forEach(choose);
  };
  for (const [name, { essential }] of packages) if (essential === 'yes') choose(name);
  choose('libstdc++6');
  const paths = ask('dpkg', ['-L', ...chosen]).split('\n');
  const places = paths.filter((path) => path.startsWith('/') && !NOT_IN_SLIM.test(path)).map(placeOf);
  return [...new Set(places)].filter((path) => path !== '/.' && lstatSync(path, { throwIfNoEntry: false })).sort();
};

/** The folder of the npm that is installed here. */
const npmFolder = () => dirname(dirname(realpathSync(process.env.npm_execpath ?? ask('which', ['npm']))));

const sizeOf = (path) => Number(/^\d+/.exec(ask('du', ['--summarize', '--bytes', '--one-file-system', path]))?.[0]);

const baseName = /^ARG BASE=(\S+)$/m.exec(readFileSync(join(root, 'deploy', 'Dockerfile'), 'utf8'))?.[1] ?? '';

const makeBase = () => {
  const container = buildah('from', 'scratch');
  const place = buildah('mount', container);
  const list = join(folder, 'files');
  writeFileSync(list, debianFiles().join('\n'));
  const pack = `tar --create --no-recursion --files-from="$1" --directory=/ --file=- 2>/dev/null | tar --extract --directory="$2"`;
  ask('sh', ['-c', pack, 'sh', list, place]);
  for (const name of ['passwd', 'group'])
    cpSync(`/usr/share/base-passwd/${name}.master`, join(place, 'etc', name), { dereference: true });
  const local = join(place, 'usr', 'local');
  for (const name of ['bin', 'lib/node_modules']) mkdirSync(join(local, name), { recursive: true });
  const node = join(root, 'node_modules', 'node', 'bin', 'node');
  cpSync(existsSync(node) ? node : process.execPath, join(local, 'bin', 'node'), { dereference: true });
  cpSync(npmFolder(), join(local, 'lib', 'node_modules', 'npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin', 'npm'));
  const bytes = sizeOf(place);
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  buildah('config', '--env', `PATH=${path}`, '--cmd', 'node', container);
  buildah('umount', container);
  buildah('commit', '--quiet', '--rm', container, baseName);
  return bytes;
};

/** Gives the build this machine's npm settings and cache, which it uses before the registry. */
const volumes = () => {
  const npmConfig = (key) => ask('npm', ['config', 'get', key]);
  const has = (value) => value !== undefined && value !== '' && existsSync(value);
  const authority = [npmConfig('cafile'), process.env.NODE_EXTRA_CA_CERTS, '/etc/ssl/certs/ca-certificates.crt'].find(
    has,
  );
  const settings = join(folder, 'npmrc');
  writeFileSync(
    settings,
    [
      `registry=${npmConfig('registry')}`,
      'cache=/npm-cache',
      'prefer-offline=true',
      ...(authority === undefined ? [] : [`cafile=${authority}`]),
      '',
    ].join('\n'),
  );
  mkdirSync(npmConfig('cache'), { recursive: true });
  return [
    `${settings}:/usr/local/etc/npmrc:ro`,
    `${npmConfig('cache')}:/npm-cache`,
    ...(authority === undefined ? [] : [`${authority}:${authority}:ro`]),
    ...(has(npmConfig('userconfig')) ? [`${npmConfig('userconfig')}:/root/.npmrc:ro`] : []),
  ].flatMap((volume) => ['--volume', volume]);
};

const build = () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const revision = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  const args = { VERSION: version, REVISION: revision.status === 0 ? revision.stdout.trim() : 'unknown' };
  const given = Object.entries(args).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]);
  // npm opens more files at once than a chroot's default allows.
  const files = ask('sh', ['-c', 'ulimit -Hn']);
  const limit = files === 'unlimited' ? 65536 : files;
  const where = ['--isolation=chroot', `--ulimit=nofile=${limit}:${limit}`, '--pull-never', '--layers=false'];
  const how = [...where, '--format=docker', '--tag=kontor'];
  buildah('build', '--file=deploy/Dockerfile', ...how, ...given, ...volumes(), '.');
};

if (isRemoval || existsSync(folder)) remove();
if (!isRemoval) {
  mkdirSync(folder, { recursive: true });
  keepInMemory();
  const since = Date.now();
  const baseBytes = makeBase();
  const basedMs = Date.now() - since;
  build();
  const container = buildah('from', '--pull-never', 'kontor');
  const place = buildah('mount', container);
  const { config } = JSON.parse(buildah('inspect', '--type', 'image', 'kontor')).Docker;
  const tookMs = Date.now() - since;
  console.log(
    JSON.stringify({ root: place, baseBytes, bytes: sizeOf(place), config, driver: driver(), basedMs, tookMs }),
  );
}
