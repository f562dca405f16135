import { readFileSync } from 'node:fs';
import { OperatorFault } from '../../libs/kernel/index.js';

/** Databases, child processes, files and metrics need these beside the connections of clients. */
const RESERVED = 300;
const LEAST = 512;

/** How many files this process may open; undefined where the system does not tell. Node has raised it to the hard limit. */
const openFilesMax = (): number | undefined => {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
};

/**
 * How many connections are accepted: MAX_CONNECTIONS, or fewer where the process may open fewer files. Otherwise it would
 * run out of file handles under load.
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
