import { DataSource } from 'typeorm';
import type { Resources } from '../records/index.js';
import { SQLITE } from './dialect.js';
import { entitiesOf } from './tables/entities.js';
import { parseDatabaseUrl } from './url.js';

/**
 * The declared tables as entities on the given database, for TypeORM's own tools (`schema:log` shows where a database
 * differs from the declarations). The application never reads or writes through it. Not connected yet.
 */
export const schemaSource = async (url: string, resources: Resources): Promise<DataSource> => {
  const target = parseDatabaseUrl(url);
  if (target.kind === 'mysql') {
    const { mysqlSource } = await import('./mysql/mysql-pool.js');
    return (await mysqlSource(target.servers[0], 1, (dialect) => entitiesOf(resources, dialect))).source;
  }
  return new DataSource({
    type: 'better-sqlite3',
    database: target.file ?? ':memory:',
    entities: [...entitiesOf(resources, SQLITE)],
  });
};
