import { In, IsNull, MoreThan, Or } from 'typeorm';
import { createTable, entityTable, id, NULL, type Persistence, varchar } from '../../libs/database/index.js';
import { describeOnDatabases, openTestDatabase } from '../support/databases.js';

interface Mug {
  readonly id: number;
  readonly name: string;
  readonly colour: string | null;
}

const COLUMNS = [id(), varchar('name', 20), varchar('colour', 20, NULL)];
const MUG = entityTable<Mug>('mug', COLUMNS);

describeOnDatabases('a repository of TypeORM', (kind) => {
  let here: Persistence;
  let close: () => Promise<void>;

  beforeAll(async () => {
    ({ persistence: here, close } = await openTestDatabase(kind, { tables: [MUG] }));
    await here.connections.schema((runner) => createTable('20990101000000-mug', 'mug', COLUMNS).up(runner));
  });
  afterAll(() => close());
  beforeEach(() => here.transactions.write(() => here.database.run('DELETE FROM mug')));

  const mugs = () => here.database.repository(MUG);
  const insert = (...names: readonly string[]) =>
    here.transactions.write(async () => {
      for (const name of names) await mugs().insert({ name, colour: name === 'red' ? name : null });
    });
  const names = async () => (await mugs().find({ order: { name: 'ASC' } })).map(({ name }) => name);

  it('inserts, finds, updates and deletes, and returns the number of changed rows', async () => {
    await insert('one', 'two', 'red');
    const found = await mugs().findBy({ colour: Or(IsNull(), In(['blue'])) });
    expect(found).toHaveLength(2);
    const [first] = await mugs().find({ order: { id: 'ASC' }, take: 1 });
    expect(first).toEqual({ id: expect.any(Number), name: 'one', colour: null });
    expect(await mugs().countBy({ id: MoreThan(first?.id ?? 0) })).toBe(2);
    const changed = await here.transactions.write(() => mugs().update({ colour: IsNull() }, { colour: 'blue' }));
    expect(changed.affected).toBe(2);
    // A row that already has the value counts too, as in every statement.
    expect((await here.transactions.write(() => mugs().update({ name: 'red' }, { colour: 'red' }))).affected).toBe(1);
    const gone = await here.transactions.write(() => mugs().delete({ colour: 'blue' }));
    expect([gone.affected, await names()]).toEqual([2, ['red']]);
  });

  it('returns the ID that the database assigned', async () => {
    const made = await here.transactions.write(() => mugs().insert({ name: 'new', colour: null }));
    expect(made.identifiers).toEqual([{ id: (await mugs().findOneByOrFail({ name: 'new' })).id }]);
  });

  it('reads and writes only in the surrounding transaction', async () => {
    await expect(mugs().insert({ name: 'alone' })).rejects.toThrow('outside of Transactions.write');
    const refused = here.transactions.write(async () => {
      await mugs().insert({ name: 'lost', colour: null });
      expect(await names()).toEqual(['lost']);
      throw new Error('taken back');
    });
    await expect(refused).rejects.toThrow('taken back');
    expect(await names()).toEqual([]);
  });

  it('does not affect the query runner of migrations', async () => {
    await mugs().count();
    const isThere = await here.connections.schema((runner) => runner.hasColumn('mug', 'colour'));
    expect(isThere).toBe(true);
  });

  it('keeps parallel transactions apart', async () => {
    await Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((name) =>
        here.transactions.write(async () => {
          await mugs().insert({ name, colour: null });
          await new Promise(setImmediate);
          if (name === 'b' || name === 'd') throw new Error('taken back');
        }),
      ),
    );
    expect(await names()).toEqual(['a', 'c']);
  });
});
