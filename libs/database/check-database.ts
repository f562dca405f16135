import { OperatorFault } from '../kernel/index.js';
import type { CheckedServer } from './mysql/check/check.js';
import { parseDatabaseUrl } from './url.js';

/**
 * Tests the requirements of Kontor on each server of this URL, using its own tables, which it creates and drops
 * (databases.md, "The check"). `only`: the requirements to test in addition to creating tables. Throws if a server is
 * unreachable.
 */
export const checkDatabase = async (url: string, only?: readonly string[]): Promise<readonly CheckedServer[]> => {
  const target = parseDatabaseUrl(url);
  if (target.kind === 'sqlite')
    throw new OperatorFault(
      'SQLite needs no check, because Kontor includes its own SQLite library. Check a MySQL or MariaDB server instead.',
    );
  const { checkedServer } = await import('./mysql/check/check.js');
  const checked: CheckedServer[] = [];
  for (const server of target.servers) checked.push(await checkedServer(server, only));
  return checked;
};
