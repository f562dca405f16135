import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyDatabase, type TestDatabase } from '../../support/databases.js';
import { imageFlags, memoryLimit } from '../../support/container.js';
import { KontorProcess, runCli } from '../../support/process.js';
import { WHOLESALE } from '../../support/wholesale.js';
import { tell } from './reference.js';
import { peakResidentBytes } from './resident.js';

const MIB = 1024 * 1024;
const LIMIT = 256 * MIB;
const AT_ONCE = 16;
const ROUNDS = 6;
const SKUS = 500;

/** If no group with a memory limit can be created, sets what Node and the server would derive from the limit. */
const asIfLimited = (flags: readonly string[]): readonly string[] =>
  flags.map((flag) =>
    flag.replace(
      /^--max-old-space-size-percentage=(\d+)$/,
      (_flag, share) => `--max-old-space-size=${Math.floor((Number(share) / 100) * (LIMIT / MIB))}`,
    ),
  );

const skusOfBook = (): readonly string[] =>
  readFileSync(join(WHOLESALE, 'products.csv'), 'utf8')
    .split('\n')
    .slice(1)
    .map((line) => line.split(',', 1)[0] ?? '')
    .filter((sku) => sku !== '');

if (process.platform !== 'linux') {
  it('a small container is tested only on Linux', () => expect(process.platform).not.toBe('linux'));
} else {
  describe('a server with 256 MiB', () => {
    let database: TestDatabase;
    let settings: Readonly<Record<string, string>>;
    const limit = memoryLimit(LIMIT);
    let token: string;
    let child: KontorProcess;

    beforeAll(async () => {
      database = await emptyDatabase('sqlite');
      settings = {
        DATABASE_URL: database.url,
        JWT_SECRET: 'a secret of the tests, long enough',
        DRAIN_S: '0',
      };
      expect(await runCli(settings, ['import', WHOLESALE])).toMatchObject({ code: 0 });
      const rights = ['--name', 'shop', '--resource', '_Pricing::calculate'];
      token = (await runCli(settings, ['integration', 'create', ...rights])).stdout.trim();
      const options = limit ? { flags: imageFlags(), under: limit.under } : { flags: asIfLimited(imageFlags()) };
      const cacheSetting: Readonly<Record<string, string>> = limit ? {} : { PRICING_MEMORY_MB: '16' };
      child = KontorProcess.start('main', { ...settings, ...cacheSetting }, options);
    });
    afterAll(async () => {
      child.signal('SIGKILL');
      await child.exited;
      limit?.remove();
      await database.drop();
    });

    it(`answers ${AT_ONCE} concurrent requests for ${SKUS} SKUs each repeatedly within its memory`, async () => {
      const url = await child.url();
      const skus = skusOfBook();
      const ask = async (round: number): Promise<readonly unknown[]> => {
        const from = (round * 137) % (skus.length - SKUS);
        const items = skus.slice(from, from + SKUS).map((sku) => ({ sku, qty: 2 }));
        const response = await fetch(`${url}/rest/V1/pricing/get-multi-price`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify({ customer_id: 1 + ((round * 7) % 900), items }),
        });
        const answer = (await response.json()) as { readonly items?: readonly unknown[]; readonly message?: string };
        return [response.status, answer.items?.length ?? answer.message];
      };
      for (let round = 0; round < ROUNDS; round += 1) {
        const turns = Array.from({ length: AT_ONCE }, (_, index) => round * AT_ONCE + index);
        const answers = await Promise.all(turns.map(ask));
        expect(answers).toEqual(turns.map(() => [200, SKUS]));
      }
      const peak = peakResidentBytes(child.pid) / LIMIT;
      tell('resident memory of a server with 256 MiB, as a share of that', peak, 1);
      expect(peak).toBeGreaterThan(0);
      expect(peak).toBeLessThan(1);
    });
  });
}
