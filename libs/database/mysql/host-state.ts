import { createConnection, type RowDataPacket } from 'mysql2/promise';
import type { MysqlServer } from '../url.js';
import { login } from './mysql-pool.js';

/** Time limit of the check in milliseconds, including the connection. A slower server counts as unhealthy. */
const CHECK_TIMEOUT_MS = 800;

/** Galera's state of a node that is in sync with the cluster. */
const SYNCED = '4';

const isOn = (value: unknown): boolean => !['0', 'OFF', 'undefined'].includes(String(value).toUpperCase());

/** The server is read-only, so another one may be accepting writes and its data may be out of date. */
class MayNotWrite extends Error {
  /** The error number of a write on a read-only server. */
  readonly errno = 1290;

  constructor() {
    super('this server is read-only');
  }
}

/** The column of a SELECT that `mustMayWrite` checks. */
export const MAY_WRITE_COLUMN = ', @@global.read_only AS read_only';

/** Throws an error that counts as a lost connection if the server that returned this row is read-only. */
export const mustMayWrite = (row: object | undefined): void => {
  if (row && 'read_only' in row && isOn(row.read_only)) throw new MayNotWrite();
};

export interface HostState {
  readonly mayWrite: boolean;
  /** Whether the server is a node of a Galera cluster, whose nodes all have the same data. */
  readonly inCluster: boolean;
}

const named = (rows: readonly RowDataPacket[]): ReadonlyMap<string, string> =>
  new Map(rows.map((row) => [String(row['Variable_name']), String(row['Value'])]));

const queryState = async (server: MysqlServer, end: Promise<never>): Promise<HostState> => {
  const connecting = createConnection({ ...login(server), connectTimeout: CHECK_TIMEOUT_MS });
  // Close a connection that opens too late.
  void Promise.race([connecting, end]).catch(() => connecting.then((late) => late.destroy()).catch(() => undefined));
  const connection = await Promise.race([connecting, end]);
  try {
    const asked = async (): Promise<HostState> => {
      const [[variables]] = await connection.query<RowDataPacket[]>('SELECT @@global.read_only AS read_only');
      const [rows] = await connection.query<RowDataPacket[]>("SHOW GLOBAL VARIABLES LIKE 'wsrep_on'");
      const inCluster = named(rows).get('wsrep_on') === 'ON';
      const mayWrite = !isOn(variables?.['read_only']);
      if (!inCluster) return { mayWrite, inCluster };
      const [states] = await connection.query<RowDataPacket[]>(
        "SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_ready', 'wsrep_local_state')",
      );
      const state = named(states);
      const takesPart = state.get('wsrep_ready') === 'ON' && state.get('wsrep_local_state') === SYNCED;
      return { mayWrite: mayWrite && takesPart, inCluster };
    };
    return await Promise.race([asked(), end]);
  } finally {
    connection.destroy();
  }
};

/** Reads the state of a server; throws if it does not respond in time. */
export const hostState = async (server: MysqlServer): Promise<HostState> => {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_, reject) => {
    const late = Object.assign(new Error(`no answer within ${CHECK_TIMEOUT_MS} ms`), { code: 'ETIMEDOUT' });
    timer = setTimeout(() => reject(late), CHECK_TIMEOUT_MS);
  });
  end.catch(() => undefined);
  try {
    return await queryState(server, end);
  } finally {
    clearTimeout(timer);
  }
};
