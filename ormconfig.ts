import { schemaSource } from './libs/database/index.js';
import { Resources } from './libs/records/index.js';
import { allRoomsOf, ROOMS } from './src/app.module.js';
import { loadSettings } from './src/config/config.js';

const { resources, tables, migrations } = allRoomsOf(ROOMS);

/** For TypeORM's command line: `npx typeorm schema:log -d dist/ormconfig.js`, `migration:show`. */
export const dataSource = schemaSource(loadSettings(ROOMS).databaseAddress, {
  resources: new Resources(resources),
  tables,
  migrations,
});
