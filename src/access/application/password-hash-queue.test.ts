import { TooManyRequests } from '../../../libs/kernel/index.js';
import { PasswordHashQueue } from './password-hash-queue.js';

/** Tasks that finish when the test calls end(). */
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

const queue = (atOnce: number, mayWait: number, retryAfterSeconds: number, share = 99): PasswordHashQueue =>
  new PasswordHashQueue({ atOnce, mayWait, share, retryAfterSeconds });

/** Waits until all pending continuations have run. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('PasswordHashQueue runs waiting work in order and rejects work beyond its limit', async () => {
  const [work, passing] = [new Work(), queue(2, 2, 7)];
  const done = [1, 2, 3, 4].map((name) => passing.pass(undefined, work.do(name)));
  await expect(passing.pass(undefined, work.do(5))).rejects.toMatchObject({ retryAfterSeconds: 7 });
  await expect(passing.pass(undefined, work.do(5))).rejects.toBeInstanceOf(TooManyRequests);
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

it('PasswordHashQueue frees the slot of work that fails', async () => {
  const [work, passing] = [new Work(), queue(1, 1, 1)];
  const [first, second] = [passing.pass(undefined, work.do(1)), passing.pass(undefined, work.do(2))];
  await settled();
  work.end(1, new Error('no'));
  await expect(first).rejects.toThrow('no');
  await settled();
  work.end(2);
  expect(await second).toBe(2);
  const third = passing.pass(undefined, work.do(3));
  await settled();
  work.end(3);
  expect(await third).toBe(3);
});

it('PasswordHashQueue limits an address to its share and still admits all other work', async () => {
  const [work, passing] = [new Work(), queue(1, 10, 1, 2)];
  const mine = [1, 2].map((name) => passing.pass('mine', work.do(name)));
  await expect(passing.pass('mine', work.do(3))).rejects.toThrow('the limit is 2 at once');
  const others = [
    passing.pass('other', work.do(4)),
    passing.pass(undefined, work.do(5)),
    passing.pass(undefined, work.do(6)),
  ];
  work.end(1);
  await settled();
  mine.push(passing.pass('mine', work.do(7)));
  for (const name of [2, 4, 5, 6, 7]) {
    work.end(name);
    await settled();
  }
  expect(await Promise.all([...mine, ...others])).toEqual([1, 2, 7, 4, 5, 6]);
  expect(work.started).toEqual([1, 2, 4, 5, 6, 7]);
});

it('PasswordHashQueue frees the share of work that fails', async () => {
  const [work, passing] = [new Work(), queue(1, 1, 1, 1)];
  const failing = passing.pass('mine', work.do(1));
  await settled();
  work.end(1, new Error('no'));
  await expect(failing).rejects.toThrow('no');
  const next = passing.pass('mine', work.do(2));
  await settled();
  work.end(2);
  expect(await next).toBe(2);
});
