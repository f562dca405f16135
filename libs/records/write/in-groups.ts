import {
  type Clock,
  Contended,
  DiskFull,
  type Step,
  type Steps,
  StoppedOnTheWay,
  type Transactions,
  Unavailable,
} from '../../kernel/index.js';
import { GroupSize } from './group-size.js';

/**
 * Lets other work run between parts of a long call. Otherwise the embedded database, whose driver blocks, would stop
 * all requests.
 */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Work per event loop iteration, in rows and entries of their lists: takes a few milliseconds. */
const TURN_WEIGHT = 1_000;

/** Yields to the event loop after enough work. */
export class PacedWork {
  private done = 0;

  after(weight: number): Promise<void> | undefined {
    this.done += weight;
    if (this.done < TURN_WEIGHT) return undefined;
    this.done = 0;
    return yieldToEventLoop();
  }
}

/** Steps of a call that cannot be repeated; results are only kept in memory. */
export const unstoredSteps = (transactions: Transactions): Steps => {
  const made: Step[] = [];
  return {
    get parts() {
      return made.map(({ part }) => part());
    },
    step: async (work, options) => {
      made.push(await transactions.write(work, options));
    },
  };
};

interface InGroups {
  readonly steps: Steps;
  /** Number of rows, and how many of them are done. */
  readonly count: number;
  readonly done: number;
  /** Total number of rows of the call, and how many are done; default: `count` and `done`. */
  readonly inAll?: () => { readonly count: number; readonly done: number };
  /** Weight of a row; default: all rows have the same weight. */
  readonly weightOf?: (row: number) => number;
  /** Measures the duration of groups. */
  readonly clock: Clock;
  /** What happens to a row, in the error message of a call that stops: `stored`. */
  readonly participle: string;
  /** Processes these rows inside their own write transaction. */
  work(from: number, to: number): Promise<Step>;
}

/** Why a call stopped before its end. */
const reasonOf = (cause: unknown): string =>
  cause instanceof DiskFull ? 'the disk became full' : 'the database became unavailable';

const stopped = ({ participle }: InGroups, done: number, count: number, cause: unknown): StoppedOnTheWay =>
  new StoppedOnTheWay(
    `%done of %count rows were ${participle} before ${reasonOf(cause)}. ` +
      'To continue, send the same call again with the same %header.',
    { done, count, header: 'Idempotency-Key' },
    { cause },
  );

/** The end and weight of a group of this size that starts at a row. */
const groupFrom = ({ count, weightOf = () => 1 }: InGroups, from: number, size: number) => {
  let [to, weight] = [from, 0];
  while (to < count && weight < size) {
    weight += weightOf(to);
    to += 1;
  }
  return { to, weight };
};

/**
 * Processes rows in order, in groups with their own transactions, so that others can write in between. A group with a
 * conflict is repeated with fewer rows after a pause. If that fails repeatedly after earlier groups were stored,
 * throws `StoppedOnTheWay`.
 */
export const inGroups = async (groups: InGroups): Promise<void> => {
  const now = (): number => groups.clock.now().getTime();
  const size = new GroupSize();
  let { done } = groups;
  do {
    const { to, weight } = groupFrom(groups, done, size.rows);
    try {
      let began = 0;
      await groups.steps.step(
        () => {
          began = now();
          return groups.work(done, to);
        },
        { repeats: 0 },
      );
      size.took(weight, now() - began);
      done = to;
    } catch (error) {
      const goesOn = error instanceof Contended && (await size.lost(weight));
      if (goesOn) continue;
      const far = groups.inAll?.() ?? { count: groups.count, done };
      throw far.done > 0 && error instanceof Unavailable ? stopped(groups, far.done, far.count, error) : error;
    }
    await yieldToEventLoop();
  } while (done < groups.count);
};
