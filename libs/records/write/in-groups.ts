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
import { yieldToEventLoop } from '../event-loop.js';
import { GroupSize } from './group-size.js';

/** Steps of a call that is never repeated: their results are only kept while it runs. */
export const unkeptSteps = (transactions: Transactions): Steps => {
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
  /** How many rows there are, and how many of them are done already. */
  readonly count: number;
  readonly done: number;
  /** How many rows the call has in all, and how many of these are done; `count` and what is done of it, if not given. */
  readonly inAll?: () => { readonly count: number; readonly done: number };
  /** How much work a row is; all the same, if not given. */
  readonly weightOf?: (row: number) => number;
  /** By which it is seen how long groups take. */
  readonly clock: Clock;
  /** What happens to a row, for the refusal of a call that stops on its way: `stored`. */
  readonly participle: string;
  /** Does these rows, inside a write transaction of their own. */
  work(from: number, to: number): Promise<Step>;
}

/** What stopped a call on its way. */
const reasonOf = (cause: unknown): string =>
  cause instanceof DiskFull ? 'the call stopped: disk full' : 'the database became unavailable';

const stopped = ({ participle }: InGroups, done: number, count: number, cause: unknown): StoppedOnTheWay =>
  new StoppedOnTheWay(
    `%done of %count rows are ${participle}, then ${reasonOf(cause)}. ` +
      'Send the same call again with the same %header to continue.',
    { done, count, header: 'Idempotency-Key' },
    { cause },
  );

/** The end and weight of the group that starts at a row and has this weight. */
const groupFrom = ({ count, weightOf = () => 1 }: InGroups, from: number, size: number) => {
  let [to, weight] = [from, 0];
  while (to < count && weight < size) {
    weight += weightOf(to);
    to += 1;
  }
  return { to, weight };
};

/**
 * Does rows in order, in groups that are each a transaction of their own, so that others get their turn. A group that is
 * lost to others is done again, smaller, after a pause; `StoppedOnTheWay` where that doesn't help, if groups before it
 * are stored already.
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
