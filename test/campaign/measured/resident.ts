import { existsSync, readFileSync } from 'node:fs';

/** The most memory that a process ever had resident, in bytes; 0 where the system doesn’t tell. */
export const peakResidentBytes = (pid: number | undefined): number => {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return 0;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]) * 1024;
};
