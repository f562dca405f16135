import { OperatorFault } from '../kernel/index.js';
import type { CheckedServer } from './mysql/check/check.js';
import { parseDatabaseUrl } from './url.js';

/**
 * Tries on each server of this address what Kontor needs, in tables of the check's own that it makes and drops; it touches
 * no others (databases.md, "The check"). `only`: of these needs, beside the tables. Throws where a server can't be reached.
 */
export const checkDatabase = async (url: string, only?: readonly string[]): Promise<readonly CheckedServer[]> => {
  const target = parseDatabaseUrl(url);
  if (target.kind === 'sqlite')
    throw new OperatorFault(
      'SQLite needs no check, because its library is part of Kontor. Check a MySQL or MariaDB server instead.',
    );
  const { checkedServer } = await import('./mysql/check/check.js');
  const checked: CheckedServer[] = [];
  for (const server of target.servers) checked.push(await checkedServer(server, only));
  return checked;
};
