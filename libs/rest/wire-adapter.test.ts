import type { Handler } from './route-table.js';
import { inOrder } from './wire-adapter.js';

/* Middleware of one layer behaves as if each had its own. */

type Step = (next: (fault?: unknown) => void) => unknown;

/** What is called, in order; `end …`: Express goes on, with this error if any. */
const called = async (...steps: readonly Step[]): Promise<readonly string[]> => {
  const calls: string[] = [];
  const handlers = steps.map((step, at): Handler => {
    return (_request, _response, next) => {
      calls.push(String(at));
      return step(next);
    };
  });
  const over = new Promise<void>((resolve) => {
    inOrder(handlers)({} as never, {} as never, (fault?: unknown) => {
      calls.push(fault instanceof Error ? `end ${fault.message}` : 'end');
      resolve();
    });
  });
  await Promise.race([over, new Promise((resolve) => setImmediate(resolve))]);
  return calls;
};

const goesOn: Step = (next) => next();
const goesOnLater: Step = (next) => Promise.resolve().then(() => next());
const throws: Step = () => {
  throw new Error('thrown');
};

it.each<readonly [string, readonly Step[], readonly string[]]>([
  ['are called one after the other, then Express goes on', [goesOn, goesOnLater, goesOn], ['0', '1', '2', 'end']],
  ['end with the one that answers', [goesOn, () => undefined, goesOn], ['0', '1']],
  ['hand errors to Express', [goesOn, (next) => next(new Error('handed')), goesOn], ['0', '1', 'end handed']],
  ['do so with what is thrown', [goesOn, throws, goesOn], ['0', '1', 'end thrown']],
  ['also after waiting', [goesOnLater, throws, goesOn], ['0', '1', 'end thrown']],
  ['and with what a promise is rejected with', [() => Promise.reject(new Error('late')), goesOn], ['0', 'end late']],
])('handlers %s', async (_, steps, calls) => {
  expect(await called(...steps)).toEqual(calls);
});
