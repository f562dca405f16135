import { Unavailable } from '../kernel/index.js';
import { ConnectionPool } from './connection-pool.js';

const signal = (): { readonly given: Promise<void>; give(): void } => {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give: () => give() };
};

describe('ConnectionPool', () => {
  it('lends each connection to one borrower at a time, first come, first served', async () => {
    const pool = new ConnectionPool('things', ['only'], 1_000);
    const [events, enough]: [string[], ReturnType<typeof signal>] = [[], signal()];
    const borrow = (name: string): Promise<void> =>
      pool.lend(async () => {
        events.push(`${name} takes`);
        await enough.given;
        events.push(`${name} gives back`);
      });
    const all = ['one', 'two', 'three'].map(borrow);
    enough.give();
    await Promise.all(all);
    expect(events).toEqual(['one', 'two', 'three'].flatMap((name) => [`${name} takes`, `${name} gives back`]));
  });

  it('takes a connection back from a borrower that failed', async () => {
    const pool = new ConnectionPool('things', ['only'], 1_000);
    await expect(pool.lend(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await pool.lend(async (thing) => thing)).toBe('only');
  });

  it('throws Unavailable if no connection is free in time, and then skips that caller', async () => {
    const pool = new ConnectionPool('things', ['only'], 10);
    const enough = signal();
    const holding = pool.lend(() => enough.given);
    await expect(pool.lend(async () => undefined)).rejects.toBeInstanceOf(Unavailable);
    enough.give();
    await holding;
    expect(await pool.lend(async (thing) => thing)).toBe('only');
  });
});
