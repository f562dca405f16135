import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { measures } from '../../test/support/measured.js';

measures();

const SUPPORT = join(__dirname, '..', '..', 'test', 'support');

describe('what is remembered costs about what is told', () => {
  let measured: readonly Readonly<Record<string, number>>[];
  /** Of three measurements the middle one: on a busy machine one may fall beside a collection of garbage. */
  const ratioOf = (name: string): number =>
    measured.map((ratios) => ratios[name] ?? 0).toSorted((one, other) => one - other)[1] ?? 0;
  // In a process of its own: what a test runner loads and drops would be measured too.
  beforeAll(() => {
    const program = join(SUPPORT, 'memory', 'measured-bytes.ts');
    const args = ['--expose-gc', '-r', join(SUPPORT, 'typescript-hook.cjs'), program];
    const measure = () =>
      JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Record<string, number>;
    measured = [measure(), measure(), measure()];
  });

  it.each([
    ['two rows of a product', 'rows'],
    ['absence', 'absence'],
    ['a product', 'product'],
    ['hits', 'hits'],
  ])('%s', (_, name) => {
    // More than told would break the operator's word; less wastes some of it.
    expect(ratioOf(name)).toBeLessThan(1.15);
    expect(ratioOf(name)).toBeGreaterThan(0.5);
  });
});
