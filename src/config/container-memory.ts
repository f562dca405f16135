import { totalmem } from 'node:os';

const MIB = 1024 * 1024;
/** Most of the heap is used by the program itself, so a small container has little to spare. */
const SHARE = 16;

/** An additional process takes about 75 MiB. A container smaller than this has room for one of each kind. */
const SEVERAL_PROCESSES_BYTES = 512 * MIB;

/** The memory limit of the container (cgroup) in bytes; undefined without a limit. */
export const containerMemory = (constrained = process.constrainedMemory(), machine = totalmem()): number | undefined =>
  // Without a limit, the value is 0 or more than the memory of the machine.
  constrained > 0 && constrained < machine ? constrained : undefined;

/** Size of the price cache in bytes: PRICING_MEMORY_MB, but at most a sixteenth of the container's memory. */
export const cachedBytes = (settingMb: number, limit = containerMemory()): number =>
  Math.min(settingMb * MIB, limit === undefined ? Infinity : Math.floor(limit / SHARE));

/** Number of additional processes of a kind: the value of the setting, or one in a small container. */
export const maxChildProcesses = (setting: number, limit = containerMemory()): number =>
  limit !== undefined && limit < SEVERAL_PROCESSES_BYTES ? Math.min(setting, 1) : setting;
