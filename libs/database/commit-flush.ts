import type { Database } from './database.js';

interface Variable {
  readonly Variable_name: string;
  readonly Value: string;
}

/**
 * Whether this server is a node of a Galera cluster that does not flush its log at each commit. If nodes crash in
 * quick succession, such a cluster loses acknowledged commits (operations.md, "A cluster of databases").
 */
export const losesCommits = async (database: Database): Promise<boolean> => {
  if (database.dialect.name !== 'mysql') return false;
  const rows = await database.queryAside<Variable>(
    "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('innodb_flush_log_at_trx_commit', 'wsrep_on')",
  );
  const values = new Map(rows.map(({ Variable_name, Value }) => [Variable_name, Value]));
  return values.get('wsrep_on') === 'ON' && values.get('innodb_flush_log_at_trx_commit') !== '1';
};
