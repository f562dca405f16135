import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Node flags of the image: `CMD ["node", …, "dist/src/main.js"]`. */
export const imageFlags = (): readonly string[] => {
  const dockerfile = readFileSync(join(__dirname, '..', '..', 'deploy', 'Dockerfile'), 'utf8');
  const words = JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]') as readonly string[];
  return words.filter((word) => word.startsWith('--'));
};

/** Runs a process as in a container: it is process 1 of its own namespace, and no signal ends it by default. */
export const AS_FIRST = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'] as const;

/** True if namespaces can be created, which requires root on Linux. `npm run verify:all` reports if they cannot. */
export const CAN_ISOLATE =
  process.platform === 'linux' && spawnSync('unshare', ['--pid', '--mount', '--fork', 'true']).status === 0;

/**
 * Runs a command with a separate disk of this size (such as `64k`) mounted at the folder, containing these files. Other
 * processes see it below `/proc/<pid>/root`.
 */
export const onSmallDisk = (folder: string, size: string, files: readonly string[] = []): readonly string[] => {
  const copied = files.length === 0 ? '' : `&& cp ${files.join(' ')} ${folder}`;
  const script = `mount -t tmpfs -o size=${size} tmpfs ${folder} ${copied} && exec "$@"`;
  return ['unshare', '--mount', '--fork', '--kill-child', 'sh', '-c', script, 'sh'];
};

/** PID of the process that `unshare` has forked, outside its namespace; 0 before it starts and after it ends. */
export const forkedBy = (pid: number): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
  } catch {
    return 0;
  }
};

/** A process group (cgroup) with a common memory limit, like a container. */
export interface MemoryLimit {
  /** Command prefix that runs a command in the group. */
  readonly under: readonly string[];
  remove(): void;
}

/**
 * Makes everything read-only except `var` of the working directory, including /tmp. Runs as nobody without
 * capabilities.
 */
const READ_ONLY = `
  mount --make-rprivate / && mount --bind var var && mount -o remount,bind,ro / || exit 99
  for place in /tmp /var/tmp /dev/shm; do
    if mountpoint -q $place; then mount -o remount,bind,ro $place || exit 99; fi
  done
  user=1000
  setpriv --reuid 1000 --regid 1000 --clear-groups test -r "$0" || user=0
  chown $user var
  cd "$PWD" && exec setpriv --reuid $user --regid $user --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all "$@"`;

/** Runs a command, whose program is read from this file, with a read-only root, as the image should run. */
export const readOnly = (file: string): readonly string[] => [
  'unshare',
  '--mount',
  '--fork',
  'sh',
  '-c',
  READ_ONLY,
  file,
];

/** True if the image can be built with Debian's buildah and Debian packages. */
export const CAN_BUILD_IMAGE =
  CAN_ISOLATE && ['buildah', 'dpkg-query'].every((command) => spawnSync(command, ['--version']).status === 0);

/**
 * Root file system of an image as in a container: read-only except for one mounted folder, with its own processes,
 * harmless devices, and no way to get capabilities.
 */
const IN_ROOT = `
  place=$1; folder=$2; of=$3; user=$4; workdir=$5; shift 5
  mount --make-rprivate / && mount --bind "$place" "$place" && mount -o remount,bind,ro "$place" || exit 99
  mount --bind "$of" "$place$folder" && mount -t proc proc "$place/proc" || exit 99
  mount -t tmpfs -o mode=755 tmpfs "$place/dev" || exit 99
  for device in null zero full random urandom; do
    touch "$place/dev/$device" && mount --bind "/dev/$device" "$place/dev/$device" || exit 99
  done
  mount -o remount,ro "$place/dev" || exit 99
  exec chroot "$place" setpriv --reuid "\${user%:*}" --regid "\${user#*:}" --clear-groups --no-new-privs \\
    --inh-caps=-all --bounding-set=-all env -C "$workdir" "$@"`;

export interface MountedImage {
  /** Mount point of the image's root. */
  readonly root: string;
  /** The one writable folder, and the folder in which its files are stored. */
  readonly volume: string;
  readonly volumeOf: string;
  /** Numeric user and group, such as `1000:1000`. */
  readonly user: string;
  readonly workdir: string;
}

/** Runs a command in the root of an image, as its first process. */
export const inImage = (image: MountedImage): readonly string[] => [
  'unshare',
  '--mount',
  '--pid',
  '--fork',
  '--kill-child',
  'sh',
  '-c',
  IN_ROOT,
  'sh',
  image.root,
  image.volume,
  image.volumeOf,
  image.user,
  image.workdir,
];

const MEMORY_FILES = ['memory.limit_in_bytes', 'memory.max'] as const;

/**
 * Creates a group below the group of this process, so that existing limits still apply; undefined if that is not
 * possible.
 */
export const memoryLimit = (bytes: number): MemoryLimit | undefined => {
  try {
    const own = readFileSync('/proc/self/cgroup', 'utf8');
    const [, first] = /^\d+:memory:(.*)$/m.exec(own) ?? [];
    const [, second = ''] = /^0::(.*)$/m.exec(own) ?? [];
    const parent = first === undefined ? join('/sys/fs/cgroup', second) : join('/sys/fs/cgroup/cache-manager', first);
    const group = join(parent, `kontor-test-${process.pid}`);
    mkdirSync(group);
    const limit = MEMORY_FILES.map((name) => join(group, name)).find((file) => existsSync(file));
    if (limit === undefined) {
      rmdirSync(group);
      return undefined;
    }
    writeFileSync(limit, String(bytes));
    return {
      under: ['sh', '-c', `echo $$ > ${join(group, 'cgroup.procs')} && exec "$@"`, 'sh'],
      remove: () => rmdirSync(group),
    };
  } catch {
    return undefined;
  }
};
