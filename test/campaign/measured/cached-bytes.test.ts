import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const SUPPORT = join(__dirname, '..', '..', 'support');

describe('memory of cached values', () => {
  let measured: Readonly<Record<string, number>>;
  // Runs in its own process, because the modules that the test runner loads and frees would be measured too.
  beforeAll(() => {
    const program = join(SUPPORT, 'memory', 'measured-bytes.ts');
    const args = ['--expose-gc', '-r', join(SUPPORT, 'typescript-hook.cjs'), program];
    measured = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as typeof measured;
  });

  it.each([
    ['two rows of a product', 'rows'],
    ['absence', 'absence'],
    ['a product', 'product'],
    ['hits', 'hits'],
  ])('is close to the reported size: %s', (_, name) => {
    // If more memory were used than reported, the operator's limit would be exceeded. If less, some memory would be
    // wasted.
    expect(measured[name]).toBeLessThan(1.15);
    expect(measured[name]).toBeGreaterThan(0.5);
  });
});
