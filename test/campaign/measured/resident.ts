import { readFileSync } from 'node:fs';

/** The most that a process has held of the machine's memory so far, in bytes; Linux alone tells it. */
export const peakResidentBytes = (pid: number | undefined): number =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
