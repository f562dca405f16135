import { totalmem } from 'node:os';

const MIB = 1024 * 1024;
/** Beside the heap, of which most is the program itself, a small container has no more to give. */
const SHARE = 16;

/** A process beside the server takes about 75 MiB: a container smaller than this has room for one of a kind. */
const SEVERAL_PROCESSES_BYTES = 512 * MIB;

/** The memory that this process may take by the limit of its container (cgroup), in bytes; undefined without one. */
export const containerMemory = (constrained = process.constrainedMemory(), machine = totalmem()): number | undefined =>
  // No limit is told as 0, or as more than the machine has.
  constrained > 0 && constrained < machine ? constrained : undefined;

/** How much is remembered of prices, in bytes: PRICING_MEMORY_MB, at most a sixteenth of the container's memory. */
export const rememberedBytes = (settingMb: number, limit = containerMemory()): number =>
  Math.min(settingMb * MIB, limit === undefined ? Infinity : Math.floor(limit / SHARE));

/** How many processes of a kind work beside the server: as its setting says, one in a small container. */
export const processesBeside = (setting: number, limit = containerMemory()): number =>
  limit !== undefined && limit < SEVERAL_PROCESSES_BYTES ? Math.min(setting, 1) : setting;
