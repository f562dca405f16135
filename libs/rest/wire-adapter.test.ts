import type { Handler } from './route-table.js';
import { inOrder } from './wire-adapter.js';

/* Middleware in one layer behaves as if each had its own layer. */

type Step = (next: (fault?: unknown) => void) => unknown;

/** The handlers in order of their calls; `end …` means that Express continues, with this error if any. */
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
  ['run one after the other, then Express continues', [goesOn, goesOnLater, goesOn], ['0', '1', '2', 'end']],
  ['stop at the one that responds', [goesOn, () => undefined, goesOn], ['0', '1']],
  ['pass errors to Express', [goesOn, (next) => next(new Error('handed')), goesOn], ['0', '1', 'end handed']],
  ['pass thrown errors to Express', [goesOn, throws, goesOn], ['0', '1', 'end thrown']],
  ['pass errors thrown after waiting to Express', [goesOnLater, throws, goesOn], ['0', '1', 'end thrown']],
  [
    'pass the errors of rejected promises to Express',
    [() => Promise.reject(new Error('late')), goesOn],
    ['0', 'end late'],
  ],
])('handlers %s', async (_, steps, calls) => {
  expect(await called(...steps)).toEqual(calls);
});
