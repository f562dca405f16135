import { answers, needs, operation } from '../operations/index.js';
import { operationControllers } from './operation-controllers.js';

class Counting {
  count = () => 7;
}

const named = (name: string) =>
  operation({
    service: 'sampleCountV1',
    name,
    summary: 'Count',
    right: needs.anonymous,
    effect: 'reads',
    rest: { verb: 'GET', path: `counts/${name}` },
    input: {},
    output: answers.true,
    by: Counting,
    run: (counting) => counting.count(),
  });

describe('operation controllers', () => {
  it('exist once per service, with a method per operation', () => {
    const [controller, ...others] = operationControllers([named('count'), named('recount')]);
    expect(others).toEqual([]);
    expect(controller?.name).toBe('sampleCountV1Controller');
    expect(Object.keys(Object.getOwnPropertyDescriptors(controller?.prototype))).toEqual([
      'constructor',
      'count',
      'recount',
    ]);
  });

  it.each(['count', 'served', 'constructor'])('cannot have two members called %s', (name) => {
    expect(() => operationControllers([named('count'), named(name)])).toThrow(
      `sampleCountV1 has something called ${name} already`,
    );
  });
});
