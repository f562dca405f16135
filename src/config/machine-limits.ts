import { totalmem } from 'node:os';
import { readFileSync } from 'node:fs';
import { OperatorFault } from '../../libs/kernel/index.js';

const MIB = 1024 * 1024;
/** A sixteenth of the memory: the program itself uses most of the heap, so a small container has little to spare. */
const SHARE = 16;

/** An additional process takes about 75 MiB. A smaller container only has room for one of each kind. */
const SEVERAL_PROCESSES_BYTES = 512 * MIB;

/** The memory limit of the container (cgroup) in bytes; undefined without a limit. */
export const containerMemory = (constrained = process.constrainedMemory(), machine = totalmem()): number | undefined =>
  // Without a limit, the value is 0 or more than the machine's memory.
  constrained > 0 && constrained < machine ? constrained : undefined;

/** Size of the price cache in bytes: PRICING_MEMORY_MB, but at most a sixteenth of the container's memory. */
export const cachedBytes = (settingMb: number, limit = containerMemory()): number =>
  Math.min(settingMb * MIB, limit === undefined ? Infinity : Math.floor(limit / SHARE));

/** Maximum number of additional processes of a kind: the value of the setting, or one in a small container. */
export const maxChildProcesses = (setting: number, limit = containerMemory()): number =>
  limit !== undefined && limit < SEVERAL_PROCESSES_BYTES ? Math.min(setting, 1) : setting;

/** Number of files for databases, child processes and metrics, in addition to client connections. */
const RESERVED = 300;
const LEAST = 512;

/**
 * Maximum number of open files; undefined if the system does not report it. Node.js has raised it to the hard limit.
 */
const openFilesMax = (): number | undefined => {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
};

/**
 * Maximum number of connections: MAX_CONNECTIONS, or fewer if the process may open fewer files. Otherwise it would run
 * out of file handles under load.
 */
export const connectionsFor = (wanted: number, limit = openFilesMax()): number =>
  limit === undefined ? wanted : Math.max(1, Math.min(wanted, limit - RESERVED));

/** Throws if the server could not even open its own files. */
export const mustOpenFiles = (limit = openFilesMax()): void => {
  if (limit !== undefined && limit < LEAST)
    throw new OperatorFault(
      `This process may open only ${limit} files. Raise the limit (ulimit -n) to at least ${LEAST}.`,
    );
};
