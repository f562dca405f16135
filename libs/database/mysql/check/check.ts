import type { MysqlServer } from '../../url.js';
import { Lab, Lacking, type Need } from './lab.js';
import { NEEDS_OF_ROWS } from './needs-of-rows.js';
import { NEEDS_OF_TRANSACTIONS } from './needs-of-transactions.js';

export const NEEDS: readonly Need[] = [...NEEDS_OF_ROWS, ...NEEDS_OF_TRANSACTIONS];

export interface Finding {
  readonly need: string;
  readonly state: 'met' | 'lacking' | 'advised';
  /** What was observed if the requirement is not met. */
  readonly seen?: string;
}

export interface CheckedServer {
  readonly server: string;
  readonly version: string;
  readonly findings: readonly Finding[];
}

const findingOf = async (need: Need, lab: Lab): Promise<Finding> => {
  try {
    await need.try(lab);
    return { need: need.name, state: 'met' };
  } catch (error) {
    const seen = error instanceof Lacking ? error.message : `${need.name}: ${String(error)}`;
    return { need: need.name, state: need.isAdvice ? 'advised' : 'lacking', seen };
  } finally {
    lab.endSessions();
  }
};

/** Tests the requirements in order. If no tables can be created on the server, tests only the first one. */
export const checkedServer = async (server: MysqlServer, only?: readonly string[]): Promise<CheckedServer> => {
  const lab = await Lab.at(server);
  try {
    const version = String(await (await lab.session()).value('SELECT VERSION() AS version'));
    const findings: Finding[] = [];
    for (const need of NEEDS) {
      if (findings.length > 0 && only?.includes(need.name) === false) continue;
      findings.push(await findingOf(need, lab));
      if (findings[0]?.state !== 'met') break;
    }
    return { server: `${server.host}:${server.port}`, version, findings };
  } finally {
    await lab.clear();
  }
};
