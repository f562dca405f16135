import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the image gives to Node itself: `CMD ["node", …, "dist/src/main.js"]`. */
export const imageFlags = (): readonly string[] => {
  const dockerfile = readFileSync(join(__dirname, '..', '..', 'deploy', 'Dockerfile'), 'utf8');
  const words = JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]') as readonly string[];
  return words.filter((word) => word.startsWith('--'));
};

/** As in a container: in a namespace of its own a process is process 1, which no signal ends by default. */
export const AS_FIRST = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'] as const;

/** Whether namespaces can be made here, which needs root on Linux; `npm run verify:all` says so where they can't. */
export const CAN_ISOLATE =
  process.platform === 'linux' && spawnSync('unshare', ['--pid', '--mount', '--fork', 'true']).status === 0;

/**
 * Runs a command with a disk of its own at this folder, which has this size, such as `64k`, and then these files. Others
 * reach it below `/proc/<pid>/root`.
 */
export const onSmallDisk = (folder: string, size: string, files: readonly string[] = []): readonly string[] => {
  const copied = files.length === 0 ? '' : `&& cp ${files.join(' ')} ${folder}`;
  const script = `mount -t tmpfs -o size=${size} tmpfs ${folder} ${copied} && exec "$@"`;
  return ['unshare', '--mount', '--fork', '--kill-child', 'sh', '-c', script, 'sh'];
};

/** What `unshare` has forked, seen from outside; 0 before and after. */
export const forkedBy = (pid: number): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
  } catch {
    return 0;
  }
};

/** A group of processes (cgroup) that may have only so much memory together, as a container is one. */
export interface MemoryLimit {
  /** Runs a command in it. */
  readonly under: readonly string[];
  remove(): void;
}

/** Nothing may be written, not in /tmp either, but below `var` of the working directory; nobody's rights, no capability. */
const READ_ONLY = `
  mount --make-rprivate / && mount --bind var var && mount -o remount,bind,ro / || exit 99
  for place in /tmp /var/tmp /dev/shm; do
    if mountpoint -q $place; then mount -o remount,bind,ro $place || exit 99; fi
  done
  user=1000
  setpriv --reuid 1000 --regid 1000 --clear-groups test -r "$0" || user=0
  chown $user var
  cd "$PWD" && exec setpriv --reuid $user --regid $user --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all "$@"`;

/** Runs a command, whose program is read from this file, as the image is to be run: with a root that can't be written. */
export const readOnly = (file: string): readonly string[] => [
  'unshare',
  '--mount',
  '--fork',
  'sh',
  '-c',
  READ_ONLY,
  file,
];

/** Whether the image can be built for real here: by Debian's buildah, of Debian's own packages. */
export const CAN_BUILD_IMAGE =
  CAN_ISOLATE && ['buildah', 'dpkg-query'].every((command) => spawnSync(command, ['--version']).status === 0);

/**
 * A root of an image as a container has it: it can't be written but for one folder that lies elsewhere, its processes are
 * its own, devices are the harmless ones, and whoever runs in it has no capability and can't get one.
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
  /** Where its root lies mounted. */
  readonly root: string;
  /** The one folder that may be written, and where its files really are. */
  readonly volume: string;
  readonly volumeOf: string;
  /** Numbers, `1000:1000`. */
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

/** Below the group of this process, so that what limits that goes on limiting; undefined where none can be made. */
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
