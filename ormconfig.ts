import { schemaSource } from './libs/database/index.js';
import { Resources } from './libs/records/index.js';
import { allRoomsOf, ROOMS } from './src/app.module.js';
import { loadSettings } from './src/config/config.js';

/** For TypeORM's command line, e.g. `npx typeorm schema:log -d dist/ormconfig.js`: how a database differs from the declarations. */
export const dataSource = schemaSource(loadSettings(ROOMS).databaseAddress, new Resources(allRoomsOf(ROOMS).resources));
