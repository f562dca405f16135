import { type ChildProcess, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const KIB_PER_MB = 1024;

/** Resident memory of a process in MB; NaN if the system does not report it. */
export const residentMb = ({ pid }: ChildProcess): number => {
  if (process.platform === 'linux') {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes) / KIB_PER_MB;
  }
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout ? Number(stdout.trim()) / KIB_PER_MB : NaN;
};

/** Processor time used by a process so far, in seconds; NaN if the system does not report it. */
export const cpuSeconds = ({ pid }: ChildProcess): number => {
  if (process.platform !== 'linux') return NaN;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Fields 14 and 15, counted after the name, in hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

/** Same as `cpuSeconds` in microseconds, for all threads together. Suited to a few short requests. */
export const cpuMicroseconds = ({ pid }: ChildProcess): number => {
  if (process.platform !== 'linux') return NaN;
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]),
  );
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1000;
};
