import type { Transactions } from '../../../../libs/kernel/index.js';
import { PassportLock } from './passport-lock.js';

/** Resolves after all pending callbacks have run. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const outside = { isOpen: false } as Transactions;
const inside = { isOpen: true } as Transactions;

/** Tasks that finish on command, and a list of the tasks that have started. */
const works = () => {
  const started: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  return {
    started,
    work: (name: string) => () => {
      started.push(name);
      return new Promise<string>((resolve, reject) =>
        ends.set(name, (error) => (error ? reject(error) : resolve(name))),
      );
    },
    end: async (name: string, error?: Error): Promise<void> => {
      ends.get(name)?.(error);
      await settled();
    },
  };
};

describe('PassportLock', () => {
  it('runs writers of one passport in order, and those of others concurrently', async () => {
    const [writer, { started, work, end }] = [new PassportLock(outside), works()];
    const done = [
      writer.withLock(1, work('first')),
      writer.withLock(1, work('second')),
      writer.withLock(2, work('beside')),
      writer.withLock(1, work('third')),
    ];
    await settled();
    expect(started).toEqual(['first', 'beside']);
    await end('first');
    expect(started).toEqual(['first', 'beside', 'second']);
    await end('second');
    await end('third');
    await end('beside');
    expect(await Promise.all(done)).toEqual(['first', 'second', 'beside', 'third']);
  });

  it('releases the lock when a writer fails', async () => {
    const [writer, { started, work, end }] = [new PassportLock(outside), works()];
    const [first, second] = [writer.withLock(1, work('first')), writer.withLock(1, work('second'))];
    await settled();
    await Promise.all([expect(first).rejects.toThrow('no'), end('first', new Error('no'))]);
    expect(started).toEqual(['first', 'second']);
    await end('second');
    expect(await second).toBe('second');
  });

  it('does not wait inside a transaction, whose locks earlier writers may need', async () => {
    const [writer, { started, work, end }] = [new PassportLock(inside), works()];
    const done = [writer.withLock(1, work('first')), writer.withLock(1, work('second'))];
    await settled();
    expect(started).toEqual(['first', 'second']);
    await end('first');
    await end('second');
    expect(await Promise.all(done)).toEqual(['first', 'second']);
  });
});
