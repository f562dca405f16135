import { Lease, openDatabase, type Persistence } from '../../libs/database/index.js';
import { describeOnDatabases, migratedDatabase, type TestDatabase } from '../support/databases.js';

const LONG_MS = 600_000;

describeOnDatabases('the lease of a schedule', (kind) => {
  let database: TestDatabase;
  const processes: Persistence[] = [];
  const leaseOf = (persistence: Persistence | undefined, name: string): Lease => {
    if (!persistence) throw new Error('there are two processes');
    return Lease.named(persistence.database, persistence.transactions, name);
  };

  beforeAll(async () => {
    database = await migratedDatabase(kind);
    for (let count = 0; count < 2; count += 1) processes.push(await openDatabase(database.url));
  });
  afterAll(async () => {
    for (const one of processes) await one.close();
    await database.drop();
  });

  it('needs no existing row, and belongs to one process until it releases it', async () => {
    const [one, other] = [leaseOf(processes[0], 'a'), leaseOf(processes[1], 'a')];
    expect([await one.acquire(LONG_MS), await other.acquire(LONG_MS), await one.acquire(LONG_MS)]).toEqual([
      true,
      false,
      true,
    ]);
    await other.release();
    expect(await other.acquire(LONG_MS)).toBe(false);
    await one.release();
    expect([await other.acquire(LONG_MS), await one.acquire(LONG_MS)]).toEqual([true, false]);
  });

  it('goes to one of several processes that first acquire it concurrently', async () => {
    const held = await Promise.all(
      processes.flatMap((one) => [leaseOf(one, 'b'), leaseOf(one, 'b')]).map((lease) => lease.acquire(LONG_MS)),
    );
    expect(held.filter((isHeld) => isHeld)).toHaveLength(1);
  });

  it('is independent for each name', async () => {
    expect(await leaseOf(processes[0], 'c').acquire(LONG_MS)).toBe(true);
    expect(await leaseOf(processes[1], 'd').acquire(LONG_MS)).toBe(true);
  });

  it('expires by the clock of the database', async () => {
    const [one, other] = [leaseOf(processes[0], 'e'), leaseOf(processes[1], 'e')];
    // This lease expired in the past.
    expect(await one.acquire(-LONG_MS)).toBe(true);
    expect(await other.acquire(LONG_MS)).toBe(true);
    expect(await one.acquire(LONG_MS)).toBe(false);
  });
});
