import type { Transactions } from '../../../../libs/kernel/index.js';
import { PassportLock } from './passport-lock.js';

/** Everything that can go on now has gone on. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const outside = { isOpen: false } as Transactions;
const inside = { isOpen: true } as Transactions;

/** Work that ends when it is told to, and what has begun. */
const works = () => {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  return {
    begun,
    work: (name: string) => () => {
      begun.push(name);
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

describe('writers of one passport', () => {
  it('follow one another in their order; those of another go on beside', async () => {
    const [writer, { begun, work, end }] = [new PassportLock(outside), works()];
    const done = [
      writer.of(1, work('first')),
      writer.of(1, work('second')),
      writer.of(2, work('beside')),
      writer.of(1, work('third')),
    ];
    await settled();
    expect(begun).toEqual(['first', 'beside']);
    await end('first');
    expect(begun).toEqual(['first', 'beside', 'second']);
    await end('second');
    await end('third');
    await end('beside');
    expect(await Promise.all(done)).toEqual(['first', 'second', 'beside', 'third']);
  });

  it('make room when they fail', async () => {
    const [writer, { begun, work, end }] = [new PassportLock(outside), works()];
    const [first, second] = [writer.of(1, work('first')), writer.of(1, work('second'))];
    await settled();
    await Promise.all([expect(first).rejects.toThrow('no'), end('first', new Error('no'))]);
    expect(begun).toEqual(['first', 'second']);
    await end('second');
    expect(await second).toBe('second');
  });

  it('do not wait inside a transaction, whose locks those before them may wait for', async () => {
    const [writer, { begun, work, end }] = [new PassportLock(inside), works()];
    const done = [writer.of(1, work('first')), writer.of(1, work('second'))];
    await settled();
    expect(begun).toEqual(['first', 'second']);
    await end('first');
    await end('second');
    expect(await Promise.all(done)).toEqual(['first', 'second']);
  });
});
