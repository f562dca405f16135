import { openDatabase, schemaSource } from '../../libs/database/index.js';
import { declaredResources } from '../support/declared-resources.js';
import { ALL_ROOMS } from '../support/rooms.js';
import { describeOnDatabases, migratedDatabase, type TestDatabase } from '../support/databases.js';

/** Statements with which TypeORM would adapt the database to the definitions. */
const drift = async (database: TestDatabase): Promise<readonly string[]> => {
  const { tables, migrations } = ALL_ROOMS;
  const source = await schemaSource(database.url, { resources: await declaredResources(), tables, migrations });
  await source.initialize();
  try {
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    return upQueries.map(({ query }) => query);
  } finally {
    await source.destroy();
  }
};

describeOnDatabases('the check for schema drift', (kind) => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await migratedDatabase(kind);
  });
  afterEach(() => database.drop());

  it('finds no difference to the definitions of all resources after the migrations', async () => {
    expect(await drift(database)).toEqual([]);
  });

  it.each(['DROP INDEX product_sku', 'ALTER TABLE product ADD COLUMN extra varchar(5)'])('reports %s', async (sql) => {
    const persistence = await openDatabase(database.url);
    const ofTable = kind === 'mysql' && sql.startsWith('DROP INDEX') ? ' ON product' : '';
    await persistence.connections.schema((runner) => runner.query(sql + ofTable));
    await persistence.close();
    expect(await drift(database)).not.toEqual([]);
  });

  it('reports a column of another length', async () => {
    const persistence = await openDatabase(database.url);
    await persistence.connections.schema(async (runner) => {
      const column = (await runner.getTable('website'))?.findColumnByName('timezone');
      if (!column) throw new Error('there is no such column');
      const shorter = column.clone();
      shorter.length = '60';
      await runner.changeColumn('website', column, shorter);
    });
    await persistence.close();
    expect(await drift(database)).not.toEqual([]);
  });
});
