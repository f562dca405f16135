import { TooManyRequests } from '../../../libs/kernel/index.js';
import { Turnstile } from './turnstile.js';

/** Work that ends when it is told to. */
class Work {
  readonly started: number[] = [];
  private readonly ends = new Map<number, (error?: Error) => void>();

  do(name: number): () => Promise<number> {
    return () => {
      this.started.push(name);
      return new Promise((resolve, reject) => this.ends.set(name, (error) => (error ? reject(error) : resolve(name))));
    };
  }

  end(name: number, error?: Error): void {
    this.ends.get(name)?.(error);
  }
}

/** Everything that can go on now has gone on. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('lets so many in, the next in their order, and turns the rest away', async () => {
  const [work, turnstile] = [new Work(), new Turnstile(2, 2, 7)];
  const done = [1, 2, 3, 4].map((name) => turnstile.pass(work.do(name)));
  await expect(turnstile.pass(work.do(5))).rejects.toMatchObject({ retryAfterSeconds: 7 });
  await expect(turnstile.pass(work.do(5))).rejects.toBeInstanceOf(TooManyRequests);
  expect(work.started).toEqual([1, 2]);
  work.end(2);
  await settled();
  expect(work.started).toEqual([1, 2, 3]);
  work.end(1);
  work.end(3);
  await settled();
  expect(work.started).toEqual([1, 2, 3, 4]);
  work.end(4);
  expect(await Promise.all(done)).toEqual([1, 2, 3, 4]);
});

it('work that fails makes room like any other', async () => {
  const [work, turnstile] = [new Work(), new Turnstile(1, 1, 1)];
  const [first, second] = [turnstile.pass(work.do(1)), turnstile.pass(work.do(2))];
  work.end(1, new Error('no'));
  await expect(first).rejects.toThrow('no');
  await settled();
  work.end(2);
  expect(await second).toBe(2);
  const third = turnstile.pass(work.do(3));
  work.end(3);
  expect(await third).toBe(3);
});
