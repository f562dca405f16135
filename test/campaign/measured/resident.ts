import { existsSync, readFileSync } from 'node:fs';

/** The highest resident memory of a process so far, in bytes; 0 if the system does not report it. */
export const peakResidentBytes = (pid: number | undefined): number => {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return 0;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]) * 1024;
};
